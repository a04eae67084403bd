"""Notification servers that are late, broken or gone: nothing is lost, nothing comes twice, the daemon never waits."""
import datetime
import os
import re
import shutil
import subprocess
import time
import unittest

from notify_testing import FakeServer, Pinger, need_fake_server
from reminding_testing import Reminding, in_seconds
from todod_testing import LONG, need, wait_for


class FakeServerTest(Reminding):
    def setUp(self):
        super().setUp()
        need_fake_server()
        self.screen = self.desktop(dunst=False)

    def serve(self, *options):
        self.server = FakeServer(self.screen, *options)

    def open(self, name):
        return [r for r in self.server.open().values() if name in r["summary"]]

    def is_shown_once(self, name):
        """The welcome may name it too, where it is shown late."""
        self.assertEqual(len([r for r in self.server.shown(name) if name in r["summary"]]), 1)

    def test_without_actions_popups_have_no_buttons(self):
        self.serve("--no-actions")
        self.begin()
        self.server.shows("task")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Plain")
            record = self.server.shows("Plain")
            self.assertEqual(record["actions"], [])
            self.is_rung(item)
            self.client.must(f"done {item}")
            wait_for(lambda: not self.open("Plain"), "the popup to go")
        self.assertEqual(len(self.server.shown("Plain")), 1)
        self.answers_at_once(pinger)

    def test_one_that_hangs_is_given_up_and_another_shows_it(self):
        self.serve()
        self.begin()
        self.server.shows("task")
        self.server.set("notify", "hang")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Hanging")
            self.server.shows("Hanging")
            self.fails()
            self.assertIsNone(self.task(item)["rung_at"])
            self.server.kill()
            self.serve()
            self.server.shows("Hanging")
            self.is_rung(item)
        self.assertEqual(len(self.server.shown("Hanging")), 1)
        self.answers_at_once(pinger)

    def late(self, seconds):
        self.serve()
        self.begin()
        self.server.shows("task")
        self.server.set("notify", f"late:{seconds}")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Slow")
            self.server.shows("Slow")
            wait_for(lambda: self.task(item)["rung_at"], "the late answer", seconds + 25)
            self.server.set("notify", "ok")
            self.add("Quick one")
            self.server.shows("Quick one")
        self.assertEqual(len(self.server.shown("Slow")), 1)
        self.assertEqual(len(self.open("Slow")), 1)
        self.answers_at_once(pinger)

    def test_one_that_answers_after_3_s_shows_it_once(self):
        self.late(3)

    @unittest.skipUnless(LONG, "takes half a minute: Tests/long")
    def test_one_that_answers_after_20_s_shows_it_once(self):
        self.late(20)

    def test_one_that_hangs_when_asked_what_it_can_shows_without_buttons(self):
        self.serve("--getcaps", "hang")
        self.begin()
        with Pinger(self.place.socket) as pinger:
            item = self.add("Unsure")
            record = self.server.shows("Unsure")
            self.assertEqual(record["actions"], [])
            self.is_rung(item)
        self.answers_at_once(pinger)

    def test_one_that_exits_with_a_popup_open_has_it_again_when_it_comes_back(self):
        self.serve()
        self.begin()
        self.server.shows("task")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Left open")
            self.server.shows("Left open")
            self.is_rung(item)
            self.server.kill()
            wait_for(lambda: not self.screen.has_server(), "the name to be free")
            self.serve()
            self.server.shows("Left open")
            self.add("Further one")
            self.server.shows("Further one")
        self.assertEqual(len(self.server.shown("Left open")), 1)
        self.assertEqual(len(self.open("Left open")), 1)
        self.answers_at_once(pinger)

    def test_one_that_exits_instead_of_answering(self):
        self.serve()
        self.begin()
        self.server.shows("task")
        self.server.set("notify", "exit")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Fatal")
            self.fails()
            self.assertIsNone(self.task(item)["rung_at"])
            self.serve()
            self.server.shows("Fatal")
            self.is_rung(item)
        self.assertEqual(len(self.server.shown("Fatal")), 1)
        self.answers_at_once(pinger)

    def test_one_that_refuses_is_asked_again(self):
        self.serve()
        self.begin()
        self.server.shows("task")
        self.server.set("notify", "error")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Refused")
            self.server.shows("Refused")
            self.fails()
            self.assertIsNone(self.task(item)["rung_at"])
            self.server.set("notify", "ok")
            self.is_rung(item)
        self.assertEqual(len(self.server.shown("Refused")), 2)
        self.assertIsNotNone(self.task(item)["rung_at"])
        self.answers_at_once(pinger)

    def starts_late(self, seconds):
        self.begin()
        item = self.add("Early")
        self.fails()
        with Pinger(self.place.socket) as pinger:
            wait_for(lambda: time.time() > self.daemon_began + seconds, "time", seconds + 5)
            self.serve()
            began = time.monotonic()
            self.server.shows("Early", seconds=5)
            took = time.monotonic() - began
            self.is_rung(item)
        self.is_shown_once("Early")
        self.measure(f"shown {took * 1000:.0f} ms after the server came")
        self.answers_at_once(pinger)

    def test_one_that_starts_later_shows_what_was_due(self):
        self.daemon_began = time.time()
        self.starts_late(4)

    @unittest.skipUnless(LONG, "takes more than a minute: Tests/long")
    def test_one_that_starts_60_s_later_shows_what_was_due(self):
        self.daemon_began = time.time()
        self.starts_late(62)

    def test_a_notify_send_that_is_not_there_yet(self):
        self.serve()
        program = self.place.root / "bin/notify-send"
        self.begin(popups=f"NotifySend={program}\n")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Without a program")
            self.fails()
            self.assertIsNone(self.task(item)["rung_at"])
            program.parent.mkdir()
            program.symlink_to(shutil.which("notify-send"))
            self.server.shows("Without a program", seconds=40)
            self.is_rung(item)
        self.is_shown_once("Without a program")
        self.answers_at_once(pinger)

    def test_a_notify_send_that_fails(self):
        self.serve()
        program = self.place.root / "notify-send"
        mended = self.place.root / "mended"
        program.write_text(f"#!/bin/sh\n[ -e {mended} ] && exec {shutil.which('notify-send')} \"$@\"\n"
                           "echo no, not now >&2\nexit 3\n")
        program.chmod(0o755)
        self.begin(popups=f"NotifySend={program}\n")
        with Pinger(self.place.socket) as pinger:
            item = self.add("Failing one")
            self.fails()
            self.assertIn("no, not now", "\n".join(self.client.must(f"why {item}").lines + self.client.must(
                "status").lines))
            mended.write_text("")
            self.server.shows("Failing one", seconds=40)
            self.is_rung(item)
        self.is_shown_once("Failing one")
        self.answers_at_once(pinger)

    def test_a_button_is_a_step_within_100_ms(self):
        self.serve()
        self.begin()
        self.server.shows("task")

        def press(n):
            name = f"Press {n}"
            self.add(name)
            record = self.server.shows(name)
            self.server.press(record["id"], "done")
            wait_for(lambda: f"{name} due" in "".join(l for l in self.place.lines() if l.startswith("x ")), "the line")
            pressed = [r["t"] for r in self.server.events("->ActionInvoked") if r["id"] == record["id"]][0]
            return pressed, self.place.todo.stat().st_mtime
        self.each_within(0.1, "from the button to the line", press)

    def test_1000_due_in_one_second_are_one_digest_within_100_ms(self):
        self.serve()
        self.begin()
        self.server.shows("task")
        others = [f"2026-01-01 task {n} due:2031-02-{n % 28 + 1:02}" for n in range(9000)]

        def ring(n):
            due = in_seconds(4)
            self.place.write(*others, *[f"2026-01-01 Ring {n} number {m} {due}" for m in range(1000)])
            shown = self.server.shows(f"Ring {n} number")
            self.assertIn("1000 due", shown["summary"])
            second = datetime.datetime.fromisoformat(due.removeprefix("due:").replace("Z", "+00:00")).timestamp()
            return second, shown["t"]
        self.each_within(0.1, "from the second to the digest", ring)
        self.assertEqual([len(self.server.shown(f"Ring {n} number")) for n in range(3)], [1, 1, 1])


class DunstTest(Reminding):
    def setUp(self):
        super().setUp()
        need("notify-send")
        self.screen = self.desktop()

    def displays(self, count, what, seconds=15):
        try:
            wait_for(lambda: self.screen.displayed() == count, f"{count} popups ({what})", seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}, not {self.screen.displayed()}:\n{self.screen.shown()[-3000:]}") from None

    def clear(self):
        self.displays(1, "the welcome")
        self.screen.dunstctl("close-all")
        self.displays(0, "an empty screen")

    def titles(self, name):
        return len(re.findall(rf"summary: '[^']*{name}", self.screen.shown()))

    def test_paused_dunst_holds_and_lets_go_one_digest(self):
        self.begin()
        self.clear()
        self.screen.dunstctl("set-paused", "true")
        with Pinger(self.place.socket) as pinger:
            first, second = self.add("Held one"), self.add("Held two")
            wait_for(lambda: self.task(first)["held"] and self.task(second)["held"], "both to be held")
            self.assertEqual((self.screen.displayed(), self.screen.dunstctl("count", "waiting")), (0, "0"))
            self.screen.dunstctl("set-paused", "false")
            self.displays(1, "one digest")
            self.is_rung(first)
            self.is_rung(second)
        self.assertIn("Held one", self.screen.shown())
        self.assertIn("Held two", self.screen.shown())
        self.assertEqual(self.screen.displayed(), 1)
        self.answers_at_once(pinger)

    def test_a_restart_brings_two_open_popups_back_once(self):
        self.begin()
        self.clear()
        items = [self.add("Open one"), self.add("Open two")]
        self.displays(2, "both")
        for item in items:
            self.is_rung(item)
        for end in (self.daemon.stop, lambda: self.daemon.kill()):
            end()
            self.again()
            self.displays(2, "both again")
            last = self.add("A later one")
            self.displays(3, "the later one")
            self.client.must(f"done {last}")
            self.displays(2, "both and nothing else")
        self.assertNotIn("perhaps", self.screen.shown())

    def test_300_overdue_tasks_at_first_sight_are_one_popup(self):
        day = datetime.date(2026, 1, 1)
        self.place.configure()
        self.place.write(*[f"2026-01-01 Overdue {n} due:{day + datetime.timedelta(n % 300)}" for n in range(300)])
        daemon = self.start()
        self.displays(1, "the welcome")
        with daemon.client() as client:
            item = client.add(f"And one more {in_seconds(1)}")
            self.displays(2, "the one more")
            client.must(f"done {item}")
            self.displays(1, "the welcome alone")

    def test_done_in_vim_closes_the_popup_within_400_ms(self):
        need("vim")
        self.begin()
        self.clear()

        def edit(n):
            name = f"In vim {n}"
            self.add(name)
            self.displays(1, name)
            subprocess.run(["vim", "-u", "NONE", "-N", "-es", "-c", f"g/{name}/s/^/x 2026-05-05 /", "-c", "wq",
                            str(self.place.todo)], env=self.place.environment, stdin=subprocess.DEVNULL, timeout=20)
            began = time.time()
            self.assertIn("x 2026-05-05", self.place.todo.read_text())
            self.displays(0, "it was done")
            return began, time.time()
        self.each_within(0.4, "from vim to no popup", edit)

    def test_done_in_dunst_is_in_the_file_within_100_ms(self):
        self.begin()
        self.clear()

        def press(n):
            name = f"In dunst {n}"
            self.add(name)
            self.displays(1, name)
            self.screen.press("done")
            wait_for(lambda: any(l.startswith("x ") and name in l for l in self.place.lines()), "the line")
            self.displays(1, "what it did")
            self.screen.dunstctl("close-all")
            self.displays(0, "an empty screen")
            # The menu was written when the button was picked.
            return os.stat(f"{self.screen.wish}.menu").st_mtime, self.place.todo.stat().st_mtime
        self.each_within(0.1, "from the choice to the line", press)


if __name__ == "__main__":
    unittest.main()
