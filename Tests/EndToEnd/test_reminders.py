"""Snooze, dismiss, skip, pause, why, missed and test by todoctl, with real popups."""
import datetime
import json
import time

from todod_testing import EndToEndTest, need, wait_for


def in_seconds(seconds):
    """`due:` words of a whole second to come."""
    at = datetime.datetime.fromtimestamp(int(time.time() + seconds) + 1, datetime.timezone.utc)
    return f"due:{at:%Y-%m-%d}T{at:%H:%M:%S}Z"


class RemindersTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        need("notify-send")
        self.screen = self.desktop()
        self.place.write("2026-01-01 Old task")
        self.daemon = self.start()
        self.displays(1, "the welcome")
        self.screen.dunstctl("close-all")
        self.displays(0, "nothing")

    def displays(self, count, what):
        wait_for(lambda: self.screen.displayed() == count, f"{count} popups: {what}", 15)

    def add(self, text):
        return json.loads(self.did("add", "--json", text))["id"]

    def task(self, item):
        return json.loads(self.did("show", "--json", str(item)))[0]

    def rings(self, name):
        """A task whose popup is on the screen."""
        item = self.add(f"{name} {in_seconds(1)}")
        wait_for(lambda: name in self.screen.shown(), f"the popup of {name}", 15)
        self.displays(1, name)
        wait_for(lambda: self.task(item)["rung_at"], f"{name} to be known as rung")
        return item

    def test_a_snooze_takes_the_popup_away_and_rings_again(self):
        item = self.rings("Snoozed one")
        lines = self.place.lines()
        self.assertIn("Snoozed one", self.did("missed"))
        said = json.loads(self.did("snooze", "--json", "last", "3s"))
        self.assertTrue(said["step"].startswith("s"), said)
        self.displays(0, "it was put off")
        self.assertEqual(self.did("missed"), "")
        self.displays(1, "the end of the snooze")
        self.did("snooze", str(item), "tomorrow")
        self.displays(0, "it was put off again")
        self.assertEqual(self.place.lines(), lines, "the due stays")
        snoozed = self.task(item)["snoozed"]
        self.daemon.stop()
        self.start()
        self.assertEqual(self.task(item)["snoozed"], snoozed, "over a restart")
        self.assertFalse(self.task(item)["overdue"])
        self.did("undo")
        self.assertIsNone(self.task(item)["snoozed"])
        self.assertIn("Snoozed one", self.did("missed"))
        states = [moment["state"] for moment in json.loads(self.did("why", "--json", str(item)))["moments"]]
        self.assertEqual(states[:2], ["answered", "rung"], states)

    def test_what_was_dismissed_rings_no_more_until_that_is_undone(self):
        item = self.rings("Dismissed one")
        step = json.loads(self.did("dismiss", "--json", "rung"))["step"]
        self.displays(0, "it was dismissed")
        self.assertTrue(self.task(item)["dismissed"])
        self.assertIsNone(self.task(item)["next"])
        self.did("undo", step)
        self.assertFalse(self.task(item)["dismissed"])
        self.assertIsNotNone(self.task(item)["next"])

    def test_a_pause_clears_the_screen_and_its_end_brings_one_popup(self):
        first = self.rings("First one")
        self.did("pause", "2h")
        self.displays(0, "a pause")
        second = self.add(f"Second one {in_seconds(1)}")
        wait_for(lambda: self.task(second)["held"] == "paused", "the second to be held")
        self.assertEqual(self.task(first)["held"], "paused")
        self.daemon.kill()
        self.start()
        self.assertIn("everything until", self.did("status"))
        held = [line.split("\t")[0] for line in self.did("list", "held").splitlines()]
        self.assertEqual(held, [str(first), str(second)])
        self.assertEqual(self.screen.displayed(), 0)
        self.did("resume")
        self.displays(1, "one digest")
        self.assertIn("Second one", self.screen.shown())
        self.did("done", str(first), str(second))
        self.displays(0, "nothing is left")

    def test_a_pause_of_a_query_holds_what_comes_later(self):
        self.did("pause", "+work", "until", "tomorrow")
        work = self.add(f"Work +work {in_seconds(1)}")
        self.rings("Home")
        wait_for(lambda: self.task(work)["held"] == "paused", "the work to be held")
        self.did("resume", "+work")
        self.displays(2, "the work")
        self.assertEqual(self.todoctl("resume", "+work").returncode, 4)

    def test_skip_moves_a_recurring_task_and_names_one_that_is_none(self):
        item = self.add("Water plants due:2026-03-01 rec:+1y")
        self.did("skip", str(item))
        self.assertGreater(self.task(item)["due"], "2026-03-01")
        self.assertFalse(any(line.startswith("x ") for line in self.place.lines()))
        refused = self.todoctl("skip", "1")
        self.assertEqual(refused.returncode, 5, refused)
        self.assertIn("task 1 does not recur", refused.stderr)

    def test_test_says_what_answered(self):
        said = self.did("test")
        for words in ("server: dunst", "actions: yes", "do-not-disturb: no", "a popup is shown"):
            self.assertIn(words, said)
        self.displays(1, "the test")
        self.screen.dunst.terminate()
        self.screen.dunst.wait(5)
        run = self.todoctl("test")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("no popup was shown", run.stderr)
