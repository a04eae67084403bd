"""What every end-to-end suite stands on: a home of its own, the real programs, a raw protocol client, a desktop.

Nothing here uses the real HOME, a fixed port or today's date; everything started is stopped by its pid.
"""
import contextlib
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import termios
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TODOD = os.environ.get("TODOD_BIN", str(ROOT / ".build/release/todod"))
TODOCTL = os.environ.get("TODOCTL_BIN", str(ROOT / ".build/release/todoctl"))
LONG = os.environ.get("TODOD_LONG") == "1"
NOBODY = 65534

# Variables of the session that runs the tests; none may reach the programs.
PRIVATE = [
    "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID",
    "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "JOURNAL_STREAM", "INVOCATION_ID", "TODO_FILE", "TODO_DIR",
    "TODOD_SOCKET", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_DATA_DIRS", "NO_COLOR", "COLUMNS",
    "LC_ALL", "LC_TIME", "LANG", "VISUAL", "EDITOR", "PAGER",
]


def wait_for(condition, what, seconds=10.0):
    """Returns the first true value of `condition`, asked every 2 ms."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s for {what}")
        time.sleep(0.002)


def need(*programs):
    """Skips the test unless every program is installed."""
    missing = [p for p in programs if not shutil.which(p) and not os.path.exists(p)]
    if missing:
        raise unittest.SkipTest("not installed: " + ", ".join(missing))


class Place:
    """A home directory with everything XDG names, made for one test."""

    def __init__(self, todo="todo.txt"):
        # Short, because a socket's path has 107 bytes.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="td-", dir="/tmp"))
        self.home = self.root / "home"
        self.config = self.root / "config"
        self.state = self.root / "state"
        self.run = self.root / "run"
        for directory in (self.home, self.config, self.state, self.run):
            directory.mkdir(mode=0o700)
        self.todo = self.home / todo
        self.done = self.todo.parent / "done.txt"
        self.configuration = self.config / "todod/todod.conf"
        self.socket = self.run / "todod/socket"
        self.database = self.state / "todod/state.db"
        self.environment = {k: v for k, v in os.environ.items() if k not in PRIVATE}
        self.environment.update(
            HOME=str(self.home), XDG_CONFIG_HOME=str(self.config), XDG_STATE_HOME=str(self.state),
            XDG_RUNTIME_DIR=str(self.run), TZ="UTC", LC_ALL="C.UTF-8", TERM="dumb",
            # No bus but one that a test makes: sd-bus would try this path by itself anyway.
            DBUS_SESSION_BUS_ADDRESS=f"unix:path={self.run}/bus")

    def todo_sh_configuration(self):
        """Writes the configuration with which todo.sh uses this place's files; gives its path."""
        path = self.root / "todo.cfg"
        path.write_text(
            f"export TODO_DIR={self.home}\nexport TODO_FILE={self.todo}\nexport DONE_FILE={self.done}\n"
            f"export REPORT_FILE={self.root}/report.txt\nexport TMP_FILE={self.root}/todo.tmp\n")
        return path

    def configure(self, text=""):
        """Writes the configuration: this place's files, then `text`, which may name further sections."""
        self.configuration.parent.mkdir(parents=True, exist_ok=True)
        self.configuration.write_text(f"[File]\nTodo={self.todo}\n{text}")

    def write(self, *lines):
        self.todo.write_text("".join(line + "\n" for line in lines))

    def lines(self):
        return self.todo.read_text().split("\n")[:-1]

    def give_to(self, uid):
        """Gives all of it to another user."""
        os.chmod(self.root, 0o755)
        for directory, names, files in os.walk(self.root):
            for name in [directory] + [os.path.join(directory, n) for n in files]:
                os.lchown(name, uid, uid)

    def end_strays(self):
        """Ends what still runs in this home: a notify-send outlives a daemon that was killed, without a bus for ever."""
        home = b"HOME=" + os.fsencode(self.home)
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if home in pathlib.Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
                    os.kill(int(process), signal.SIGKILL)

    def remove(self):
        self.end_strays()
        shutil.rmtree(self.root, ignore_errors=True)


class Answer:
    """What one request got: its rows, data lines and the closing line."""

    def __init__(self, tag, lines):
        self.tag = tag
        self.lines = lines
        self.last = lines[-1]

    @property
    def ok(self):
        return self.last.split(" ", 1)[0] == "OK"

    @property
    def code(self):
        """The error's number, 0 for OK."""
        return 0 if self.ok else int([w for w in self.last.split(" ")[1:] if not w.startswith("@")][0])

    @property
    def values(self):
        return dict(word.split("=", 1) for word in self.last.split("\t")[0].split(" ") if "=" in word)

    @property
    def rows(self):
        """`{id: line}` in the order of the answer."""
        return {int(line.split(" ", 2)[1].split("\t")[0]): line.split("\t", 1)[1]
                for line in self.lines if line.startswith("- ")}

    @property
    def texts(self):
        """The lines of the rows, which in the trash may be several of one id."""
        return [line.split("\t", 1)[1] for line in self.lines if line.startswith("- ")]

    @property
    def data(self):
        return dict(line[2:].split(" ", 1) for line in self.lines if line.startswith("= ") and " " in line[2:])


class Client:
    """The protocol by hand. Events are kept in `events` with the time they came."""

    def __init__(self, path, seconds=10.0):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(seconds)
        self.socket.connect(str(path))
        self.buffer = b""
        self.events = []
        self.greeting = self.line()

    def line(self):
        """One line without its LF; None when the daemon has closed."""
        while b"\n" not in self.buffer:
            more = self.socket.recv(65536)
            if not more:
                return None
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode("utf-8", "surrogateescape")

    def send(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode("utf-8", "surrogateescape") + b"\n")

    def answer(self):
        lines = []
        while True:
            line = self.line()
            if line is None:
                raise EOFError("closed by the daemon after " + repr(lines))
            if line.startswith("* "):
                self.events.append((time.time(), line))
                continue
            lines.append(line)
            if line.startswith("OK") or line.startswith("ERR"):
                return Answer(None, lines)

    def ask(self, request):
        self.send(request)
        return self.answer()

    def must(self, request):
        answer = self.ask(request)
        if not answer.ok:
            raise AssertionError(f"{request!r} was answered {answer.last!r}")
        return answer

    def add(self, text):
        """Adds a task and returns its id."""
        return next(iter(self.must(f"add\t{text}").rows))

    def tasks(self, query=""):
        return self.must("list" + (f"\t{query}" if query else "")).rows

    def event(self, name, seconds=10.0):
        """Waits for an event and returns (time it came, line)."""
        deadline = time.monotonic() + seconds
        while True:
            for at, line in self.events:
                if line.startswith(f"* {name}"):
                    self.events.remove((at, line))
                    return at, line
            self.socket.settimeout(max(0.001, deadline - time.monotonic()))
            line = self.line()
            if line is None:
                raise EOFError("closed by the daemon")
            if line.startswith("* "):
                self.events.append((time.time(), line))

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Todod:
    """The real daemon in a place."""

    def __init__(self, place, *options, prefix=(), program=None, environment=None):
        self.place = place
        self.log_path = place.root / "todod.log"
        self.log = open(self.log_path, "ab")
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify_path = place.root / f"notify{time.monotonic_ns()}"
        notify.bind(str(self.notify_path))
        os.chmod(self.notify_path, 0o777)
        self.notify = notify
        self.states = []
        # Read all the time, as systemd does: a full socket would hold the daemon up.
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [*prefix, program or TODOD, *options], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            start_new_session=True,
            env={**place.environment, "NOTIFY_SOCKET": str(self.notify_path), **(environment or {})})

    @property
    def pid(self):
        return self.process.pid

    def listen(self):
        with contextlib.suppress(OSError):
            while told := self.notify.recv(4096):
                self.states += told.decode().split("\n")

    def is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"todod ended with {self.process.returncode} before READY:\n{self.words()}")
        return "READY=1" in self.states

    def ready(self, seconds=10.0):
        wait_for(self.is_ready, "READY", seconds)
        return self

    def words(self):
        """What it wrote to stderr."""
        return self.log_path.read_text(errors="replace")

    def client(self):
        return Client(self.place.socket)

    def resident(self):
        """Resident memory in KiB."""
        for line in open(f"/proc/{self.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1])

    def kill(self):
        """kill -9 and reap."""
        self.process.kill()
        self.process.wait(10)
        self.close()

    def ended(self, seconds=10.0):
        """Waits for its end and returns the exit code."""
        code = self.process.wait(seconds)
        self.close()
        return code

    def stop(self, seconds=10.0):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.ended(seconds)

    def close(self):
        self.log.close()
        # An empty datagram ends the listener when it has read all before it.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
            end.sendto(b"", str(self.notify_path))
            self.listener.join(5)
        self.notify.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.notify_path)


class Desktop:
    """A private bus, or the one that a user manager has there, and, if asked for, an X server with dunst on it."""

    SUPPORT = ROOT / "Tests/Support/desktop"

    def __init__(self, place, dunst=True, bus=True):
        need("dbus-daemon", "dbus-send", *(["Xvfb", "dunst"] if dunst else []))
        self.place = place
        self.processes = []
        self.directory = place.root / "desktop"
        self.directory.mkdir(exist_ok=True)
        self.wish = self.directory / "wish"
        self.wish.write_text("")
        if bus:
            self.start_bus()
        if dunst:
            self.start_screen()
            self.start_dunst()

    def start_bus(self):
        configuration = self.directory / "bus.conf"
        # No service directories: a bus that starts a real server by itself would hide that none is there.
        configuration.write_text(
            '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"\n'
            ' "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">\n'
            f"<busconfig><type>session</type><listen>unix:path={self.place.run}/bus</listen><auth>EXTERNAL</auth>\n"
            '<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>'
            '<allow own="*"/></policy></busconfig>\n')
        self.start("bus", "dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile")
        wait_for(lambda: (self.place.run / "bus").exists(), "the bus")

    def start(self, name, *command, **options):
        output = open(self.directory / f"{name}.out", "ab")
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=self.place.environment, **options)
        output.close()
        self.processes.append(process)
        return process

    def start_screen(self):
        reading, writing = os.pipe()
        self.start("xvfb", "Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24", "-nolisten", "tcp",
                   "-noreset", pass_fds=[writing])
        os.close(writing)
        with open(reading) as number:
            self.place.environment["DISPLAY"] = ":" + number.readline().strip()

    def start_dunst(self):
        pick = self.directory / "pick.sh"
        # dunst's menu: lines like "#Snooze (...) [3,snooze]" come in, the wished one goes out.
        pick.write_text(f"#!/bin/sh\ntee -a {self.wish}.menu | grep -F \"$(cat {self.wish})\" | head -1\n")
        pick.chmod(0o755)
        rc = self.directory / "dunstrc"
        rc.write_text(
            "[global]\nfollow = none\nwidth = 420\nheight = 300\noffset = 20x20\nnotification_limit = 0\nsort = false\n"
            "idle_threshold = 0\nhistory_length = 100\nsticky_history = yes\nstack_duplicates = false\n"
            "show_indicators = false\nfont = DejaVu Sans 11\nframe_width = 1\npadding = 12\nhorizontal_padding = 14\n"
            f"icon_path = {ROOT}/config\nmin_icon_size = 32\nmax_icon_size = 48\ncorner_radius = 6\ndmenu = {pick}\n"
            + "".join(
                f"[urgency_{u}]\ntimeout = 0\nbackground = \"{b}\"\nforeground = \"#f2f4f8\"\nframe_color = \"#4c5a74\"\n"
                for u, b in (("low", "#222a38"), ("normal", "#2b3548"), ("critical", "#5a2430"))))
        self.dunst = self.start("dunst", "dunst", "-conf", str(rc), "-verbosity", "info", "-print")
        wait_for(self.has_server, "dunst")

    def has_server(self):
        return "true" in self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner",
                                   "string:org.freedesktop.Notifications")

    def call(self, name, path, member, *arguments):
        run = subprocess.run(
            ["dbus-send", "--session", "--print-reply", f"--dest={name}", path, member, *arguments],
            env=self.place.environment, capture_output=True, text=True, timeout=10)
        return run.stdout

    def dunstctl(self, *arguments):
        return subprocess.run(["dunstctl", *arguments], env=self.place.environment, capture_output=True, text=True,
                              timeout=10).stdout.strip()

    def displayed(self):
        return int(self.dunstctl("count", "displayed") or 0)

    def shown(self):
        """What dunst printed about every popup so far."""
        return (self.directory / "dunst.out").read_text(errors="replace")

    def press(self, key):
        """Presses a button, by dunst's menu of all that are there."""
        self.wish.write_text(f",{key}]")
        # Not `action`: where there is a default, as for a click, that takes it without asking.
        self.dunstctl("context")

    def stop(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
        for process in reversed(self.processes):
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class EndToEndTest(unittest.TestCase):
    """A test with a place; what it starts through `start` and `desktop` is gone when it ends."""

    def setUp(self):
        for program in (TODOD, TODOCTL):
            if not os.access(program, os.X_OK):
                self.fail(f"{program} is not built: swift build -c release")
        self.place = self.make_place()
        self.addCleanup(self.place.remove)
        self.place.configure()

    def make_place(self):
        return Place()

    def start(self, *options, ready=True, **more):
        todod = Todod(self.place, *options, **more)

        def end():
            if todod.process.poll() is None:
                todod.kill()

        self.addCleanup(end)
        return todod.ready() if ready else todod

    def desktop(self, **options):
        desktop = Desktop(self.place, **options)
        self.addCleanup(desktop.stop)
        return desktop

    def todoctl(self, *arguments, input=None, environment=None, seconds=20):
        return subprocess.run(
            [TODOCTL, *arguments], input=input, capture_output=True, text=True, timeout=seconds,
            stdin=subprocess.DEVNULL if input is None else None,
            env={**self.place.environment, **(environment or {})})

    def did(self, *arguments, **options):
        """todoctl that must succeed; returns its stdout."""
        run = self.todoctl(*arguments, **options)
        self.assertEqual(run.returncode, 0, f"todoctl {arguments}: {run.stdout}{run.stderr}")
        return run.stdout

    def terminal(self, *arguments, columns="100", rows=24, answer=None, keys=(), pager="cat", environment=None):
        """todoctl on a terminal of its own; returns (what it printed, exit code).

        `answer` is typed at once; of `keys`, pairs of bytes, the second is typed when the first was printed.
        """
        keys = list(keys)
        master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (rows, int(columns)))
        process = subprocess.Popen(
            [TODOCTL, *arguments], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={**self.place.environment, "TERM": "xterm-256color", "COLUMNS": columns, "PAGER": pager,
                 **(environment or {})})
        os.close(slave)
        if answer:
            os.write(master, answer)
        out = b""
        while True:
            if not select.select([master], [], [], 30)[0]:
                process.kill()
                self.fail(f"todoctl {arguments} hangs after {out!r}")
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            if not more:
                break
            out += more
            if keys and keys[0][0] in out:
                os.write(master, keys.pop(0)[1])
        os.close(master)
        return out.decode(errors="replace"), process.wait(10)

    def measure(self, words):
        """Keeps words for the line that the runner prints about this test."""
        self.measured = (getattr(self, "measured", "") + "; " + words).lstrip("; ")
