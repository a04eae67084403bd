"""todoctl as somebody at a shell uses it: in a pipe, on a terminal, for a program that wants JSON."""
import datetime
import json
import re
import unittest

from todod_testing import EndToEndTest, wait_for

TODAY = datetime.datetime.now(datetime.timezone.utc).date()


def day(plus):
    return (TODAY + datetime.timedelta(days=plus)).isoformat()


class ClientTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(
            f"(A) 2026-01-01 Call mum @phone +family due:{day(-2)}",
            f"2026-01-02 Pay rent due:{day(0)}",
            f"(B) 2026-01-03 Write report +work due:{day(1)} at:0930",
            "2026-01-04 Read a book +leisure",
            "x 2026-01-05 2026-01-04 Already done")
        self.start()

    def test_a_list_in_a_pipe_is_id_tab_line(self):
        rows = [line.split("\t", 1) for line in self.did("list").splitlines()]
        self.assertEqual({line for _, line in rows}, set(self.place.lines()[:4]))
        self.assertTrue(all(item.isdigit() for item, _ in rows), rows)

    def test_a_list_on_a_terminal_is_grouped_and_coloured(self):
        out, code = self.terminal("list")
        self.assertEqual(code, 0, out)
        plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\x1b\]8;[^\x1b\x07]*(\x1b\\|\x07)", "", out)
        for heading in ("overdue", "today", "tomorrow"):
            self.assertRegex(plain.lower(), heading)
        self.assertRegex(out, r"\x1b\[[0-9;]*31m", "the (A) is red")
        self.assertLess(plain.lower().index("call mum"), plain.lower().index("pay rent"))
        out, _ = self.terminal("list", "--color", "never")
        self.assertNotIn("\x1b[3", out)

    def test_a_list_longer_than_the_terminal_is_paged(self):
        pager = "sed s/^/paged:/"
        long, code = self.terminal("list", pager=pager, rows=5)
        self.assertEqual(code, 0, long)
        lines = [line for line in long.splitlines() if not line.startswith("todoctl: ")]
        self.assertTrue(all(line.startswith("paged:") for line in lines), long)
        self.assertIn("Call mum", long)
        self.assertNotIn("paged:", self.terminal("list", pager=pager, rows=50)[0])
        self.assertNotIn("paged:", self.terminal("list", pager="", rows=5)[0])
        # One that is not there, or ends before it has read all, takes nothing away and breaks nothing.
        for pager in ("no-such-pager-here", "true"):
            out, code = self.terminal("list", pager=pager, rows=5)
            self.assertEqual(code, 0, out)
        self.assertIn("Call mum", self.terminal("list", pager="no-such-pager-here", rows=5)[0])

    def test_views_stand_for_queries(self):
        self.assertEqual(self.did("views"), "")
        self.place.configure("[Views]\nnear=due:..+1d sort:-due\n")
        self.did("reload")
        self.assertEqual(self.did("views"), "near\tdue:..+1d sort:-due\n")
        texts = [line.split("\t")[1].split(" due:")[0] for line in self.did("list", "view:near").splitlines()]
        self.assertEqual(texts, ["(B) 2026-01-03 Write report +work", "2026-01-02 Pay rent",
                                 "(A) 2026-01-01 Call mum @phone +family"])
        self.assertEqual(self.did("count", "view:near", "+work"), "1\n")
        self.assertEqual(self.did("list", "--format", "{id}:{title}:{due}", "+work"), f"3:Write report:{day(1)}\n")
        out, code = self.terminal("list", "vieww:near")
        self.assertIn("did you mean view:near?", out)

    def test_bare_todoctl_shows_what_is_near(self):
        out, code = self.terminal()
        self.assertEqual(code, 0, out)
        for words in ("Call mum", "Pay rent", "Write report"):
            self.assertIn(words, out)

    def test_json_has_every_field(self):
        tasks = json.loads(self.did("list", "--json"))
        self.assertEqual(len(tasks), 4)
        report = next(task for task in tasks if "report" in task["text"])
        for key in ("id", "uuid", "line", "line_number", "done", "priority", "created", "completed", "text", "projects",
                    "contexts", "keys", "due", "at", "due_at", "threshold", "overdue", "next", "rung_at", "snoozed",
                    "dismissed", "blocked", "urgency", "mark"):
            self.assertIn(key, report)
        self.assertEqual((report["priority"], report["projects"], report["due"], report["at"], report["line_number"]),
                         ("B", ["work"], day(1), "09:30", 3))
        self.assertEqual(report["due_at"], f"{day(1)}T09:30:00+00:00")
        self.assertIsNone(report["completed"])
        self.assertEqual(json.loads(self.did("list", "--json", "no such words")), [])

    def test_add_says_what_was_understood_and_how_to_undo_it(self):
        out = self.did("add", "Buy milk", "due:tomorrow", "at:9am", "@shop")
        self.assertIn("Buy milk", out)
        self.assertRegex(out, r"undo s\d+")
        self.assertRegex(self.place.lines()[-1], rf"Buy milk due:{day(1)} at:0900 @shop$")
        step = re.search(r"undo (s\d+)", out)[1]
        before = len(self.place.lines())
        self.did("undo", step)
        self.assertEqual(len(self.place.lines()), before - 1)

    def test_add_json_answers_the_task(self):
        task = json.loads(self.did("add", "--json", "Machine made"))
        task = task[0] if isinstance(task, list) else task
        self.assertEqual(task["text"], "Machine made")

    def test_add_reads_a_line_a_task_from_a_pipe(self):
        self.did("add", input="one of two\ntwo of two\n")
        self.assertEqual([line.split(" ", 1)[1] for line in self.place.lines()[-2:]], ["one of two", "two of two"])

    def test_done_undone_and_undo(self):
        item = self.item("Pay rent")
        self.did("done", item)
        line = next(line for line in self.place.lines() if "Pay rent" in line)
        self.assertEqual(line, f"x {day(0)} 2026-01-02 Pay rent due:{day(0)}")
        self.did("undone", item)
        self.assertIn(f"2026-01-02 Pay rent due:{day(0)}", self.place.lines())
        self.did("done", item)
        self.did("undo")
        self.assertIn(f"2026-01-02 Pay rent due:{day(0)}", self.place.lines())

    def item(self, words):
        return next(line.split("\t")[0] for line in self.did("list", "all").splitlines() if words in line)

    def test_a_recurring_task_has_its_successor(self):
        self.did("add", "Water plants due:today rec:+1w")
        self.did("done", self.item("Water plants"))
        lines = [line for line in self.place.lines() if "Water plants" in line]
        self.assertEqual(len(lines), 2, lines)
        self.assertTrue(lines[0].startswith("x "))
        self.assertTrue(lines[1].endswith(f"due:{day(7)} rec:+1w"), lines)

    def test_changes_of_one_task(self):
        item = self.item("Read a book")
        self.did("append", item, "at last")
        self.did("set", item, "due:tomorrow", "pri:C", "+home", "-+leisure")
        line = self.place.lines()[3]
        self.assertTrue(line.startswith("(C) 2026-01-04 Read a book"), line)
        self.assertIn(f"due:{day(1)}", line)
        self.assertIn("+home", line)
        self.assertNotIn("+leisure", line)
        self.did("remove", "--yes", item)
        self.assertNotIn("Read a book", self.place.todo.read_text())
        self.did("restore", item)
        self.assertIn("Read a book", self.place.todo.read_text())

    def test_archive_moves_done_lines(self):
        self.did("archive")
        self.assertNotIn("Already done", self.place.todo.read_text())
        self.assertIn("x 2026-01-05 2026-01-04 Already done", self.place.done.read_text())

    def test_queries(self):
        def found(*query):
            return {line.split("\t", 1)[1] for line in self.did("list", *query).splitlines()}
        lines = self.place.lines()
        self.assertEqual(found("overdue"), {lines[0]})
        self.assertEqual(found("due:today"), {lines[1]})
        self.assertEqual(found("+work"), {lines[2]})
        self.assertEqual(found("@phone"), {lines[0]})
        self.assertEqual(found("pri:A..B"), {lines[0], lines[2]})
        self.assertEqual(found("done"), {lines[4]})
        self.assertEqual(found("all"), set(lines))
        self.assertEqual(found("BOOK"), {lines[3]})

    def test_exit_codes_and_words(self):
        for code, arguments in ((2, ["frobnicate"]), (4, ["done", "4711"]), (2, ["add", "x due:frday"])):
            run = self.todoctl(*arguments)
            self.assertEqual(run.returncode, code, f"{arguments}: {run.stdout}{run.stderr}")
            self.assertTrue(run.stderr.startswith("todoctl: "), run.stderr)
            self.assertEqual(run.stdout, "")
        run = self.todoctl("list", environment={"TODOD_SOCKET": str(self.place.run / "nobody")})
        self.assertEqual(run.returncode, 3)
        run = self.todoctl("--json", "done", "4711")
        self.assertEqual(run.returncode, 4)
        json.loads(run.stderr)

    def test_an_error_on_one_of_several_changes_nothing(self):
        before = self.place.todo.read_bytes()
        self.assertEqual(self.todoctl("done", self.item("Pay rent"), "4711").returncode, 4)
        self.assertEqual(self.place.todo.read_bytes(), before)

    def test_help(self):
        out = self.did("--help")
        for command in ("add", "list", "done", "undo", "watch", "status"):
            self.assertRegex(out, rf"\b{command}\b")
        self.assertIn("add", self.did("help", "add"))
        self.assertRegex(self.did("--version"), r"\d+\.\d+")

    def test_every_verb_can_be_asked_for_as_the_protocol_has_it(self):
        verbs = [line.split()[1] for line in self.did("request", "commands").splitlines() if line.startswith("= ")]
        self.assertIn("put", verbs)
        for verb in verbs:
            answer = self.todoctl("request", f"{verb} no-such-word=1")
            last = answer.stdout.splitlines()[-1]
            self.assertNotIn("unknown-verb", last, "a word too many is refused, not the verb")
        uuid = "00000000-0000-4000-8000-000000000001"
        put = self.did("request", f"put {uuid}\t2026-01-06 Put by its uuid")
        self.assertIn(f"uuid={uuid}", put)
        self.assertIn("2026-01-06 Put by its uuid", self.place.lines())
        batch = self.todoctl("request", "-", input="begin\nadd\tNever\ndone 99\ncommit\n")
        self.assertEqual(batch.returncode, 5, batch.stdout)
        self.assertNotIn("Never", self.place.todo.read_text(), "a batch is all or nothing")

    def test_status_is_0_while_it_runs_and_3_when_not(self):
        self.assertIn(str(self.place.todo), self.did("status"))
        run = self.todoctl("status", environment={"TODOD_SOCKET": str(self.place.run / "nobody")})
        self.assertEqual(run.returncode, 3)

    def test_control_bytes_in_a_title_do_not_reach_the_terminal(self):
        with open(self.place.todo, "ab") as file:
            file.write(b"2026-01-01 evil \x1b[2J\x1b]0;title\x07 \xe2\x80\xae text\n")
        wait_for(lambda: "evil" in self.did("list", "evil"), "the line")
        out, _ = self.terminal("list", "evil")
        self.assertIn("evil", out)
        for raw in ("\x1b[2J", "\x1b]0;", "\x07", "\u202e"):
            self.assertNotIn(raw, out)

    def test_reorder_and_sort(self):
        self.did("reorder", self.item("Read a book"), "top")
        self.assertIn("Read a book", self.place.lines()[0])
        self.did("sort")
        self.assertIn("Call mum", self.place.lines()[0])

    def test_move_to_a_file_beside(self):
        self.did("move", self.item("Read a book"), "someday.txt")
        self.assertNotIn("Read a book", self.place.todo.read_text())
        self.assertIn("Read a book", (self.place.home / "someday.txt").read_text())
        self.assertNotEqual(self.todoctl("move", self.item("Pay rent"), "../elsewhere.txt").returncode, 0)

    def test_projects_contexts_agenda_next(self):
        self.assertRegex(self.did("projects"), r"(?m)family")
        self.assertRegex(self.did("contexts"), r"(?m)phone")
        self.assertIn("Write report", self.did("agenda"))
        self.assertNotEqual(self.did("next"), "")


class InitTest(EndToEndTest):
    def test_init_writes_the_file_it_is_given(self):
        self.place.configuration.unlink()
        todo = self.place.home / "lists/todo.txt"
        todo.parent.mkdir()
        todo.write_text("2026-01-01 Found\n")
        self.did("init", str(todo))
        self.assertRegex(self.place.configuration.read_text(), rf"(?m)^Todo ?= ?{re.escape(str(todo))}$")
        self.start()
        self.assertIn("Found", self.did("list"))

    def test_init_finds_the_file_of_todo_sh(self):
        self.place.configuration.unlink()
        (self.place.home / ".todo-txt").mkdir()
        (self.place.home / ".todo-txt/todo.txt").write_text("2026-01-01 Of todo.sh\n")
        self.did("init")
        self.assertIn(".todo-txt/todo.txt", self.place.configuration.read_text())

    def test_init_takes_todo_file_of_the_environment_first(self):
        self.place.configuration.unlink()
        todo = self.place.home / "named.txt"
        todo.write_text("")
        self.did("init", environment={"TODO_FILE": str(todo)})
        self.assertIn(str(todo), self.place.configuration.read_text())


if __name__ == "__main__":
    unittest.main()
