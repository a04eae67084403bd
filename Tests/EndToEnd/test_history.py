"""What was changed, by whom, and how each of it is taken back, with the real programs."""

import unittest

from history_testing import BAD_REQUEST, BASE, CONFLICT, NOT_FOUND, UNAVAILABLE, HistoryTest
from todod_testing import need


class StoryTest(HistoryTest):
    """One day of a file, with everybody's changes."""

    def live(self):
        """Makes the day's steps and returns the files after each, by its name; s0 is before all."""
        need("vim", "todo-txt")
        # Mixed endings, a blank line, what is no text, no newline at the end: all is to come back to the byte.
        self.place.todo.write_bytes("\r\n".join(BASE).encode() + b"\n\nmilk \xff")
        self.start()
        worlds = {"s0": self.files()}

        def step(name, act, *arguments, **options):
            act(*arguments, **options)
            self.taken_in(name)
            worlds[name] = self.files()
        step("s1", self.did, "add", "Buy", "bread")
        step("s2", self.vim, "2s/mum/mum and dad/", "5s/$/ soon/")
        step("s3", self.did, "done", "1", "3")
        self.restart()
        step("s4", self.todo_txt, "archive")
        step("s5", self.did, "add", "-", input="One of a batch\nTwo of a batch\n")
        step("s6", self.did, "remove", "2")
        return worlds

    def test_history_tells_who_did_what(self):
        self.live()
        self.assertEqual(self.steps(), [
            ("s6", "client", "remove", "-", "2"), ("s5", "client", "batch", "-", "6,7"),
            ("s4", "editor", "external edit", "-", "1,3"), ("s3", "client", "done", "-", "1,3"),
            ("s2", "editor", "external edit", "-", "2,4"), ("s1", "client", "add", "-", "5")])
        self.assertEqual([s[0] for s in self.steps("1")], ["s4", "s3"], "the story of a task that is in the done file")
        self.assertEqual([s[0] for s in self.steps("mum")], ["s6", "s2"], "of one that is gone, by its words")
        self.assertEqual([s[0] for s in self.steps("s5")], ["s5"])
        self.assertEqual([s[0] for s in self.steps("--limit", "2")], ["s6", "s5"])
        archived = self.json("history", "s4")[0]
        self.assertEqual((archived["gone"], archived["file"], archived["undone_by"]), (2, "done.txt", None))
        for change in archived["changes"]:
            self.assertRegex(change["line_in_file"], r"^x \d{4}-\d\d-\d\d 2026-01-0[13] ")
        edited = self.json("history", "s2")[0]["changes"]
        self.assertIn("(A) 2026-01-02 Call mum and dad @phone +family", [c["after"].rstrip("\r") for c in edited])
        line = "(A) 2026-01-02 Call mum and dad @phone +family"
        self.assertEqual([(*t[:3], t[3].rstrip("\r")) for t in self.trash()], [(2, "client", "s6", line)])
        self.assertEqual([(t["id"], t["by"], t["step"], t["is_listed"]) for t in self.json("trash", "dad")],
                         [(2, "client", "s6", False)])
        self.assertEqual(self.json("trash", "plants"), [], "what is in the done file is not lost")

    def test_every_version_is_printed_and_made_again_to_the_byte(self):
        worlds = self.live()
        revision = {step["step"]: step["revision"] for step in self.json("history")}
        revision["s0"] = revision["s1"] - 1
        names = {**{f"r{revision[name]}": name for name in worlds}, **{name: name for name in worlds if name != "s0"}}
        for asked, name in names.items():
            self.assertEqual(self.printed(asked), worlds[name]["todo.txt"], asked)
        told = self.json("history", "--print", f"r{revision['s0']}")
        self.assertEqual((told["ends_with_newline"], len(told["lines"])), (False, 5))
        self.assertEqual(told["lines"][4], {"line": "milk \ufffd", "line_base64": "bWlsayD/"})
        for asked in ("s1", "s5", f"r{revision['s0']}", "s3", "s6"):
            self.assertTrue(self.json("restore", "--version", asked)["step"])
            # What stands in the one file does not stand in the other.
            self.assertEqual(self.files(), worlds[names[asked]], asked)
        self.assertEqual(self.ids("all"), [4, 5, 6, 7])
        again = self.json("restore", "--version", "s6")
        self.assertEqual((again["step"], len(again["notes"])), (None, 1), "it is that version already")

    def test_undone_by_name_from_the_end_and_done_again(self):
        worlds = self.live()
        names = list(worlds)
        for before, name in reversed(list(zip(names, names[1:]))):
            self.assertEqual(self.json("undo", name)["step"], f"s{13 - int(name[1:])}")
            self.assertEqual(self.files(), worlds[before], name)
        self.restart()
        self.assertEqual(self.json("history", "s12")[0]["undoes"], "s1")
        self.assertEqual(self.json("history", "s1")[0]["undone_by"], "s12")
        for name in names[1:]:
            self.assertTrue(self.json("redo", name)["step"])
            self.assertEqual(self.files(), worlds[name], name)

    def test_undo_alone_takes_back_what_was_done_by_hand(self):
        worlds = self.live()
        for name in ("s6", "s5", "s3", "s1"):
            self.did("undo")
            self.assertEqual(self.json("history", "--limit", "1")[0]["undoes"], name)
            if name == "s3":
                # What todo-txt moved is back; the blank line that it dropped is nobody's deed by hand.
                self.assertEqual(self.place.todo.read_bytes(), worlds["s2"]["todo.txt"].replace(b"\n\n", b"\n"))
                self.assertNotIn("done.txt", self.files())
                self.restart()
        self.refused(CONFLICT, "there is no step to undo: what others did is undone by its name", "undo")
        for _ in range(4):
            self.did("redo")
        self.assertEqual(self.files(), worlds["s6"])
        self.refused(CONFLICT, "there is no step to redo", "redo")

    def test_a_task_is_restored_from_wherever_it_went(self):
        self.live()
        restored = self.json("restore", "2", "1")
        self.assertEqual([row["id"] for row in restored["tasks"]], [2, 1])
        self.assertEqual(self.files()["done.txt"].count(b"\n"), 1, "of two archived lines one came back")
        self.assertIn(b"(A) 2026-01-02 Call mum and dad @phone +family\r\n", self.place.todo.read_bytes())
        self.assertEqual(self.json("trash"), [])


class RefusalTest(HistoryTest):
    def test_undo_of_what_was_changed_since(self):
        need("vim")
        self.start()
        self.did("append", "1", "soon")
        self.vim("1s/soon/never/")
        self.taken_in("s2")
        self.refused(CONFLICT, "step s1 cannot be undone, s2 changed since: '2026-01-01 Water the plants @home never'; "
                     "undo s2 first, or change it yourself", "undo", "s1")
        self.refused(CONFLICT, "step s1 cannot be undone", "undo")
        self.did("undo", "s2")
        self.did("undo", "s1")
        self.assertEqual(self.place.lines(), BASE)

    def test_what_others_changed_in_the_line_stays(self):
        need("vim")
        self.start()
        self.did("append", "1", "soon")
        self.vim("1s/plants/flowers/", "$d")
        self.taken_in("s2")
        self.did("undo")
        self.assertEqual(self.place.lines(), [BASE[0].replace("plants", "flowers"), BASE[1]])

    def test_undo_and_redo_twice(self):
        self.start()
        self.did("done", "1")
        done = self.files()
        self.refused(CONFLICT, "step s1 is not undone", "redo", "s1")
        self.did("undo", "s1")
        self.refused(CONFLICT, "step s1 was undone already, by s2: `todoctl redo s1` does it again", "undo", "1")
        self.did("add", "Something else")
        self.refused(CONFLICT, "step s3 was made since the last undo: name the step to redo, as in `todoctl redo s1`",
                     "redo")
        self.did("redo", "s1")
        self.assertIn(done["todo.txt"].splitlines()[0], self.place.todo.read_bytes().splitlines())
        self.refused(CONFLICT, "what s2 undid was redone already, by s4: `todoctl undo s1` undoes it again", "undo", "s2")

    def test_names_that_nothing_has(self):
        self.start()
        self.did("done", "1")
        for arguments in (["undo", "s9"], ["redo", "s9"], ["history", "s9"], ["history", "--print", "s9"],
                          ["restore", "--version", "s9"]):
            self.refused(NOT_FOUND, "no step s9 in the history: `todoctl history` lists those there are", *arguments)
        revision = self.json("history")[0]["revision"]
        for command in (["history", "--print"], ["restore", "--version"]):
            self.refused(NOT_FOUND, f"history does not go back to r{revision - 2}", *command, f"r{revision - 2}")
            self.refused(NOT_FOUND, f"there is no version r{revision + 1} yet: the file is at r{revision}", *command,
                         f"r{revision + 1}")
            self.refused(BAD_REQUEST, "'yesterday' is no version: r118 or s812", *command, "yesterday")
        self.refused(BAD_REQUEST, "'r2' is no step such as s812", "undo", "r2")
        self.refused(NOT_FOUND, "no task has or had the id 9", "history", "9")
        self.refused(NOT_FOUND, "no removed task had the id 9", "restore", "9")
        self.refused(CONFLICT, "task 2 is in the list", "restore", "2")
        self.refused(CONFLICT, "1 is not one of two lines that clash", "resolve", "1", "keep")
        self.refused(BAD_REQUEST, "keep: it stays", "resolve", "1", "maybe")
        self.refused(CONFLICT, "the todo file is there", "accept")
        self.assertEqual(self.steps("1")[0][:3], ("s1", "client", "done"), "none of it made a step")

    def test_versions_of_more_than_50_steps(self):
        self.start()
        versions = [self.place.todo.read_bytes()]
        with self.daemon.client() as client:
            for n in range(60):
                client.must(f"add top={n % 2}\tTask {n}" if n % 3 else f"append {n % 3 + 1}\tword{n}")
                versions.append(self.place.todo.read_bytes())
        self.restart()
        first = self.json("history", "s1")[0]["revision"] - 1
        for n, version in enumerate(versions):
            self.assertEqual(self.printed(f"r{first + n}"), version)


class MissingFileTest(HistoryTest):
    def test_accept_is_a_step_and_undo_brings_the_file_back(self):
        self.start()
        self.did("add", "Buy bread")
        before = self.place.todo.read_bytes()
        self.place.todo.unlink()
        self.refused(UNAVAILABLE, "todoctl restore --file", "add", "Too early")
        self.refused(UNAVAILABLE, "todoctl accept", "undo")
        self.assertEqual(self.json("accept")["step"], "s2")
        self.assertFalse(self.place.todo.exists())
        self.assertEqual([t[0] for t in self.trash()], [1, 2, 3, 4])
        self.restart()
        self.assertEqual(self.did("list"), "")
        self.did("undo", "s2")
        self.assertEqual(self.place.todo.read_bytes(), before)
        self.assertEqual(self.ids(), [1, 2, 3, 4])

    def test_a_file_that_is_missing_is_written_again(self):
        self.start()
        self.did("add", "Buy bread")
        before = self.place.todo.read_bytes()
        self.place.todo.unlink()
        # It waits until the file is believed to be missing.
        self.did("restore", "--file")
        self.assertEqual(self.place.todo.read_bytes(), before)
        self.refused(CONFLICT, "nothing is missing", "restore", "--file")
        self.assertEqual(self.newest(), "s1")


if __name__ == "__main__":
    unittest.main()
