"""A notification server that does as it is told, a clock that can be moved, and a pinger that watches the loop."""
import contextlib
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import time
import unittest

from todod_testing import need, wait_for

SUPPORT = pathlib.Path(__file__).resolve().parents[1] / "Support"
PYTHON = "/usr/bin/python3"


def need_fake_server():
    need(PYTHON, "notify-send", "dbus-daemon", "dbus-send")
    run = subprocess.run([PYTHON, "-c", "import dbus, gi"], capture_output=True)
    if run.returncode != 0:
        raise unittest.SkipTest("python3-dbus and python3-gi are not installed")


class FakeServer:
    """Tests/Support/desktop/fakenotify.py on a desktop's bus; its log is read back as records."""

    def __init__(self, desktop, *options, wait=True):
        self.desktop = desktop
        self.log = desktop.directory / f"fake{len(desktop.processes)}.log"
        self.log.write_text("")
        self.process = desktop.start("fake", PYTHON, str(SUPPORT / "desktop/fakenotify.py"), "--log", str(self.log),
                                     *options)
        if wait:
            wait_for(desktop.has_server, "the fake server")

    def events(self, name=None):
        records = []
        for line in self.log.read_text().splitlines():
            with contextlib.suppress(ValueError):  # the last one may not be whole yet
                records.append(json.loads(line))
        return [r for r in records if name is None or r["ev"] == name]

    def shown(self, words=""):
        """The popups whose summary or body has these words, in the order in which they came."""
        return [r for r in self.events("Notify") if words in r["summary"] + "\n" + r["body"]]

    def shows(self, words, count=1, seconds=15):
        """Waits until there were that many, and returns the last."""
        def there():
            found = self.shown(words)
            return found[count - 1] if len(found) >= count else None
        return wait_for(there, f"{count} popups with {words!r}, got {[r['summary'] for r in self.shown()]}", seconds)

    def control(self, member, *arguments):
        return self.desktop.call("org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                                 f"test.Control.{member}", *arguments)

    def press(self, number, key):
        self.control("Invoke", f"uint32:{number}", f"string:{key}")

    def set(self, name, value):
        self.control("Set", f"string:{name}", f"string:{value}")

    def open(self):
        """The popups on its screen, by number."""
        popups = {}
        for record in self.events():
            if record["ev"] == "Notify":
                popups[record["id"]] = record
            elif record["ev"] in ("CloseNotification", "->NotificationClosed"):
                popups.pop(record["id"], None)
        return popups

    def kill(self):
        self.process.kill()
        self.process.wait(10)


class MovedClock:
    """The wall clock of the programs of a place, by Tests/Support/clock/clkshim.c."""

    library = None

    def __init__(self, place, start):
        compiler = shutil.which("cc")
        if not compiler:
            raise unittest.SkipTest("no cc to build the movable clock with")
        library = place.root / "clkshim.so"
        build = subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", str(library), str(SUPPORT / "clock/clkshim.c"), "-ldl",
             "-lpthread"], capture_output=True, text=True)
        if build.returncode != 0:
            raise unittest.SkipTest("the movable clock does not build here: " + build.stderr[-300:])
        (place.root / "clock").mkdir()
        self.file = place.root / "clock/offset"
        self.pid = None
        self.set(start)
        place.environment.update(LD_PRELOAD=str(library), CLKSHIM_FILE=str(self.file))

    @staticmethod
    def seconds(text):
        """`2026-05-05 08:59:58` in UTC, since 1970."""
        return datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.timezone.utc).timestamp()

    @property
    def now(self):
        return time.time() + self.offset

    def set(self, text):
        """To a moment in UTC, or further by a number of seconds; `pid`, if it is one, has followed then."""
        self.offset = (self.offset + text) if isinstance(text, (int, float)) else self.seconds(text) - time.time()
        # Another file and a rename: a half-written number is a wrong one.
        new = self.file.with_name("new")
        new.write_text(f"{self.offset:.6f}")
        told = pathlib.Path(f"{self.file}.{self.pid}")
        told.unlink(missing_ok=True)
        new.rename(self.file)
        if self.pid:
            wait_for(told.exists, "the clock to be followed")

    def passes(self, text, seconds=20):
        """Waits until its clock shows more than a moment in UTC."""
        wait_for(lambda: self.now > self.seconds(text), text, seconds)


class Pinger:
    """Asks the daemon for a sign of life all the time, from a process of its own: see pinger.py."""

    # How much longer than the machine lets them an answer may take.
    BOUND = 0.02

    def __init__(self, socket):
        self.socket = socket

    def __enter__(self):
        self.process = subprocess.Popen([PYTHON, str(pathlib.Path(__file__).with_name("pinger.py")), str(self.socket)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise AssertionError("nothing to ping")
        return self

    def __exit__(self, *_):
        said, _ = self.process.communicate(timeout=70)
        self.pings = json.loads(said or "[]")

    @property
    def own(self):
        """What of each ping the machine was not at fault for: todod's own."""
        return [took - max(waited, deed) for _, took, waited, deed in self.pings]

    def machine(self, begin, end):
        """How much of the time between two times of the day the machine kept from who wanted it."""
        return sum(waited for at, took, waited, _ in self.pings if at < end and at + max(took, waited) > begin)

    @property
    def is_prompt(self):
        """Each was answered in time; but for one stall that is short, which neither measure of the machine may have seen.

        A loop that waits for a server, or for a program, waits for seconds, or again with each of many pings."""
        longest = sorted(self.own, reverse=True)
        return bool(longest) and longest[0] <= 3 * self.BOUND and max(longest[1:2], default=0) <= self.BOUND

    @property
    def words(self):
        def longest(times):
            return f"{max(times, default=float('inf')) * 1000:.1f} ms"
        excused = sum(ping[1] > self.BOUND >= own for ping, own in zip(self.pings, self.own))
        return (f"{len(self.pings)} pings, the longest {longest([p[1] for p in self.pings])}, {longest(self.own)} of "
                f"that todod's own; the machine's {longest([max(p[2:]) for p in self.pings])}"
                + (f"; {excused} over the bound by the machine's fault" if excused else ""))
