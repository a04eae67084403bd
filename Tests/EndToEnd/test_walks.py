"""Three walks through the product: a day of somebody who comes from todo.sh, one from Taskwarrior, and one who only sees
popups. Each does what such a person does, with the real programs, and looks at the file as they would."""
import json
import os
import subprocess
import unittest

from notify_testing import FakeServer, MovedClock, need_fake_server
from todod_testing import TODOCTL, EndToEndTest, need, wait_for


class TodoShDay(EndToEndTest):
    """The same verbs, the same file, todo.sh itself beside it."""

    def sh(self, *words):
        run = subprocess.run(["todo-txt", "-d", str(self.todo_sh), "-f", "-p", *words], capture_output=True, text=True,
                             timeout=30, env=self.place.environment, stdin=subprocess.DEVNULL)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_a_day(self):
        need("todo-txt")
        self.todo_sh = self.place.todo_sh_configuration()
        self.place.write("(A) Call mum @phone +family", "Pay rent", "(B) Write report +work")
        # The first minute: todoctl finds the file where todo.sh has it.
        os.unlink(self.place.configuration)
        (self.place.home / ".todo").mkdir()
        (self.place.home / ".todo/config").write_text(self.todo_sh.read_text())
        self.assertIn(str(self.place.todo), self.did("init", "--yes"))
        self.start()
        # Morning: look, as `t ls` did; new tasks from either side.
        ids = dict(line.split("\t")[::-1] for line in self.did("ls").splitlines())
        self.assertEqual(list(ids), ["(A) Call mum @phone +family", "Pay rent", "(B) Write report +work"])
        self.sh("add", "Buy milk @shop")
        self.did("a", "Water plants @home", "due:tomorrow")
        milk = self.did("ls", "@shop").split("\t")[0]
        self.assertEqual(self.did("lsp").count("\n"), 2)
        self.assertEqual(self.did("lsprj"), "+family\t1\n+work\t1\n")
        self.assertEqual(self.did("lsc"), "@home\t1\n@phone\t1\n@shop\t1\n")
        # The day: do, pri, app, prep, replace, dp, del.
        self.did("do", ids["Pay rent"])
        self.did("pri", milk, "C")
        self.did("app", milk, "and eggs")
        self.did("prep", milk, "Please")
        self.did("dp", ids["(A) Call mum @phone +family"])
        self.did("del", ids["(B) Write report +work"])
        line = next(line for line in self.place.lines() if "milk" in line)
        self.assertRegex(line, r"^\(C\) (\d{4}-\d\d-\d\d )?Please Buy milk @shop and eggs$")
        # todo.sh sees all of it, and what it does keeps the ids.
        self.assertIn("Please Buy milk @shop and eggs", self.sh("ls"))
        number = next(n for n, line in enumerate(self.place.lines(), 1) if "plants" in line)
        plants = self.did("ls", "@home").split("\t")[0]
        self.sh("append", str(number), "in the evening")
        self.assertRegex(self.did("ls", "@home"), rf"^{plants}\t.*in the evening$")
        # A slip is taken back, also the deletion of an hour ago.
        self.did("undo")
        self.assertIn("(B) Write report +work", self.place.lines())
        # Evening: archive, by either.
        self.did("archive")
        self.assertRegex(self.place.done.read_text(), r"^x \d{4}-\d\d-\d\d .*Pay rent\n$")
        self.assertNotIn("Pay rent", self.place.todo.read_text())
        self.assertEqual(self.did("lsa", "rent"), "", "what is archived is archived")
        self.did("restore", ids["Pay rent"])
        self.sh("archive")
        self.assertEqual(self.place.done.read_text().count("Pay rent"), 1)


class TaskwarriorDay(EndToEndTest):
    """The words Taskwarrior taught: project:, +TAG, modify, due.before."""

    def test_a_day(self):
        need("task")
        self.place.write()
        self.start()
        data = self.place.root / "task"
        data.mkdir()
        environment = {**self.place.environment, "TASKDATA": str(data), "TASKRC": str(self.place.root / "taskrc")}
        (self.place.root / "taskrc").write_text("confirmation=no\nverbose=nothing\n")

        def task(*words):
            run = subprocess.run(["task", *words], capture_output=True, text=True, timeout=30, env=environment,
                                 stdin=subprocess.DEVNULL)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            return run.stdout

        # Moving in: what was there comes along, once.
        task("add", "Call mum", "project:family", "+phone", "priority:H", "due:2031-05-06T09:00:00Z")
        task("add", "Pay rent", "due:2031-05-01", "recur:monthly")
        task("add", "Read a book", "wait:2031-01-01")
        (self.place.root / "export.json").write_text(task("export"))
        self.did("import", str(self.place.root / "export.json"))
        before = self.place.lines()
        self.assertTrue(any("Call mum" in line and "+family" in line and "@phone" in line and line.startswith("(A)")
                            for line in before), before)
        self.assertTrue(any("Pay rent" in line and "rec:+1m" in line for line in before), before)
        self.did("import", str(self.place.root / "export.json"))
        self.assertEqual(self.place.lines(), before, "a second time nothing comes")
        # The day, in Taskwarrior's words.
        self.assertEqual(self.did("list", "project:family").count("\n"), 1)
        self.assertEqual(self.did("list", "priority:H", "tag:phone").count("\n"), 1)
        mum = self.did("list", "project:family").split("\t")[0]
        self.did("modify", mum, "due:2031-05-07", "+work")
        self.assertIn("due:2031-05-07", self.did("ls", "+work"))
        self.assertEqual(self.did("count", "due.before:2031-05-02"), "1\n")
        self.assertEqual(self.did("count", "+WAITING"), "1\n")
        self.did(mum, "done")
        self.assertEqual(self.did("count", "status:completed"), "1\n")
        # One undo for one slip, as they know it.
        self.did("undo")
        self.assertEqual(self.did("count", "+READY", "project:family"), "1\n")
        info = json.loads(self.did("info", mum, "--json"))[0]
        self.assertEqual((info["priority"], info["due"], info["projects"]), ("A", "2031-05-07", ["family", "work"]))
        # And out again: nobody is locked in.
        exported = json.loads(self.did("export", "--taskwarrior"))
        found = {entry["description"].split(" ")[0]: entry for entry in exported}
        self.assertEqual(found["Call"]["priority"], "H")
        self.assertIn("phone", found["Call"]["tags"])
        self.assertTrue(found["Call"]["due"].startswith("2031050"), found["Call"])


class PopupDay(EndToEndTest):
    """Somebody who writes the file on the phone and never opens a terminal."""

    def test_a_day(self):
        need_fake_server()
        screen = self.desktop(dunst=False)
        server = FakeServer(screen)
        clock = MovedClock(self.place, "2026-05-05 08:00:00")
        self.place.configure("[Reminders]\nLateWait=1s\nAgain=no\nEvening=no\n")
        self.place.write("Water plants due:2026-05-05", "Dentist due:2026-05-05 at:1015", "(A) Pay rent due:2026-05-04",
                         "Read a book")
        daemon = self.start()
        clock.pid = daemon.pid
        server.shows("4 tasks")
        # Nine o'clock: one digest for what is due and what was missed.
        clock.set("2026-05-05 08:59:59")
        digest = server.shows("Water plants", 2)
        self.assertIn("Pay rent", digest["summary"] + digest["body"])
        server.press(digest["id"], "all-tomorrow")
        server.shows("tomorrow 09:00")
        # A quarter past ten: the dentist, put off ten minutes, then done. The file says so.
        clock.set("2026-05-05 10:14:59")
        popup = server.shows("Dentist")
        server.press(popup["id"], "snooze")
        server.shows("Snoozed until")
        clock.set("2026-05-05 10:24:59")
        again = server.shows("Dentist", 3)
        server.press(again["id"], "done")
        wait_for(lambda: any(line.startswith("x ") and "Dentist" in line for line in self.place.lines()), "the x")
        # The phone saves the file while nobody looks: a new one rings at its time, one that is gone does not.
        lines = [line for line in self.place.lines() if "plants" not in line]
        fresh = self.place.todo.with_name(".syncthing.todo.txt.tmp")
        fresh.write_text("".join(line + "\n" for line in [*lines, "Train due:2026-05-05 at:1200"]))
        os.rename(fresh, self.place.todo)
        wait_for(lambda: "Train" in self.did("list"), "the edit")
        clock.set("2026-05-05 11:59:59")
        server.shows("Train")
        # The next morning what was put off comes back, the plants do not.
        clock.set("2026-05-06 08:59:59")
        morning = server.shows("Pay rent", 2)
        self.assertNotIn("Water plants", morning["summary"] + morning["body"])
        # And nothing of all that needed a terminal.
        self.assertTrue(any("Pay rent" in line for line in self.place.lines()))


if __name__ == "__main__":
    unittest.main()
