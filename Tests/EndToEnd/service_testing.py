"""A real systemd user manager and a real journal for the suites that need them."""
import json
import os
import shutil
import signal
import subprocess
import time
import unittest

from todod_testing import ROOT, TODOCTL, TODOD, need, wait_for

MANAGER = "/usr/lib/systemd/systemd"
JOURNALD = "/usr/lib/systemd/systemd-journald"


class UserManager:
    """`systemd --user` of the place's own: own runtime directory, own units, in a session of its own."""

    def __init__(self, place, bus=True):
        need("script", "systemctl", "dbus-daemon", MANAGER)
        # libsystemd believes that systemd runs where this directory is.
        if not os.path.isdir("/run/systemd/system"):
            if os.getuid() != 0:
                raise unittest.SkipTest("/run/systemd/system is missing and only root can make it")
            os.makedirs("/run/systemd/system")
        self.place = place
        self.units = place.config / "systemd/user"
        self.units.mkdir(parents=True, exist_ok=True)
        self.log = open(place.root / "manager.log", "ab")
        environment = dict(place.environment)
        environment.pop("DBUS_SESSION_BUS_ADDRESS")
        self.environment = environment
        # `script` gives it a terminal and a session; the manager does not start as part of a foreign one.
        self.process = subprocess.Popen(
            ["script", "-qfec", f"exec {MANAGER} --user --log-target=console", "/dev/null"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment, start_new_session=True)
        try:
            wait_for(self.is_up, "the user manager", 20)
        except AssertionError:
            words = (place.root / "manager.log").read_text(errors="replace")
            self.stop()
            raise unittest.SkipTest("no user manager here: " + words[-400:])

    def install_units(self):
        """Puts the programs and todod's units where the manager finds them, as systemd/install does; gives their bin."""
        binaries = self.place.root / "bin"
        binaries.mkdir()
        for program in (TODOD, TODOCTL):
            shutil.copy(program, binaries)
        for unit in (ROOT / "systemd").glob("*.in"):
            (self.units / unit.stem).write_text(unit.read_text().replace("@bindir@", str(binaries)))
        for unit in (ROOT / "systemd").glob("*.socket"):
            shutil.copy(unit, self.units)
        self.must("daemon-reload")
        return binaries

    def systemctl(self, *arguments, seconds=30):
        return subprocess.run(["systemctl", "--user", *arguments], env=self.environment, capture_output=True, text=True,
                              timeout=seconds)

    def is_up(self):
        if self.process.poll() is not None:
            return True
        return self.systemctl("is-system-running").stdout.strip() in ("running", "degraded")

    def property(self, unit, name):
        return self.systemctl("show", "--value", "-p", name, unit).stdout.strip()

    def must(self, *arguments):
        run = self.systemctl(*arguments)
        if run.returncode != 0:
            status = self.systemctl("status", "--no-pager", "-n", "20", arguments[-1]).stdout
            log = (self.place.root / "manager.log").read_text(errors="replace")[-2000:]
            raise AssertionError(f"systemctl --user {arguments}: {run.stderr}\n{status}\n{log}")
        return run.stdout

    def stop(self):
        if self.process.poll() is None:
            self.systemctl("exit", "--force")
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()


class Journal:
    """The machine's journal; where none runs and this is root, one is started and stopped again."""

    started = None

    def __init__(self):
        need("journalctl", "systemd-cat")
        if not os.path.exists("/run/systemd/journal/socket") or not self.takes():
            self.start()
        self.cursor = self.now()

    def takes(self):
        probe = f"todod-test-probe-{time.monotonic_ns()}"
        if subprocess.run(["systemd-cat", "-t", probe, "true"], capture_output=True).returncode != 0:
            return False
        subprocess.run(["systemd-cat", "-t", probe, "echo", "probe"], capture_output=True)
        for _ in range(100):
            if probe in subprocess.run(["journalctl", "-q", "-t", probe, "-o", "json"], capture_output=True,
                                       text=True).stdout:
                return True
            time.sleep(0.01)
        return False

    def start(self):
        if os.getuid() != 0 or not os.path.exists(JOURNALD):
            raise unittest.SkipTest("no journal runs here and only root can start one")
        Journal.started = subprocess.Popen([JOURNALD], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL, start_new_session=True)
        wait_for(self.takes, "the journal", 20)

    @classmethod
    def end(cls):
        if cls.started and cls.started.poll() is None:
            cls.started.terminate()
            cls.started.wait(10)
        cls.started = None

    def now(self):
        shown = subprocess.run(["journalctl", "-q", "-n", "1", "--show-cursor", "-o", "cat"], capture_output=True,
                               text=True).stdout
        return shown.rsplit("-- cursor: ", 1)[-1].strip()

    def entries(self, **fields):
        """Entries written since this journal was opened that have these fields, as dictionaries."""
        # Matches are not journalctl's: with a cursor that does not match them it loses the first entry.
        out = subprocess.run(["journalctl", "-q", "-o", "json", f"--after-cursor={self.cursor}"], capture_output=True,
                             text=True).stdout
        entries = [json.loads(line) for line in out.splitlines()]
        return [e for e in entries if all(e.get(name) == value for name, value in fields.items())]

    @staticmethod
    def instant(entry):
        """When the program wrote it, in seconds since the epoch."""
        return int(entry.get("_SOURCE_REALTIME_TIMESTAMP", entry["__REALTIME_TIMESTAMP"])) / 1e6

    # stderr becomes the journal's stream, as in a service.
    PREFIX = ["systemd-cat", "-t", "todod", "sh", "-c",
              'JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec "$0" "$@"']
