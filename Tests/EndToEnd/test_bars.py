"""The examples of config/bars in the real programs: what is due is on their screen, and changes there."""
import datetime
import json
import os
import subprocess

from screen_testing import Picture, Terminal, start_sway, with_todoctl
from todod_testing import ROOT, EndToEndTest, need, wait_for

BARS = ROOT / "config/bars"
OVERDUE, DUE, PAUSED = "#e06c75", "#e5c07b", "#7f848e"


class BarTest(EndToEndTest):
    def begin(self):
        with_todoctl(self.place)
        # Of what a bar's markup would take for its own.
        yesterday = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(1)
        self.place.write(f"2026-01-01 Late <&> %{{A1:x:}} #[fg=red] due:{yesterday}", "2026-01-01 Undated")
        self.daemon = self.start()

    def shows(self, colour, *others):
        """Waits until text of that colour is on the screen, and of no other of these."""
        def is_there():
            picture = Picture(self.place)
            return picture.has(colour) and not any(picture.has(other) for other in others)
        wait_for(is_there, f"{colour} on {self.place.root}/screen.png", 30)

    def goes_through_colours(self):
        self.shows(OVERDUE, DUE, PAUSED)
        self.did("pause", "1h")
        self.shows(PAUSED, OVERDUE, DUE)
        self.did("resume")
        self.shows(OVERDUE, DUE, PAUSED)
        self.did("due", "1", "today")
        self.shows(DUE, OVERDUE, PAUSED)
        self.daemon.stop()

        def is_empty():
            picture = Picture(self.place)
            return not any(picture.has(colour) for colour in (OVERDUE, DUE, PAUSED))
        wait_for(is_empty, "nothing to be shown without todod", 30)
        self.daemon = self.start()
        self.shows(DUE, OVERDUE, PAUSED)

    def x_screen(self):
        need("Xvfb", "import")
        self.screen = self.desktop(dunst=False)
        self.screen.start_screen()

    def sway(self, configuration):
        need("sway", "grim")
        self.screen = self.desktop(dunst=False)
        start_sway(self.screen, self.place, "xwayland disable\noutput * resolution 800x600\n" + configuration)

    def test_waybar(self):
        need("waybar", "grim")
        self.begin()
        self.sway("")
        self.screen.start("waybar", "waybar", "-c", str(BARS / "waybar.jsonc"), "-s", str(BARS / "waybar.css"))
        self.goes_through_colours()
        said = (self.screen.directory / "waybar.out").read_text(errors="replace")
        self.assertNotIn("markup", said)
        self.assertNotIn("custom/todod", said)

    def test_polybar(self):
        need("polybar")
        self.begin()
        self.x_screen()
        configuration = self.place.root / "polybar.ini"
        configuration.write_text(
            f"include-file = {BARS}/polybar.ini\n[bar/test]\nwidth = 100%\nheight = 24\nfont-0 = DejaVu Sans:size=12\n"
            "background = #000000\nmodules-right = todod\n")
        self.screen.start("polybar", "polybar", "-c", str(configuration), "test")
        self.goes_through_colours()

    def test_i3bar(self):
        need("i3", "i3bar")
        self.begin()
        self.x_screen()
        configuration = self.place.root / "i3"
        configuration.write_text(
            "# i3 config file (v4)\nfont pango:DejaVu Sans 12\n"
            f"bar {{\nfont pango:DejaVu Sans 12\nstatus_command sh {BARS}/i3bar.sh\n}}\n")
        self.screen.start("i3", "i3", "-c", str(configuration))
        self.goes_through_colours()

    def test_swaybar(self):
        need("swaybar")
        self.begin()
        # sway runs as another user, who may not reach todod: the bar is started as this one.
        self.sway("bar {\nfont pango:DejaVu Sans 12\nstatus_command true\n}\n")
        subprocess.run(["swaymsg", "bar", "bar-0", "status_command", f"sh {BARS}/i3bar.sh"], check=True,
                       capture_output=True, env=self.place.environment, timeout=10)
        self.screen.start("swaybar", "swaybar", "-b", "bar-0")
        self.goes_through_colours()

    def test_i3blocks(self):
        need("i3blocks")
        self.begin()
        path = self.place.root / "blocks"
        with open(path, "wb") as output:
            process = subprocess.Popen(["i3blocks", "-c", str(BARS / "i3blocks.conf")], stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=output, env=self.place.environment, start_new_session=True)

        def end():
            process.kill()
            process.wait()
        self.addCleanup(end)

        def block():
            lines = path.read_text().strip().split("\n")
            blocks = json.loads(lines[-1].lstrip(",")) if len(lines) > 2 else []
            mine = next((block for block in blocks if block.get("name") == "todod"), {})
            return mine.get("full_text"), mine.get("color")
        wait_for(lambda: block() == ("1 overdue", OVERDUE), f"the block, so far {path.read_text()}")
        self.did("due", "1", "today")
        wait_for(lambda: block() == ("1 due", DUE), f"the next, so far {path.read_text()}")

    def test_tmux(self):
        self.begin()
        terminal = Terminal(self.place)
        self.addCleanup(terminal.close)
        # Within the window another tmux, whose status line is seen.
        terminal.types(f"TMUX= tmux -L {self.place.root.name} -f {BARS}/tmux.conf new")
        self.addCleanup(subprocess.run, ["tmux", "-L", self.place.root.name, "kill-server"], capture_output=True,
                        env=self.place.environment)
        terminal.shows(r"1 overdue \d\d:\d\d *$")

    def test_screen(self):
        need("screen")
        self.begin()
        directory = self.place.root / "screen"
        directory.mkdir(mode=0o700)
        self.place.environment["SCREENDIR"] = str(directory)
        terminal = Terminal(self.place)
        self.addCleanup(terminal.close)
        terminal.types(f"screen -c {BARS}/screenrc")
        self.addCleanup(subprocess.run, ["screen", "-X", "quit"], capture_output=True, env=self.place.environment)
        terminal.shows("^1 overdue .*")
        self.did("due", "1", "today")
        terminal.shows("^1 due .*")

    def test_the_prompt_of_bash(self):
        self.begin()
        terminal = Terminal(self.place)
        self.addCleanup(terminal.close)
        terminal.types(f". {BARS}/prompt.sh")
        terminal.shows(r"^\[1 overdue\] \$")
        self.did("done", "1")
        terminal.types("clear")
        terminal.shows(r"\A\$")
        self.daemon.stop()
        terminal.types("clear; echo still")
        terminal.shows(r"\Astill\n\$")

    def test_there_is_no_example_without_a_test(self):
        self.assertEqual(
            {name for name in os.listdir(BARS)},
            {"waybar.jsonc", "waybar.css", "polybar.ini", "i3blocks.conf", "i3bar.sh", "tmux.conf", "screenrc",
             "prompt.sh"})
