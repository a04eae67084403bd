"""Text of tasks, projects, files and arguments never reaches a terminal raw: every command in a real one, under tmux."""
import datetime
import json
import re

from screen_testing import Terminal
from todod_testing import TODOD, EndToEndTest, wait_for

# Clears, title, link, clipboard, DCS, C1 as a byte and as U+009B and U+009D, overrides and marks of direction, line
# separators, and what moves the cursor.
EVIL = (b"\x1b[2J\x1b[45;5m\x1b]0;owned\x07\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\\x1b]52;c;ZXZpbA==\x07\x1bPq\x1b\\"
        b"\x9b45m\xc2\x9b45m\xc2\x9d0;owned\xc2\x9c\xe2\x80\xae\xe2\x81\xa6\xe2\x80\x8f\xd8\x9c\xe2\x80\xa8\x08\x7f\x0b\x0c\x0e")
WORD = "$'" + "".join(f"\\x{byte:02x}" for byte in EVIL) + "'"

TOMORROW = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(1)).date().isoformat().encode()

# What todoctl colours with.
COLOUR = re.compile(rb"\x1b\[(0|1|2|31|38;5;208|33|36|32)m")
SCREEN = re.compile(rb"\x1b\[(\?1049[hl]|\?25[hl]|\?7[hl]|\?2026[hl]|H|K)")

# Every command of the table, in ways that have evil text in answers and in errors.
COMMANDS = {
    "add": ["add Buy {w} +p{w} @c{w} due:tomorrow", "add x due:{w}", "add Plain --due {w}", "printf 'a {w}\\nb' | todoctl add -"],
    "init": ["init /nowhere{w}/todo.txt", "init ev{w}il.txt", "init a b{w}"],
    "list": ["list", "list all", "list {w}", "list due:{w}", "list --sort {w}", "list view:{w}", "list --dates {w}",
             "list --format '{id} {text} {title} {line} {projects} {key:x}' all", "list --format {w}", "list --priority {w}"],
    "count": ["count", "count due:{w}"],
    "views": ["views", "views {w}"],
    "remind": ["remind {w}", "remind 20min Tea {w}"],
    "edit": ["edit 1 2", "edit {w}", "edit --where {w}"],
    "import": ["import /nowhere{w}.json", "import ev{w}il.txt"],
    "export": ["export", "export {w}", "export --taskwarrior", "export due:{w}"],
    "doctor": ["doctor", "doctor {w}"],
    "show": ["show 1 2 3", "show {w}", "show evil"],
    "agenda": ["agenda", "agenda {w}"],
    "next": ["next", "next {w}"],
    "projects": ["projects", "projects {w}"],
    "contexts": ["contexts", "contexts {w}"],
    "watch": ["watch due:{w}", "watch --color {w}"],
    "history": ["history", "history 1", "history {w}", "history --print s1", "history --print {w}", "history --limit {w}"],
    "trash": ["trash", "trash {w}"],
    "done": ["done 4", "done {w}", "done evil"],
    "undone": ["undone 4", "undone {w}"],
    "remove": ["remove 5", "remove {w}", "yes n | todoctl remove first"],
    "restore": ["restore 5", "restore {w}", "restore --version {w}"],
    "undo": ["undo", "undo {w}"],
    "redo": ["redo", "redo {w}"],
    "accept": ["accept", "accept {w}"],
    "snooze": ["snooze 1 tomorrow", "snooze 1 {w}", "snooze {w}"],
    "dismiss": ["dismiss 1", "dismiss {w}"],
    "resolve": ["resolve 1 keep", "resolve 1 {w}"],
    "skip": ["skip 1", "skip {w}"],
    "set": ["set 1 x:{w}", "set 1 due:{w}", "set 1 +{w}"],
    "due": ["due 1 friday", "due 1 {w}"],
    "pri": ["pri 1 A", "pri 1 {w}"],
    "depri": ["depri 1", "depri {w}"],
    "append": ["append 1 {w}", "append {w} x"],
    "prepend": ["prepend 1 {w}", "prepend {w} x"],
    "replace": ["replace 1 'First again' {w}", "replace {w} x"],
    "reorder": ["reorder 1 top", "reorder 1 {w}"],
    "move": ["move 3 ev{w}il.txt", "move 3 evil$'\\xe2\\x80\\xae'.txt", "history", "history 3", "restore 3"],
    "sort": ["sort", "sort {w}"],
    "archive": ["archive", "archive {w}"],
    "missed": ["missed"],
    "why": ["why 1", "why {w}"],
    "pause": ["pause {w}", "pause +p{w} 1h", "pause {w} until {w}"],
    "resume": ["resume", "resume {w}"],
    "status": ["status", "status {w}", "status --format plain", "status --format waybar", "status --format i3",
               "status --format polybar", "status --format '{next} {next_time} {paused}'", "status --format {w}",
               "status --format {{{w}}}"],
    "reload": ["reload", "reload {w}"],
    "test": ["test", "test {w}"],
    "ping": ["ping", "ping {w}"],
    "request": ["request 'list all' projects history", "request {w}", "request list {w}", "request status doctor"],
    "help": ["help {w}", "{w}", "--{w}", "list --{w}", "--socket /nowhere{w} list", "--json {w}"],
}


class TerminalTest(EndToEndTest):
    seconds = 240

    def setUp(self):
        super().setUp()
        self.evil_file()
        self.daemon = self.start()
        # One that leaves everything as it is.
        self.place.environment["EDITOR"] = self.place.environment["VISUAL"] = "true"
        self.terminal = Terminal(self.place, columns=200, rows=40)
        self.addCleanup(self.terminal.close)
        self.terminal.tmux("set", "-g", "set-clipboard", "on")
        self.title = self.terminal.flags()

    def evil_file(self):
        lines = [b"(A) 2026-01-01 First evil " + EVIL + b" +p" + EVIL + b" @c" + EVIL + b" due:2026-01-02 k" + EVIL + b":v" + EVIL,
                 b"Second evil due:" + EVIL + b" rec:" + EVIL, b"Third evil " + EVIL + b" due:" + TOMORROW + b" at:0900",
                 b"Fourth evil " + EVIL, b"Fifth evil " + EVIL, b"x 2026-01-01 Sixth evil " + EVIL]
        self.place.todo.write_bytes(b"\n".join(lines) + b"\n")

    def is_clean(self, output, allowed, command):
        rest = allowed.sub(b"", output)
        text = rest.decode("utf-8")  # a raw byte is an error
        bad = [f"U+{ord(c):04X}" for c in text
               if ord(c) < 0x20 and c not in "\r\n" or 0x7F <= ord(c) < 0xA0
               or c in "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
        self.assertEqual(bad, [], f"{command}: {output!r}")
        # A carriage return is the terminal's own, before a line feed.
        self.assertNotRegex(text, r"\r[^\r\n]", command)

    def unharmed(self):
        self.assertEqual(self.terminal.flags(), self.title)
        self.assertEqual(self.terminal.tmux("list-buffers"), "")
        self.assertNotIn("\x1b[45", self.terminal.text(colours=True))

    def line(self, command, more=""):
        words = command.replace("{w}", WORD).replace("{{", "{").replace("}}", "}")
        if "| todoctl" in words:
            # printf takes no $'...' within quotes.
            return words.replace("'a " + WORD, "'a '" + WORD + "'") + more
        return f"todoctl {words}{more}"

    def test_every_command_is_here(self):
        named = set(re.findall(r"^  ([a-z]+)", self.did("--help").split("Options of")[0], re.M)) - {"todoctl"}
        self.assertEqual(set(COMMANDS), named)

    def test_no_command_lets_it_through(self):
        seen = b""
        for name, commands in COMMANDS.items():
            for command in commands:
                with self.subTest(command):
                    output, code = self.terminal.runs(self.line(command, " </dev/tty" if "|" not in command else ""))
                    self.is_clean(output, COLOUR, command)
                    self.assertTrue(output or code in (0, 3, 4), command)
                    seen += output
                    self.unharmed()
        # The words themselves are there to be read.
        self.assertIn("␛[2J".encode(), seen)

    def test_json_is_clean_and_valid(self):
        task = json.loads(self.did("show", "1", "--json"))[0]
        self.assertIn("\x1b[2J", task["line"])
        self.assertIn("\u009b45m", task["line"])
        for name, commands in COMMANDS.items():
            for command in commands:
                if name in ("init", "watch") or "--format" in command or "--print" in command:
                    continue
                with self.subTest(command):
                    output, _ = self.terminal.runs(self.line(command, " --json --yes </dev/null"))
                    self.is_clean(output, re.compile(b"(?!)"), command)
                    text = output.decode()
                    if name != "help":
                        for part in self.parts(text):
                            self.assertIsInstance(part, (dict, list), command)

    def parts(self, text):
        """The objects of an output: those of the terminal's width are no lines."""
        decoder = json.JSONDecoder()
        text = text.strip()
        while text:
            if text.startswith("todoctl: "):
                # A warning that stands beside it on standard error.
                text = text.split("\n", 1)[1].lstrip() if "\n" in text else ""
                continue
            part, end = decoder.raw_decode(text)
            yield part
            text = text[end:].lstrip()

    def watch(self, command):
        before = len(self.terminal.raw)
        self.terminal.types(command)
        wait_for(lambda: b"Third evil" in self.terminal.raw[before:], "the list")
        self.did("append", "4", "seen")
        wait_for(lambda: b"seen" in self.terminal.raw[before:], "the change")

        def end():
            raw = self.terminal.raw[before:]
            self.terminal.key("C-c")
            return raw
        raw = end().split(b"\n", 1)[1]
        self.terminal.runs("true")
        return raw

    def test_watch_lets_nothing_through(self):
        raw = self.watch("todoctl watch")
        self.is_clean(SCREEN.sub(b"", raw), COLOUR, "watch")
        self.unharmed()
        for command in ("TERM=dumb todoctl watch", "todoctl watch --json"):
            self.is_clean(self.watch(command).replace(b"\t", b" "), COLOUR, command)
            self.unharmed()

    def test_follow_lets_nothing_through(self):
        for format in ("waybar", "'{next}|{paused}'"):
            before = len(self.terminal.raw)
            self.terminal.types(f"todoctl status --follow --format {format}")
            wait_for(lambda: b"Third evil" in self.terminal.raw[before:], "the next task")
            raw = self.terminal.raw[before:].split(b"\n", 1)[1]
            self.terminal.key("C-c")
            self.is_clean(raw, re.compile(b"(?!)"), format)
            self.unharmed()

    def test_todod_itself_lets_nothing_through(self):
        self.daemon.stop()
        configuration = self.place.configuration
        good = configuration.read_bytes()
        for bad in (b"[No" + EVIL + b"]\n", b"No" + EVIL + b"=1\n", b"Todo=/tmp/" + EVIL + b"/x\n"):
            configuration.write_bytes(good + bad)
            output, code = self.terminal.runs(f"{TODOD} --check-config; timeout -s INT 1 {TODOD}")
            self.is_clean(output, re.compile(b"(?!)"), repr(bad))
            self.unharmed()
        output, code = self.terminal.runs(f"{TODOD} {WORD}")
        self.is_clean(output, re.compile(b"(?!)"), "an option")
