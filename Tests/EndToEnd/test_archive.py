"""The done file and the files that tasks are moved to: what goes there, what an undo brings back, what others do to them."""
import os
import subprocess
import unittest

from todod_testing import EndToEndTest, need, wait_for

BASE = ["2026-01-01 Water the plants @home", "(A) 2026-01-02 Call mum @phone +family", "2026-01-03 Read a book +leisure"]


class BesideTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(*BASE)
        self.someday = self.place.home / "someday.txt"

    def begin(self):
        self.daemon = self.start()
        self.client = self.daemon.client()
        self.addCleanup(self.client.close)
        return {line: item for item, line in self.client.tasks("all").items()}

    def nothing_is_left(self):
        """Neither beside the files nor in the state directory."""
        def left():
            return [n for d in (self.place.home, self.place.state / "todod") for n in os.listdir(d)
                    if n.startswith((".todo.txt", ".done.txt", ".someday.txt", "todo-", "done-"))]
        wait_for(lambda: not left(), "no displaced file")


class MoveTest(BesideTest):
    def test_undo_of_a_move_over_a_restart(self):
        ids = self.begin()
        self.client.must(f"move {ids[BASE[1]]}\tsomeday.txt")
        self.assertEqual(self.someday.read_text(), BASE[1] + "\n")
        self.daemon.stop()
        again = self.begin()
        self.assertNotIn(BASE[1], again)
        self.assertEqual(self.client.must("undo").rows, {ids[BASE[1]]: BASE[1]})
        self.assertEqual(self.place.lines(), BASE)
        self.assertFalse(self.someday.exists(), "todod made it")
        self.client.must(f"move {ids[BASE[0]]}\tsomeday.txt")
        self.assertEqual(self.someday.read_text(), BASE[0] + "\n")
        self.nothing_is_left()

    def test_undo_takes_only_the_line_that_was_moved(self):
        ids = self.begin()
        self.someday.write_text(BASE[0] + "\ntheirs\n")
        os.chmod(self.someday, 0o640)
        self.client.must(f"move {ids[BASE[0]]}\tsomeday.txt")
        with open(self.someday, "a") as file:
            file.write("later\n")
        self.client.must("undo")
        self.assertEqual(self.someday.read_text(), BASE[0] + "\ntheirs\nlater\n")
        self.assertEqual(os.stat(self.someday).st_mode & 0o777, 0o640)
        self.assertEqual(self.place.lines(), BASE)
        self.nothing_is_left()

    def test_an_empty_file_of_the_users_stays(self):
        ids = self.begin()
        self.someday.write_text("")
        self.client.must(f"move {ids[BASE[0]]}\tsomeday.txt")
        self.client.must("undo")
        self.assertEqual(self.someday.read_text(), "")


class DoneFileTest(BesideTest):
    def watched(self):
        """The ids, and a client that is told of every task."""
        ids = self.begin()
        watcher = self.daemon.client()
        self.addCleanup(watcher.close)
        watcher.must("watch tasks\tall")
        return ids, watcher

    def test_todo_txt_completes_and_archives_at_once(self):
        need("todo-txt")
        configuration = self.place.todo_sh_configuration()
        self.place.done.write_text("x 2026-01-01 ancient\n")
        ids, watcher = self.watched()
        subprocess.run(["todo-txt", "-p", "-d", str(configuration), "do", "3"], check=True, capture_output=True,
                       timeout=30, env=self.place.environment)
        item = ids[BASE[2]]
        self.assertEqual(watcher.event(f"gone id={item}")[1], f"* gone id={item} done=1")
        self.assertEqual(self.place.lines(), BASE[:2])
        # It may have been seen done in the list before: the newest step is the archiving.
        self.assertTrue(any(self.client.ask(f"undo s{n}").ok for n in (3, 2, 1)))
        self.assertEqual(self.place.done.read_text(), "x 2026-01-01 ancient\n")
        self.assertIn(item, self.client.tasks("all"))

    def test_the_done_file_may_be_written_first_or_last(self):
        ids, watcher = self.watched()
        line = "x 2026-03-01 " + BASE[0]
        self.place.done.write_text(line + "\n")
        self.place.write(*BASE[1:])
        item = ids[BASE[0]]
        self.assertEqual(watcher.event(f"gone id={item}")[1], f"* gone id={item} done=1")
        self.place.write(BASE[1])
        item = ids[BASE[2]]
        self.assertEqual(watcher.event(f"gone id={item}")[1], f"* gone id={item}")
        with open(self.place.done, "a") as file:
            file.write(f"x 2026-03-01 {BASE[2]}\n")
        self.assertEqual(watcher.event(f"gone id={item}")[1], f"* gone id={item} done=1")

    def test_tasks_archived_while_todod_is_away_are_done(self):
        self.place.done.write_text("x 2026-01-01 ancient\n")
        ids = self.begin()
        self.daemon.stop()
        with open(self.place.done, "a") as file:
            file.write(f"x 2026-03-01 {BASE[0]}\n")
        self.place.write(*BASE[1:])
        self.begin()
        self.assertEqual(self.client.must("undo s1").rows, {ids[BASE[0]]: BASE[0]})
        self.assertEqual(self.place.done.read_text(), "x 2026-01-01 ancient\n")

    def test_lines_saved_into_a_done_file_that_todod_replaced_come_in(self):
        self.place.write(*BASE, "x 2026-02-28 old")
        self.place.done.write_text("x 2026-01-01 ancient\n")
        self.begin()
        with open(self.place.done, "a") as file:
            self.client.must("archive")
            file.write("x 2026-03-01 saved late\n")
        wait_for(lambda: "saved late" in self.place.done.read_text(), "the line in the done file")
        self.assertEqual(sorted(self.place.done.read_text().splitlines()),
                         ["x 2026-01-01 ancient", "x 2026-02-28 old", "x 2026-03-01 saved late"])
        self.nothing_is_left()

    def test_lines_saved_into_a_done_file_that_was_swapped_out_survive_a_crash(self):
        self.place.write(*BASE, "x 2026-02-28 old")
        self.place.done.write_text("x 2026-01-01 ancient\n")
        self.begin()
        with open(self.place.done, "a") as file:
            self.client.must("archive")
            self.daemon.kill()
            file.write("x 2026-03-01 saved late\n")
        self.begin()
        self.assertEqual(self.place.done.read_text(),
                         "x 2026-01-01 ancient\nx 2026-02-28 old\nx 2026-03-01 saved late\n")
        self.nothing_is_left()

    def test_a_version_of_the_done_file_that_a_crash_left_goes(self):
        self.place.write(*BASE, "x 2026-02-28 old")
        self.place.done.write_text("x 2026-01-01 ancient\n")
        self.begin()
        with open(self.place.done, "a"):
            self.client.must("archive")
            self.client.must("undo")
            self.daemon.kill()
        self.begin()
        self.assertEqual(self.place.done.read_text(), "x 2026-01-01 ancient\n")
        self.nothing_is_left()


if __name__ == "__main__":
    unittest.main()
