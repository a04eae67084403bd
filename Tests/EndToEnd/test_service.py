"""As a service: a real systemd user manager, and the set-up script."""
import datetime
import json
import os
import shutil
import socket
import subprocess
import time
import unittest

from notify_testing import FakeServer, need_fake_server
from service_testing import Journal, UserManager
from todod_testing import ROOT, TODOCTL, TODOD, Client, Desktop, EndToEndTest, wait_for


def tearDownModule():
    Journal.end()


class ServiceTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("2026-01-01 One", "2026-01-02 Two")
        self.manager = UserManager(self.place)
        self.addCleanup(self.manager.stop)
        self.bin = self.manager.install_units()

    def pid(self):
        return int(self.manager.property("todod.service", "MainPID"))

    def client(self):
        client = Client(self.place.socket)
        self.addCleanup(client.close)
        return client

    def test_it_is_ready_when_start_returns(self):
        self.manager.must("start", "todod.service")
        self.assertEqual(self.manager.property("todod.service", "ActiveState"), "active")
        self.assertEqual(len(self.client().tasks()), 2)
        # Counts, never task text.
        status = self.manager.property("todod.service", "StatusText")
        self.assertRegex(status, r"\d")
        self.assertNotIn("One", status)

    def test_the_watchdog_is_fed(self):
        directory = self.manager.units / "todod.service.d"
        directory.mkdir()
        (directory / "fast.conf").write_text("[Service]\nWatchdogSec=600ms\n")
        self.manager.must("daemon-reload")
        self.manager.must("start", "todod.service")
        pid = self.pid()
        before = int(self.manager.property("todod.service", "WatchdogTimestampMonotonic"))
        wait_for(lambda: int(self.manager.property("todod.service", "WatchdogTimestampMonotonic")) > before + 1_500_000,
                 "the watchdog's third sign", 10)
        self.assertEqual(self.pid(), pid)

    def test_the_watchdog_of_the_unit_is_three_minutes(self):
        self.manager.must("start", "todod.service")
        self.assertEqual(self.manager.property("todod.service", "WatchdogUSec"), "3min")

    def test_reload_takes_a_new_configuration_and_keeps_the_process(self):
        self.manager.must("start", "todod.service")
        pid = self.pid()
        self.place.configure("[Reminders]\nDayStart=07:15\n")
        self.manager.must("reload", "todod.service")
        self.assertEqual(self.pid(), pid)
        self.assertEqual(self.manager.property("todod.service", "ActiveState"), "active")
        self.place.configure("[Reminders]\nDayStart=nonsense\n")
        self.assertNotEqual(self.manager.systemctl("reload", "todod.service").returncode, 0)
        self.assertEqual(self.pid(), pid)
        self.assertTrue(self.client().ask("ping").ok)

    def test_sighup_reloads(self):
        self.manager.must("start", "todod.service")
        self.place.configure("[File]\n# nothing new\n")
        self.manager.must("kill", "-s", "HUP", "--kill-who=main", "todod.service")
        self.assertTrue(self.client().ask("ping").ok)
        self.assertEqual(self.manager.property("todod.service", "ActiveState"), "active")

    def test_restart_and_stop(self):
        self.manager.must("start", "todod.service")
        pid = self.pid()
        self.client().add("Three")
        self.manager.must("restart", "todod.service")
        self.assertNotEqual(self.pid(), pid)
        self.assertEqual(len(self.client().tasks()), 3)
        began = time.monotonic()
        self.manager.must("stop", "todod.service")
        self.assertLess(time.monotonic() - began, 2)
        self.assertEqual(self.manager.property("todod.service", "Result"), "success")
        self.assertEqual(self.manager.property("todod.service", "ExecMainStatus"), "0")

    def test_it_comes_back_after_kill_9(self):
        self.manager.must("start", "todod.service")
        pid = self.pid()
        self.client().add("Three")
        os.kill(pid, 9)
        wait_for(lambda: self.pid() not in (0, pid)
                 and self.manager.property("todod.service", "ActiveState") == "active", "the restart", 15)
        self.assertEqual(len(self.client().tasks()), 3)

    def test_a_bad_configuration_is_not_tried_again(self):
        self.place.configure("[Reminders]\nDayStart=nonsense\n")
        self.assertNotEqual(self.manager.systemctl("start", "todod.service").returncode, 0)
        self.assertEqual(self.manager.property("todod.service", "ExecMainStatus"), "78")
        self.assertEqual(self.manager.property("todod.service", "ActiveState"), "failed")
        self.assertEqual(self.manager.property("todod.service", "NRestarts"), "0")

    def test_the_socket_starts_it_and_outlives_it(self):
        self.manager.must("start", "todod.socket")
        self.assertEqual(self.pid(), 0)
        self.assertIn("One", self.did("list"))
        self.assertNotEqual(self.pid(), 0)
        inode = os.stat(self.place.socket).st_ino
        self.manager.must("stop", "todod.service")
        self.assertEqual(os.stat(self.place.socket).st_ino, inode)
        self.assertIn("Two", self.did("list"))

    def test_two_lists_are_two_instances(self):
        work = self.place.home / "work.txt"
        work.write_text("2026-01-03 Office\n")
        (self.place.config / "todod/work.conf").write_text(f"[File]\nTodo={work}\n")
        self.manager.must("start", "todod.service", "todod@work.socket", "todod@work.service")
        self.assertIn("One", self.did("list"))
        other = self.did("--socket", str(self.place.run / "todod/work/socket"), "list")
        self.assertIn("Office", other)
        self.assertNotIn("One", other)
        self.assertTrue((self.place.state / "todod/work/state.db").exists())

    def test_the_sandbox_drop_in(self):
        directory = self.manager.units / "todod.service.d"
        directory.mkdir()
        text = (ROOT / "systemd/todod.service.d/sandbox.conf").read_text()
        # This test's home is below /tmp, which PrivateTmp would hide.
        (directory / "sandbox.conf").write_text(
            text.replace("PrivateTmp=yes", "PrivateTmp=no").replace(
                "ReadWritePaths=%h %S %t", f"ReadWritePaths={self.place.root}"))
        self.manager.must("daemon-reload")
        self.manager.systemctl("start", "todod.service")
        if self.manager.property("todod.service", "ExecMainStatus") == "226":
            self.skipTest("this kernel lets nobody make namespaces")
        self.client().add("in the sandbox")
        self.assertEqual(len(self.place.lines()), 3)

    def test_on_remind_has_the_network(self):
        listener = socket.socket()
        self.addCleanup(listener.close)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(20)
        script = self.place.root / "tell"
        script.write_text("#!/usr/bin/python3\nimport socket, sys\n"
                          "with socket.create_connection(('127.0.0.1', int(sys.argv[1]))) as s:\n"
                          "    s.sendall(sys.stdin.buffer.read())\n")
        script.chmod(0o755)
        self.place.configure(f"[Reminders]\nOnRemind='{script}' {listener.getsockname()[1]}\n")
        self.manager.must("start", "todod.service")
        at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
        item = self.client().add(f"Ring far away {'x' * 4_000} due:{at:%Y-%m-%dT%H:%M:%SZ}")
        for event in ("ringing", "answered"):
            connection, _ = listener.accept()
            with connection, connection.makefile("rb") as stream:
                told = json.loads(stream.read())
            self.assertEqual(told["event"], event)
            self.assertEqual([task["id"] for task in told["tasks"]], [item])
            self.assertTrue(told["tasks"][0]["text"].startswith("Ring far away xxx"))
            if event == "ringing":
                self.client().must(f"done {item}")
        self.assertEqual(told["answer"], "done")
        # Nothing of it is left in the manager.
        wait_for(lambda: not self.units("todod-remind"), "the units to be gone")

    def script(self, *lines):
        script = self.place.root / "script"
        script.write_text("\n".join(["#!/bin/sh", *lines, ""]))
        script.chmod(0o755)
        return script

    def server(self):
        """A notification server on the manager's bus."""
        need_fake_server()
        desktop = Desktop(self.place, dunst=False, bus=False)
        self.addCleanup(desktop.stop)
        return FakeServer(desktop)

    @staticmethod
    def soon(seconds=1.5):
        at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)
        return f"due:{at:%Y-%m-%dT%H:%M:%SZ}"

    def units(self, word):
        return word in self.manager.systemctl("list-units", "--all", "--plain").stdout

    def test_a_command_that_fails_as_a_unit_is_told_until_it_works_again(self):
        journal = Journal()
        script = self.script(f"read line; test -e {self.place.root}/works || exit 3")
        self.place.configure(f"[Reminders]\nOnRemind={script}\n")
        self.manager.must("start", "todod.service")
        client = self.client()
        item = client.add(f"Told {self.soon()}")
        fault = f"= command-fault {script} ended with code 3"
        wait_for(lambda: fault in client.ask("status").lines, "the fault in status")
        (self.place.root / "works").touch()
        client.must(f"done {item}")
        wait_for(lambda: fault not in client.ask("status").lines, "the fault to be over")

        def told(event):
            return [e for e in journal.entries(_PID=str(self.pid())) if e.get("TODOD_EVENT") == event]
        wait_for(lambda: told("command-recovered"), "its event in the journal")
        self.assertEqual([e["MESSAGE"] for e in told("command-failed")], [f"{script} ended with code 3"])

    def test_a_flood_of_answers_starts_few_units_at_once(self):
        count = 24
        log = self.place.root / "runs"
        log.touch()
        script = self.script(f"echo + >>{log}; sleep 0.2; echo - >>{log}")
        self.place.configure(f"[Reminders]\nOnRemind={script}\nDayStart=00:00\n")
        self.manager.must("start", "todod.service")
        client = self.client()
        due = self.soon(3)
        items = [client.add(f"One of many {due}") for _ in range(count)]

        def marks(sign):
            return log.read_text().count(sign)
        wait_for(lambda: marks("+") == 1, "the digest of all")
        for item in items:
            client.must(f"done {item}")
        wait_for(lambda: marks("-") == count + 1, "a run for each", 60)
        running = most = 0
        for line in log.read_text().split():
            running += 1 if line == "+" else -1
            most = max(most, running)
        self.assertGreater(most, 1)
        self.assertLessEqual(most, 4)
        wait_for(lambda: not self.units("todod-remind"), "the units to be gone")

    def test_what_a_click_opens_is_a_unit_of_its_own_and_outlives_todod(self):
        server = self.server()
        facts = self.place.root / "facts"
        script = self.script(f"cat /proc/self/cgroup /proc/self/status >{facts}.new", f"mv {facts}.new {facts}",
                             "exec sleep 1000")
        self.place.configure(f"[Popups]\nOpen='{script}' unused\n")
        self.manager.must("start", "todod.service")
        self.client().add(f"Click me {self.soon()}")
        server.press(server.shows("Click me")["id"], "default")
        wait_for(facts.exists, "the program to be opened")
        text = facts.read_text()
        self.assertRegex(text, r"todod-open-\w+-\d+\.service")
        # None of todod's restrictions.
        self.assertRegex(text, r"Seccomp:\s+0")
        self.assertRegex(text, r"NoNewPrivs:\s+0")
        self.manager.must("stop", "todod.service")
        self.assertTrue(self.units("todod-open"))
        self.assertEqual(self.manager.property("todod.service", "ActiveState"), "inactive")

    def test_what_a_click_cannot_open_is_told(self):
        journal = Journal()
        server = self.server()
        script = self.script("exit 4")
        self.place.configure(f"[Popups]\nOpen='{script}'\n")
        self.manager.must("start", "todod.service")
        self.client().add(f"Click me {self.soon()}")
        server.press(server.shows("Click me")["id"], "default")
        wait_for(lambda: f"{script} ended with code 4" in [
            e.get("MESSAGE") for e in journal.entries(TODOD_EVENT="command-failed")], "the fault in the journal")
        wait_for(lambda: not self.units("todod-open"), "the unit to be gone")

    def test_the_unit_is_hardened(self):
        self.manager.must("start", "todod.service")
        status = open(f"/proc/{self.pid()}/status").read()
        self.assertRegex(status, r"NoNewPrivs:\s+1")
        self.assertRegex(status, r"Seccomp:\s+2")

    def test_events_are_in_the_journal_with_their_fields(self):
        journal = Journal()
        self.manager.must("start", "todod.service")
        pid = str(self.pid())
        self.client().add("seen in the journal?")
        self.manager.must("stop", "todod.service")

        def events():
            return {e["TODOD_EVENT"]: e for e in journal.entries(_PID=pid) if "TODOD_EVENT" in e}
        wait_for(lambda: "stopped" in events(), "the last event", 10)
        found = events()
        self.assertIn("started", found)
        self.assertEqual(found["started"]["TODOD_PATH"], str(self.place.todo))
        catalog = (ROOT / "systemd/todod.catalog").read_text()
        for name, entry in found.items():
            self.assertIn(f"# {name}\n-- {entry['MESSAGE_ID']}\n", catalog)
        self.assertFalse([e for e in journal.entries(_PID=pid) if "seen in the journal?" in str(e.get("MESSAGE"))])


class InstallTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.configuration.unlink()
        self.place.write("2026-01-01 Mine")
        # The script wants what was built below one directory.
        self.build = self.place.root / "build"
        (self.build / "release").mkdir(parents=True)
        for program in (TODOD, TODOCTL, os.path.join(os.path.dirname(TODOCTL), "todo-exchange")):
            shutil.copy(program, self.build / "release" / os.path.basename(program))
        self.bin = self.place.home / ".local/bin"

    def install(self, *options, environment=None, code=0):
        run = subprocess.run(
            [ROOT / "systemd/install", "--no-build", *options], capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL,
            env={**self.place.environment, "TODOD_BUILD": str(self.build), **(environment or {})})
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def ctl(self, *arguments):
        return subprocess.run([self.bin / "todoctl", *arguments], capture_output=True, text=True, timeout=20,
                              env=self.place.environment, stdin=subprocess.DEVNULL)

    def test_with_a_user_manager(self):
        manager = UserManager(self.place)
        self.addCleanup(manager.stop)
        for attempt in range(2):
            out = self.install()
            self.assertEqual(manager.property("todod.service", "ActiveState"), "active", out)
            self.assertEqual(manager.property("todod.socket", "ActiveState"), "active", out)
            self.assertEqual(manager.systemctl("is-enabled", "todod.service").stdout.strip(), "enabled")
            self.assertIn(f"{self.bin}/todoctl add", out)
            self.assertIn("export PATH=", out)
            run = self.ctl("add", f"after installation {attempt}")
            self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(self.place.lines()), 3)
        out = self.install("--uninstall")
        self.assertEqual(manager.property("todod.service", "ActiveState"), "inactive")
        self.assertFalse((self.bin / "todod").exists())
        self.assertIn(str(self.place.todo), out)
        self.assertEqual(len(self.place.lines()), 3)
        self.assertTrue(self.place.database.exists())

    def test_without_a_user_manager_it_starts_todod_itself(self):
        out = self.install()
        self.addCleanup(self.install, "--purge")
        self.assertIn("no systemd user manager", out)
        run = self.ctl("list")
        self.assertIn("Mine", run.stdout, run.stderr)
        # Again, as for an upgrade: the old one goes, the new one serves.
        first = (self.place.run / "todod/lock").read_text()
        self.install()
        self.assertNotEqual((self.place.run / "todod/lock").read_text(), first)
        self.assertIn("Mine", self.ctl("list").stdout)
        self.install("--purge")
        self.assertFalse(self.place.database.exists())
        self.assertEqual(self.place.lines(), ["2026-01-01 Mine"])

    def test_for_packagers(self):
        destination = self.place.root / "package"
        self.install("--prefix", "/usr", "--destdir", str(destination))
        for name in ("bin/todod", "bin/todoctl", "libexec/todod/todo-exchange", "lib/systemd/user/todod.service",
                     "lib/systemd/user/todod@.socket",
                     "lib/systemd/catalog/todod.catalog", "share/man/man1/todod.1", "share/applications/todod.desktop",
                     "share/icons/hicolor/scalable/apps/todod.svg"):
            self.assertTrue((destination / "usr" / name).exists(), name)
        unit = (destination / "usr/lib/systemd/user/todod.service").read_text()
        self.assertIn("ExecStart=/usr/bin/todod\n", unit)
        self.assertNotIn("@bindir@", unit)
        self.assertFalse(self.place.configuration.exists())
        self.install("--prefix", "/usr", "--destdir", str(destination), "--uninstall")
        self.assertEqual([p for p in destination.rglob("*") if p.is_file()], [])

    def test_no_enable_starts_nothing(self):
        self.install("--no-enable")
        self.assertFalse(self.place.socket.exists())
        self.assertTrue((self.bin / "todoctl").exists())

    def test_options(self):
        self.assertIn("--destdir", self.install("--help"))
        self.install("--frobnicate", code=2)
        self.install("--prefix", "relative", code=2)


if __name__ == "__main__":
    unittest.main()
