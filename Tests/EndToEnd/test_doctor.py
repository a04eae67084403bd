"""todoctl doctor: what is well, what is wrong and what to do, with a daemon and without."""
import json
import os
import socket
import subprocess

from service_testing import UserManager
from todod_testing import TODOCTL, EndToEndTest, wait_for

CHECKS = [
    "service", "socket", "version", "configuration", "file", "content", "writing", "watch", "done-file", "state",
    "leftovers", "bus", "popup-server", "notify-send", "popups", "do-not-disturb", "ringing", "command", "dates", "clashes",
    "clock", "zone", "suspend"]


class DoctorTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("2026-01-01 Call mum", "2026-01-02 Buy milk")
        # On the machine that runs the tests there may be none.
        path = self.place.root / "notify-send"
        path.write_text("#!/bin/sh\nexit 0\n")
        path.chmod(0o755)
        self.place.configure(f"[Popups]\nNotifySend={path}\n")

    def doctor(self, *arguments, **options):
        run = self.todoctl("doctor", "--json", *arguments, **options)
        self.assertEqual(run.stderr, "")
        found = json.loads(run.stdout)
        for finding in found:
            self.assertEqual(list(finding), ["check", "ok", "says", "hint"])
            self.assertTrue(finding["ok"] is not False or finding["hint"], finding)
        self.assertEqual(run.returncode, 1 if any(f["ok"] is False for f in found) else 0)
        return found

    def one(self, check, *arguments, **options):
        found = [f for f in self.doctor(*arguments, **options) if f["check"] == check]
        self.assertEqual(len(found), 1, found)
        return found[0]

    def wrong(self, *arguments, **options):
        return {f["check"]: f for f in self.doctor(*arguments, **options) if f["ok"] is False}

    def test_all_is_well(self):
        self.start()
        found = self.doctor()
        self.assertEqual([f["check"] for f in found if f["check"] in CHECKS], CHECKS)
        # The welcome may have failed already, where no server shows it.
        self.assertEqual([f for f in found if f["ok"] is False and f["check"] != "popups"], [])
        by = {f["check"]: f for f in found}
        self.assertIn(str(self.place.socket), by["socket"]["says"])
        self.assertIn(str(self.place.todo), by["file"]["says"])
        self.assertIn("UTF-8, 2 lines", by["content"]["says"])
        self.assertIn("inotify", by["watch"]["says"])
        self.assertIn("wakes no machine", by["suspend"]["says"])

    def test_without_a_daemon_it_says_what_it_can(self):
        found = self.wrong()
        self.assertEqual(set(found), {"socket"})
        self.assertIn("is not there", found["socket"]["says"])
        self.assertEqual(self.one("content")["ok"], True)
        self.assertIn("todod does not answer", self.one("watch")["says"])

    def test_in_a_pipe_a_check_is_a_line(self):
        self.start()
        rows = [line.split("\t") for line in self.todoctl("doctor").stdout.splitlines()]
        self.assertTrue(all(len(row) == 4 and row[0] in ("ok", "wrong", "note") for row in rows), rows)
        self.assertEqual([row[1] for row in rows if row[1] in CHECKS], CHECKS)

    def test_on_a_terminal_no_line_is_longer_than_80_columns(self):
        self.place.todo.write_bytes(b"Call mum due:friday\nBuy \xff\n")
        for running in (False, True):
            if running:
                self.start()
            out, code = self.terminal("doctor", columns="80", environment={"NO_COLOR": "1"})
            self.assertEqual(code, 1)
            lines = out.splitlines()
            self.assertGreater(len(lines), 20)
            # A path alone may be longer than the rest of a line.
            self.assertEqual([l for l in lines if len(l) > 80 and "/" not in l], [])
            self.assertRegex(lines[-1], r"^\d+ things? needs? doing$")

    def test_the_file(self):
        todod = self.start()
        os.rename(self.place.todo, self.place.home / "elsewhere")
        wait_for(lambda: "file" in self.wrong(), "the loss to be believed", 20)
        finding = self.wrong()["file"]
        self.assertIn("is missing", finding["says"])
        self.assertIn("todoctl restore --file", finding["hint"])
        todod.stop()
        self.place.todo.mkdir()
        self.assertIn("no regular file", self.wrong()["file"]["says"])
        self.place.todo.rmdir()
        with open(self.place.todo, "wb") as file:
            file.truncate(17 << 20)
        self.assertIn("more than the 16 MiB", self.wrong()["file"]["says"])
        with open(self.place.todo, "wb") as file:
            file.truncate(13 << 20)
        self.assertIn("13 MiB of the 16 MiB", self.one("file")["says"])

    def test_the_content(self):
        self.place.todo.write_bytes(b"one\r\ntwo \xff\nthree\n" + b"x" * 9000 + b"\n")
        for running in (False, True):
            if running:
                self.start()
            says = " / ".join(f["says"] for f in self.doctor() if f["check"] == "content")
            self.assertIn("line 2 is not UTF-8", says)
            self.assertIn("line 4 is longer than a request", says)
            self.assertIn("CR LF", says)

    def test_written_in_place_and_why(self):
        os.link(self.place.todo, self.place.home / "other-name")
        self.start()
        self.did("add", "one more")
        finding = self.one("writing")
        self.assertIsNone(finding["ok"])
        self.assertIn("hard links", finding["says"])

    def test_dates_and_clashes(self):
        self.start()
        self.place.write("Call mum due:friday", "Buy milk at:25:00", "Read")
        wait_for(lambda: "dates" in self.wrong(), "the edit")
        finding = self.wrong()["dates"]
        self.assertIn("2 values make no sense", finding["says"])
        self.assertIn("due:friday", finding["says"])
        self.assertIn("at:25:00", finding["says"])

    def test_conflict_copies_that_stay(self):
        self.start()
        copy = self.place.home / "todo.sync-conflict-20260101-120000-ABCDEFG.txt"
        copy.write_text("".join(f"something else {n}\n" for n in range(20)))
        wait_for(lambda: "leftovers" in self.wrong(), "the copy to be left")
        finding = self.wrong()["leftovers"]
        self.assertIn(copy.name, finding["says"])
        self.assertIn("delete it", finding["hint"])

    def test_the_configuration_with_its_lines(self):
        self.start()
        self.place.configure("[Reminders]\nDayStart=soon\nDayStrat=9\n")
        found = [f for f in self.doctor() if f["check"] == "configuration"]
        self.assertEqual([f["ok"] for f in found], [False, False])
        self.assertIn(f"{self.place.configuration}, line 4", found[0]["says"])
        self.assertIn("line 5", found[1]["says"])
        self.assertIn("DayStart=", found[1]["says"])

    def test_what_waits_for_a_restart(self):
        self.start()
        self.place.configuration.write_text(f"[File]\nTodo={self.place.home}/other.txt\n")
        self.did("reload")
        self.assertIn("Todo", self.wrong()["configuration"]["says"])

    def test_notify_send_that_is_not_there(self):
        self.place.configure("[Popups]\nNotifySend=/nonexistent/notify-send\n")
        for running in (False, True):
            if running:
                self.start()
            self.assertIn("/nonexistent/notify-send", self.wrong()["notify-send"]["says"])

    def test_popups_that_fail(self):
        path = self.place.root / "notify-send"
        path.write_text("#!/bin/sh\necho 'no bus here' >&2\nexit 1\n")
        self.start()
        self.todoctl("test")
        finding = self.wrong()["popups"]
        self.assertIn("no bus here", finding["says"])

    def test_the_notification_server_and_do_not_disturb(self):
        self.place.configure()
        desktop = self.desktop()
        self.start()
        finding = self.one("popup-server")
        self.assertIs(finding["ok"], True, finding)
        self.assertRegex(finding["says"], r"^dunst \d.*buttons")
        self.assertIs(self.one("bus")["ok"], True)
        self.assertIs(self.one("do-not-disturb")["ok"], True)
        desktop.dunstctl("set-paused", "true")
        wait_for(lambda: self.one("do-not-disturb")["ok"] is None, "do-not-disturb to be heard of")

    def test_the_socket(self):
        self.start()
        self.place.socket.chmod(0o666)
        finding = self.wrong()["socket"]
        self.assertIn("open to others", finding["says"])
        self.assertIn("chmod 600", finding["hint"])

    def test_something_else_listens(self):
        self.place.socket.parent.mkdir(mode=0o700)
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.place.socket))
            os.chmod(self.place.socket, 0o600)
            listener.listen()
            process = subprocess.Popen(
                [TODOCTL, "doctor"], stdout=subprocess.PIPE, text=True, env=self.place.environment,
                stdin=subprocess.DEVNULL)
            client, _ = listener.accept()
            client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            out, _ = process.communicate(timeout=20)
            client.close()
        self.assertIn("this is not the protocol of todod", out)

    def test_the_state(self):
        self.start()
        (self.place.state / "todod").chmod(0o755)
        self.assertIn("open to others", self.wrong()["state"]["says"])

    def test_a_list_of_its_own(self):
        self.start()
        work = self.place.config / "todod/work.conf"
        work.write_text(f"[File]\nTodo={self.place.home}/work.txt\n")
        self.start("--config", str(work))
        finding = self.one("lists")
        self.assertIn("work", finding["says"])
        self.assertTrue(finding["ok"])
        path = str(self.place.run / "todod/work/socket")
        self.assertIn("work.txt", self.one("file", "--socket", path)["says"])
        self.assertIn("work.conf", self.one("configuration", "--socket", path)["says"])

    def test_status_is_as_short_as_it_was(self):
        self.start()
        with self.todod.client() as client:
            self.assertLess(len(client.must("status").lines), 20)
            self.assertIn("file-health", client.must("doctor").data)

    def start(self, *options, **more):
        self.todod = super().start(*options, **more)
        return self.todod


class DoctorOfAServiceTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("2026-01-01 One")
        self.manager = UserManager(self.place)
        self.addCleanup(self.manager.stop)

    def findings(self):
        run = self.todoctl("doctor", "--json")
        self.assertEqual(run.stderr, "")
        return {f["check"]: f for f in json.loads(run.stdout)}

    def test_from_nothing_to_a_service_that_is_well(self):
        found = self.findings()
        self.assertIs(found["service"]["ok"], False)
        self.assertIn("not installed", found["service"]["says"])
        self.manager.install_units()
        found = self.findings()
        self.assertIn("not active", found["service"]["says"])
        self.assertIn("systemctl --user enable --now todod", found["service"]["hint"])
        self.assertIsNone(found["socket-unit"]["ok"])
        self.manager.must("start", "todod.service")
        found = self.findings()
        self.assertIn("not enabled", found["service"]["says"])
        hint = found["socket-unit"]["hint"]
        run = subprocess.run(["sh", "-c", hint], env=self.manager.environment, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        found = self.findings()
        self.assertIs(found["service"]["ok"], True, found["service"])
        self.assertIs(found["socket-unit"]["ok"], True, found["socket-unit"])
        self.assertIs(found["socket"]["ok"], True)

    def test_a_service_that_has_failed(self):
        self.manager.install_units()
        self.place.configure("[Reminders]\nDayStart=nonsense\n")
        self.manager.systemctl("start", "todod.service")
        found = self.findings()
        self.assertIs(found["service"]["ok"], False)
        self.assertIn("78", found["service"]["says"])
        self.assertIn("systemctl --user restart todod", found["service"]["hint"])
        self.assertIn("line", found["configuration"]["says"])

    def test_a_unit_that_changed_on_disk(self):
        self.manager.install_units()
        self.manager.must("enable", "--now", "todod.socket", "todod.service")
        unit = self.manager.units / "todod.service"
        unit.write_text(unit.read_text() + "\n# a newer one\n")
        os.utime(unit, (2_000_000_000, 2_000_000_000))
        found = self.findings()
        self.assertIn("daemon-reload", found["service"]["hint"] or "", found["service"])
