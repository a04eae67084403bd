"""Recurring tasks that other programs complete and reopen: Debian's todo-txt, topydo, vim and sed."""
import datetime
import subprocess
import unittest

from todod_testing import EndToEndTest, need, wait_for

# todod gives whoever completed a task five seconds to write the next line.
PATIENCE = 20


def days_after(line, count):
    """The day so long after the completion date of a done line."""
    return str(datetime.date.fromisoformat(line.split()[1]) + datetime.timedelta(count))


class RecurrenceTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("(B) 2026-01-01 water plants due:2026-01-10 rec:1w", "feed cat rec:+2d due:2026-01-05 at:0700",
                         "read a book", "tea rec:1d")
        self.place.done.write_text("x 2026-01-03 feed cat rec:+2d due:2026-01-03 at:0700\n")
        self.begin()

    def begin(self):
        self.daemon = self.start()
        self.client = self.daemon.client()
        self.addCleanup(self.client.close)

    def run_program(self, *command):
        run = subprocess.run(command, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
                             env=self.place.environment)
        self.assertEqual(run.returncode, 0, f"{command}: {run.stdout}{run.stderr}")

    def todo_txt(self, *words):
        need("todo-txt")
        configuration = self.place.todo_sh_configuration()
        self.run_program("todo-txt", "-p", "-d", str(configuration), *words)

    def sed(self, script):
        self.run_program("sed", "-i", script, str(self.place.todo))

    def vim(self, command):
        need("vim")
        self.run_program("vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", command, "-c", "wq!", str(self.place.todo))

    def lines_with(self, words):
        return [line for line in self.place.lines() if words in line]

    def successor(self, words):
        """The one open line with these words, once it is there."""
        def found():
            return [line for line in self.lines_with(words) if not line.startswith("x ")]
        wait_for(found, f"the next line of {words}", PATIENCE)
        self.assertEqual(len(found()), 1, self.place.lines())
        return found()[0]

    def test_todo_txt_completes_and_archives(self):
        self.todo_txt("do", "1")
        self.assertEqual(self.lines_with("water"), [])
        done = self.place.done.read_text().splitlines()[-1]
        day = done.split()[1]
        self.assertEqual(self.successor("water"), f"{day} water plants due:{days_after(done, 7)} rec:1w")
        self.assertEqual(self.place.lines()[-1], self.successor("water"))

    def test_a_crash_before_it_is_made_loses_nothing(self):
        self.todo_txt("do", "2")
        wait_for(lambda: not any("feed" in line for line in self.client.tasks("all").values()), "the task to be gone")
        self.daemon.kill()
        self.assertEqual(self.lines_with("feed"), [])
        self.begin()
        successor = self.successor("feed")
        done = self.place.done.read_text().splitlines()[-1]
        self.assertIn("feed cat rec:+2d due:", successor)
        self.assertTrue(successor.endswith(" at:0700"))
        due = successor.split("due:")[1].split()[0]
        # Odd days of January 2026, on and on.
        gap = (datetime.date.fromisoformat(due) - datetime.date(2026, 1, 5)).days
        self.assertEqual(gap % 2, 0)
        self.assertIn(due, (days_after(done, 0), days_after(done, 1)))

    def test_topydo_writes_the_next_line_itself(self):
        need("topydo")
        configuration = self.place.root / "topydo.conf"
        configuration.write_text(f"[topydo]\nfilename = {self.place.todo}\narchive_filename = {self.place.done}\n"
                                 "identifiers = linenumber\n")
        self.run_program("topydo", "-c", str(configuration), "do", "1")
        # The other one is completed by hand: once its next line is there the first was looked at too.
        self.sed("s/^tea/x tea/")
        self.successor("tea rec:1d due:")
        successor = self.successor("water")
        self.assertIn("due:", successor)
        self.assertEqual(self.place.done.read_text().count("water"), 1)

    def test_vim_completes_and_reopens(self):
        self.vim("4s/^/x /")
        day = self.successor("tea rec:1d due:").split("due:")[1]
        self.vim("4s/^x //")
        wait_for(lambda: self.lines_with("tea") == ["tea rec:1d"], f"the next line of {day} to go again", PATIENCE)
        self.assertEqual([line for line in self.client.tasks("all").values() if "tea" in line], ["tea rec:1d"])


if __name__ == "__main__":
    unittest.main()
