"""Screens that tests can read: a terminal in tmux, sway without a monitor, and pictures of both kinds of desktop."""
import contextlib
import os
import pathlib
import re
import shlex
import subprocess

from todod_testing import NOBODY, TODOCTL, need, wait_for


def with_todoctl(place):
    """Has programs of the place find the todoctl that is tested."""
    place.environment["PATH"] = f"{pathlib.Path(TODOCTL).parent}:{os.environ['PATH']}"


class Terminal:
    """A shell in a window of a tmux of its own: `text` is what people see, `raw` every byte that came."""

    def __init__(self, place, columns=80, rows=24):
        need("tmux", "bash")
        with_todoctl(place)
        self.place = place
        self.raw_path = place.root / "raw"
        self.raw_path.write_bytes(b"")
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "bash --norc --noprofile -i")
        self.tmux("set", "-g", "status", "off")
        self.resize(columns, rows)
        self.tmux("pipe-pane", "-O", f"cat >> {self.raw_path}")
        self.number = 0
        self.runs("PS1='$ '; set +o history; bind 'set enable-bracketed-paste off'")

    def tmux(self, *words):
        run = subprocess.run(
            ["tmux", "-S", str(self.place.root / "tmux"), "-f", "/dev/null", *words], capture_output=True, text=True,
            env={**self.place.environment, "TERM": "xterm-256color"}, timeout=20)
        if run.returncode != 0:
            raise AssertionError(f"tmux {words}: {run.stderr}")
        return run.stdout

    def text(self, *, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def lines(self):
        return [line.rstrip() for line in self.text().split("\n")[:-1]]

    @property
    def raw(self):
        return self.raw_path.read_bytes()

    def flags(self):
        """Whether the cursor is seen, the other screen is on, and lines wrap; and the pane's title."""
        return self.tmux("display", "-p", "#{cursor_flag} #{alternate_on} #{wrap_flag} #{pane_title}").strip()

    def shows(self, pattern, seconds=15):
        """Waits until the screen matches; gives the screen."""
        def there():
            text = self.text()
            return text if re.search(pattern, text, re.M) else None
        try:
            return wait_for(there, f"{pattern!r} on the screen", seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}:\n{self.text()}") from None

    def key(self, *names):
        self.tmux("send-keys", *names)

    def types(self, command):
        self.tmux("send-keys", "-l", command)
        self.key("Enter")

    def runs(self, command, seconds=20):
        """Runs a command and gives what it wrote, to the byte, and its exit code."""
        self.number += 1
        # The marks are not in what is typed, so that its echo is none of them.
        begin, end = f"<{self.number}\x01".encode(), f"{self.number}>".encode()
        script = self.place.root / f"run{self.number}.sh"
        script.write_text(f"printf '<{self.number}\\001'\n{command}\nprintf '\\001%s\\001{self.number}>' $?\n")
        self.types(f". {shlex.quote(str(script))}")
        raw = wait_for(lambda: (self.raw if self.raw.endswith(end) or end in self.raw else None),
                       f"the end of {command!r}, so far {self.raw[-300:]!r}", seconds)
        said = raw.split(begin, 1)[1].split(end, 1)[0]
        output, code, _ = said.rsplit(b"\x01", 2)
        return output, int(code)

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def close(self):
        with contextlib.suppress(AssertionError):
            self.tmux("kill-server")


def start_sway(screen, place, configuration="xwayland disable\n"):
    """Starts sway without a monitor; it refuses to be root's, and a socket of another user is as good."""
    directory = screen.directory / "sway"
    directory.mkdir()
    path = directory / "config"
    path.write_text(configuration)
    command = ["env", f"XDG_RUNTIME_DIR={directory}", f"HOME={directory}", "WLR_BACKENDS=headless",
               "WLR_RENDERER=pixman", "WLR_LIBINPUT_NO_DEVICES=1", "sway", "-c", str(path)]
    if os.getuid() == 0:
        os.chmod(place.root, 0o711)
        os.chown(directory, NOBODY, NOBODY)
        command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
    screen.start("sway", *command)

    def answering():
        # It answers only when its configuration is read and all its sockets listen.
        for socket in directory.glob("sway-ipc*.sock"):
            command = ["swaymsg", "-s", str(socket), "-t", "get_outputs"]
            if subprocess.run(command, capture_output=True, timeout=10).returncode == 0:
                return socket
        return None
    place.environment["SWAYSOCK"] = str(wait_for(answering, "sway"))
    display = next(name for name in directory.glob("wayland-*") if name.suffix != ".lock")
    place.environment["WAYLAND_DISPLAY"] = str(display)


class Picture:
    """What is on the screen of a place, as a picture of its own."""

    def __init__(self, place):
        need("convert")
        self.path = place.root / "screen.png"
        tool = ["grim"] if "WAYLAND_DISPLAY" in place.environment else ["import", "-window", "root"]
        need(tool[0])
        subprocess.run([*tool, str(self.path)], env=place.environment, check=True, capture_output=True, timeout=20)

    def has(self, colour):
        """Whether text of that colour is there: more than a few pixels, smoothed ones left out."""
        share = subprocess.run(
            ["convert", str(self.path), "-alpha", "off", "-fuzz", "4%", "-fill", "black", "+opaque", colour, "-fill",
             "white", "-opaque", colour, "-format", "%[fx:mean*w*h]", "info:"],
            check=True, capture_output=True, text=True, timeout=20).stdout
        return float(share) > 5
