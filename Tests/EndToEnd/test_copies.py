"""Conflict copies beside the real daemon's files: whose they are, when they are whole, and where they go."""
import os

from todod_testing import EndToEndTest, wait_for

DROPBOX = "todo (Anna's conflicted copy 2026-03-01).txt"
SYNCTHING = "todo.sync-conflict-20260301-090000-ABCDEF2.txt"


class CopiesTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("call mum", "write a letter")
        self.trash = self.place.state / "todod/trash"
        self.client = self.start().client()
        self.addCleanup(self.client.close)

    def path(self, name):
        return self.place.todo.parent / name

    def put(self, name, *lines):
        """A copy comes as sync programs bring it: under its name once it is whole."""
        unfinished = self.path(".unfinished~")
        unfinished.write_bytes(b"".join(os.fsencode(line) + b"\n" for line in lines))
        os.rename(unfinished, self.path(name))

    def taken(self, name):
        wait_for(lambda: not self.path(name).exists(), f"{name} to be taken in")

    def test_each_program_s_copies_are_taken_in_and_put_away(self):
        names = [
            SYNCTHING, DROPBOX, "todo (conflicted copy 2026-03-01 090000).txt",
            "todo_conflict_01234567-89ab-cdef-0123-456789abcdef.txt"]
        for number, name in enumerate(names):
            self.put(name, "call mum", "write a letter", f"sing {number}")
            self.taken(name)
        self.assertEqual(
            sorted(self.place.lines()), ["call mum", *(f"sing {number}" for number in range(4)), "write a letter"])
        kept = sorted(os.listdir(self.trash))
        # The day comes first.
        self.assertEqual([name[11:] for name in kept], sorted(names))
        self.assertIn("sing 0", next(self.trash.glob(f"*{SYNCTHING}")).read_text())

    def test_a_copy_of_the_done_file_comes_to_its_end(self):
        self.place.done.write_text("x 2026-02-28 one\n")
        name = "done.sync-conflict-20260301-090000-ABCDEF2.txt"
        self.put(name, "x 2026-02-28 one", "x 2026-03-01 two")
        self.taken(name)
        self.assertEqual(self.place.done.read_text(), "x 2026-02-28 one\nx 2026-03-01 two\n")

    def test_copies_of_other_files_stay(self):
        others = [
            "notes.sync-conflict-20260301-090000-ABCDEF2.txt", "todo-work (conflicted copy 2026-03-01 090000).txt",
            "todo.sync-conflict-20260301-090000-ABCDEF2.txt.bak", "my " + DROPBOX,
            os.fsdecode(b"todo (Ren\xe9's conflicted copy 2026-03-01).txt")]
        for name in others:
            self.put(name, "call mum", "write a letter", "from elsewhere")
        self.put(SYNCTHING, "call mum", "write a letter", "sing")
        self.taken(SYNCTHING)
        self.assertEqual(self.place.lines(), ["call mum", "write a letter", "sing"])
        for name in others:
            self.assertEqual(self.path(name).read_text(), "call mum\nwrite a letter\nfrom elsewhere\n", name)
        self.assertIn("UTF-8", self.client.must("status").data["conflict-copy"])

    def test_a_copy_is_read_once_it_is_whole(self):
        with open(self.path(SYNCTHING), "w") as writer:
            writer.write("call mum\nwrite a letter\nread a bo")
            writer.flush()
            # It comes before the other by name, so both were looked at when it is gone.
            self.put(DROPBOX, "call mum", "write a letter", "sing")
            self.taken(DROPBOX)
            self.assertEqual(self.place.lines(), ["call mum", "write a letter", "sing"])
            writer.write("ok\n")
        self.taken(SYNCTHING)
        self.assertEqual(sorted(self.place.lines()), ["call mum", "read a book", "sing", "write a letter"])
