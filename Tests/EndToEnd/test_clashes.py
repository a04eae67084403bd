"""One task changed in two places, by a client and in an editor that had not seen it: told once, settled each way."""
import unittest

from history_testing import BASE, CONFLICT, HistoryTest
from todod_testing import need, wait_for

WORK, SCHOOL = "(A) 2026-01-02 Call mum @work +family", "(A) 2026-01-02 Call mum @school +family"


class ClashTest(HistoryTest):
    def setUp(self):
        super().setUp()
        need("vim")

    def clash(self):
        """Makes @phone of task 2 @work by a client and @school in vim; returns the file with both."""
        self.stale_vim("@phone", "@school", "replace", "2", WORK.replace("(A)", "\\(A\\)"))
        wait_for(lambda: len(self.ids("mark:clash")) == 2, "the clash")
        lines = self.place.lines()
        self.assertEqual(sorted(lines), sorted([BASE[0], SCHOOL, WORK, BASE[2]]))
        self.assertEqual({row["line"]: row["id"] for row in self.json("list", "mark:clash")}, {WORK: 2, SCHOOL: 4})
        return lines

    def settled(self, lines, gone=()):
        """The file has these lines, and nothing clashes; what is gone can be had back."""
        self.assertEqual(self.place.lines(), lines)
        self.assertEqual(self.ids("mark:clash"), [])
        self.assertEqual([t[0] for t in self.trash()], list(gone))


class ResolveTest(ClashTest):
    def test_keep_drop_and_both_each_undone_over_a_restart(self):
        self.start()
        both = self.clash()
        self.assertEqual(self.json("history", "--limit", "1")[0]["by"], "merge")
        without = {4: [line for line in both if line != SCHOOL], 2: [line for line in both if line != WORK]}
        for item, choice, lines, gone in ((2, "keep", without[4], [4]), (4, "keep", without[2], [2]),
                                          (2, "drop", without[2], [2]), (4, "drop", without[4], [4]),
                                          (4, "both", both, [])):
            self.restart()
            answer = self.json("resolve", str(item), choice)
            self.assertEqual(answer["gone"], gone, (item, choice))
            self.settled(lines, gone)
            self.restart()
            self.settled(lines, gone)
            stays = 2 if 4 in gone else 4
            self.refused(CONFLICT, f"{stays} is not one of two lines that clash", "resolve", str(stays), "both")
            self.did("undo", answer["step"])
            self.assertEqual(self.place.lines(), both)
            self.assertEqual(self.ids("mark:clash"), self.ids("mum"))
            self.did("redo")
            self.settled(lines, gone)
            self.did("undo")
            self.assertEqual([t[0] for t in self.trash()], [])

    def test_status_counts_and_lists_show_it(self):
        self.start()
        self.clash()
        self.assertIn("clash with 4", self.did("show", "2"))
        row = self.json("list", "mark:clash")[0]
        self.assertEqual((row["mark"], row["twins"]), ("clash", [6 - row["id"]]))
        with self.daemon.client() as client:
            self.assertEqual(client.must("status").data["clashes"], "1")
            self.did("resolve", "2", "keep")
            self.assertNotIn("clashes", client.must("status").data)

    def test_whoever_deletes_one_of_the_lines_has_settled_it(self):
        self.start()
        both = self.clash()
        self.vim("g/@school/d")
        wait_for(lambda: not self.ids("mark:clash"), "the end of the clash")
        self.settled([line for line in both if line != SCHOOL], [4])
        self.did("restore", "4")
        self.assertEqual(sorted(self.place.lines()), sorted(both))


class PopupTest(ClashTest):
    """The real popups, their buttons pressed."""

    def setUp(self):
        super().setUp()
        need("notify-send")
        self.screen = self.desktop()
        self.start()
        self.told("todod looks after your tasks")
        self.empty()

    def told(self, words):
        """Waits for one popup with these words."""
        wait_for(lambda: words in self.screen.shown(), f"a popup with {words!r}", 15)
        wait_for(lambda: self.screen.displayed() == 1, "one popup")

    def empty(self):
        self.screen.dunstctl("close-all")
        wait_for(lambda: self.screen.displayed() == 0, "an empty screen")

    def undone_by_the_button(self, words, lines):
        """Presses Undo on the popup that says what a button did."""
        self.told(words)
        self.screen.press("undo")
        wait_for(lambda: self.place.lines() == lines, "the lines to be as they were")

    def test_a_clash_is_settled_by_its_buttons(self):
        both = self.clash()
        self.told("A task was changed in two places")
        self.screen.press("keep-2")
        wait_for(lambda: SCHOOL not in self.place.lines(), "the other line to go")
        self.undone_by_the_button("Kept: Call mum", both)
        self.assertEqual(self.json("history", "--limit", "2")[1]["by"], "popup")
        self.assertEqual(len(self.ids("mark:clash")), 2)

    def test_both_lines_are_kept_by_its_button(self):
        both = self.clash()
        self.told("A task was changed in two places")
        self.screen.press("keep-all")
        wait_for(lambda: not self.ids("mark:clash"), "the clash to be settled")
        self.assertEqual(self.place.lines(), both)
        self.told("Kept: ")

    def test_a_clash_is_told_once_and_its_popup_goes_when_it_is_settled(self):
        self.clash()
        self.told("A task was changed in two places")
        self.empty()
        self.restart()
        # What would come at a start has come when another popup has.
        with self.daemon.client() as client:
            client.must("test")
        wait_for(lambda: self.screen.displayed() == 1, "the test popup")
        self.assertEqual(self.screen.shown().count("summary: 'A task was changed in two places'"), 1)
        self.did("resolve", "2", "keep")
        self.empty()
        self.stale_vim("@work", "@home", "replace", "2", WORK.replace("(A)", "\\(A\\)").replace("work", "office"))
        wait_for(lambda: self.screen.displayed() == 1, "the popup of another clash")
        self.did("resolve", "2", "drop")
        wait_for(lambda: self.screen.displayed() == 0, "the popup to go")

    def test_more_than_half_gone_is_brought_back_by_its_button(self):
        with self.daemon.client() as client:
            for n in range(20):
                client.add(f"Task number {n}")
        before = self.place.todo.read_bytes()
        self.vim("4,18d")
        self.told("15 tasks are gone")
        self.assertEqual(len(self.place.lines()), 8)
        self.screen.press("undo")
        wait_for(lambda: self.place.todo.read_bytes() == before, "the lines to come back")
        self.assertEqual([s[1] for s in self.steps("--limit", "2")], ["undo", "editor"])
        self.assertEqual(len(self.ids()), 23)
        self.assertEqual(self.json("trash"), [])


if __name__ == "__main__":
    unittest.main()
