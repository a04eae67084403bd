"""The done file and the files that tasks are moved to: what goes there, what an undo brings back, what others do to them."""
import os
import unittest

from todod_testing import EndToEndTest, wait_for

BASE = ["2026-01-01 Water the plants @home", "(A) 2026-01-02 Call mum @phone +family", "2026-01-03 Read a book +leisure"]


class MoveTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(*BASE)
        self.someday = self.place.home / "someday.txt"

    def begin(self):
        self.daemon = self.start()
        self.client = self.daemon.client()
        self.addCleanup(self.client.close)
        return {line: item for item, line in self.client.tasks("all").items()}

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

    def nothing_is_left(self):
        """Neither beside the files nor in the state directory."""
        def left():
            return [n for d in (self.place.home, self.place.state / "todod") for n in os.listdir(d)
                    if n.startswith((".todo.txt", ".done.txt", ".someday.txt", "todo-", "done-"))]
        wait_for(lambda: not left(), "no displaced file")


if __name__ == "__main__":
    unittest.main()
