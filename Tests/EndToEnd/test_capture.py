"""Tasks as somebody types them: dates in words, reminders, and the ways to name a task."""
import datetime
import re
import unittest

from test_client import TODAY, day
from todod_testing import EndToEndTest


def next_weekday(number):
    """The next such day, Monday is 0; never today."""
    return day((number - TODAY.weekday() - 1) % 7 + 1)


def of_next_week(number):
    return day(7 - TODAY.weekday() + number)


def now():
    return datetime.datetime.now(datetime.timezone.utc)


class CaptureTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("2026-01-01 First", "2026-01-02 Second", "2026-01-03 Call mum", "2026-01-04 Call dad")
        self.start()

    def last_line(self):
        return self.place.lines()[-1].split(" ", 1)[1]

    def refused(self, words, *arguments):
        before = self.place.lines()
        run = self.todoctl(*arguments)
        self.assertEqual((run.returncode, run.stderr), (2, f"todoctl: {words}\n"))
        self.assertEqual(self.place.lines(), before)

    # Dates

    def test_a_date_is_understood_wherever_one_is_expected(self):
        for arguments, line in (
                (["Buy", "due:tomorrow", "at:9am"], f"Buy due:{day(1)} at:0900"),
                (["Buy", "due:next", "friday", "+shop"], f"Buy due:{of_next_week(4)} +shop"),
                (["Buy due:next monday"], f"Buy due:{of_next_week(0)}"),
                (["Buy", "due:next friday 9am", "+shop"], f"Buy due:{of_next_week(4)} at:0900 +shop"),
                (["Buy", "--due", "next friday 9 pm"], f"Buy due:{of_next_week(4)} at:2100"),
                (["Buy", "due:tomorrow", "at:noon"], f"Buy due:{day(1)} at:1200"),
                (["Buy", "due:tomorrow", "at:24:00"], f"Buy due:{day(2)} at:0000"),
                (["Buy", "--due", "tomorrow 12am"], f"Buy due:{day(1)} at:0000"),
                (["Buy", "--due", "midnight"], f"Buy due:{day(1)} at:0000"),
                (["Buy", "--due", "in 3 days"], f"Buy due:{day(3)}"),
                (["Buy", "t:+2w"], f"Buy t:{day(14)}"),
                (["Buy", "--due", "sat", "--at", "9"], f"Buy due:{next_weekday(5)} at:0900")):
            self.did("add", *arguments)
            self.assertEqual(self.last_line(), line, arguments)

    def test_due_set_append_and_replace_take_the_same_words(self):
        for arguments, line in (
                (["due", ":4", "next", "friday", "9am"], f"Call dad due:{of_next_week(4)} at:0900"),
                (["due", ":4", "tomorrow"], f"Call dad due:{day(1)} at:0900"),
                (["due", ":4", "none"], "Call dad"),
                (["set", ":4", "due:next", "monday", "17:30", "+a"], f"Call dad due:{of_next_week(0)} at:1730 +a"),
                (["set", ":4", "due:tomorrow", "at:24:00"], f"Call dad due:{day(2)} at:0000 +a"),
                (["replace", ":4", "Call", "him", "due:next monday"], f"Call him due:{of_next_week(0)}"),
                (["append", ":4", "t:next monday"], f"Call him due:{of_next_week(0)} t:{of_next_week(0)}")):
            self.did(*arguments)
            self.assertEqual(self.last_line(), line, arguments)

    def test_a_time_alone_is_today_or_tomorrow(self):
        for command in (["due", ":4", "{}"], ["set", ":4", "at:{}"], ["append", ":4", "at:{}"]):
            self.did("replace", ":4", "Call dad")
            # 12am was, whatever the clock says; what is to come needs a clock that is not about to strike.
            self.did(*(word.format("12am") for word in command))
            self.assertRegex(self.last_line(), f"^Call dad (at:0000 due:{day(1)}|due:{day(1)} at:0000)$")

    def test_what_is_no_date_is_named_and_nothing_is_changed(self):
        self.refused("'due:frday' is not understood: did you mean friday?", "add", "x", "due:frday")
        self.refused("'fryday' in 'next fryday' is not understood: did you mean friday?", "due", ":4", "next", "fryday")
        self.refused("'fryday' in 'due:next fryday' is not understood: did you mean friday?", "add", "x due:next fryday")
        self.refused("'due:30m' is not understood: did you mean +30mo, or in 30min?", "set", ":4", "due:30m")
        self.refused("'at:25:00' is not understood: say a time: 17:30, 0900, 9am", "append", ":4", "at:25:00")
        self.refused("'tomorow' is not understood: did you mean tomorrow?", "snooze", ":4", "tomorow")
        self.refused("'9' may be minutes or an hour: say 9min or 9:00", "pause", "until", "9")
        self.refused("'before:next-fryday' in the query is not understood: did you mean friday?",
                     "list", "before:next fryday")

    def test_m_is_minutes_to_come_and_months_in_dates(self):
        self.did("add", "Buy due:+1m")
        due = datetime.date.fromisoformat(re.search(r"due:(\S+)", self.last_line())[1])
        self.assertIn((due.year * 12 + due.month) - (TODAY.year * 12 + TODAY.month), (1,))
        before = now()
        self.did("remind", "30m", "Buy")
        self.assert_due_in(30, before)
        self.did("snooze", ":4", "30m")
        self.did("pause", "30m")
        self.did("resume")

    def test_titles_are_never_dates_and_the_answer_suggests(self):
        for title in ("Buy a monitor", "Maybe call", "A second time", "The cat sat here"):
            out, code = self.terminal("add", title)
            self.assertEqual(code, 0, out)
            self.assertEqual(self.last_line(), title)
            self.assertRegex(out, r"no date\b(?! \()")
        out, _ = self.terminal("add", "Buy", "milk", "tomorrow", "9am")
        self.assertEqual(self.last_line(), "Buy milk tomorrow 9am")
        suggested = re.search(r"no date \(tomorrow 9am\? todoctl (due \d+ tomorrow 9am)\)", out)
        self.assertTrue(suggested, out)
        self.did(*suggested[1].split())
        self.assertEqual(self.last_line(), f"Buy milk tomorrow 9am due:{day(1)} at:0900")
        self.assertRegex(self.did("add", "Buy milk tomorrow"), r"(?m)^\d+  Buy milk tomorrow  no date$")

    def test_the_answer_spells_the_date_out(self):
        date = TODAY + datetime.timedelta(days=1)
        out, _ = self.terminal("add", "Buy", "due:tomorrow", "at:9am")
        self.assertRegex(out, rf"Buy  .*{date:%a} {date.day} {date:%b}( \d+)? 09:00 \(tomorrow\), rings tomorrow 09:00")

    def test_queries_take_dates_of_several_words(self):
        self.did("add", "Near", "due:tomorrow")
        self.did("add", "Far", "--due", "next friday")
        self.did("add", "Farther", "--due", "in 3 weeks")
        def found(*query):
            return re.findall(r"\b(Near|Farther|Far)\b", self.did("list", *query))
        self.assertEqual(found("due:..+1d"), ["Near"])
        self.assertEqual(found("due:next", "friday"), ["Far"])
        self.assertEqual(found("after:next friday"), ["Farther"])
        self.assertEqual(found("after:\"next friday\" far"), ["Farther"])
        self.assertEqual(found("after:today", "before:in", "2", "weeks", "far"), ["Far"])

    # Reminders and repetition

    def assert_due_in(self, minutes, before):
        """Of the last line, up to the full minute and not before the time is up."""
        found = re.search(r"due:(\S+) at:(\d\d)(\d\d)", self.last_line())
        due = datetime.datetime.fromisoformat(f"{found[1]}T{found[2]}:{found[3]}+00:00")
        span = datetime.timedelta(minutes=minutes)
        self.assertLessEqual(before + span, due)
        self.assertLess(due, now() + span + datetime.timedelta(minutes=1))

    def test_remind_adds_a_task_that_rings(self):
        before = now()
        out = self.did("remind", "20min", "tea")
        self.assertTrue(self.last_line().startswith("tea due:"))
        self.assert_due_in(20, before)
        self.assertRegex(out, r"rings \S+T")
        for arguments, line in (
                (["tomorrow", "9am", "Pay", "rent"], f"Pay rent due:{day(1)} at:0900"),
                (["12am", "Sleep"], f"Sleep due:{day(1)} at:0000"),
                (["fri", "Clean up +home"], f"Clean up +home due:{next_weekday(4)}"),
                (["tomorrow 12pm Eat"], f"Eat due:{day(1)} at:1200")):
            self.did("remind", *arguments)
            self.assertEqual(self.last_line(), line)
        self.refused("'tomorow' is not understood as when: did you mean tomorrow?", "remind", "tomorow", "Pay")

    def test_every(self):
        for every, rule in (("month", "+1m"), ("2 weeks", "+2w"), ("weekday", "+1b"), ("3 months", "+3m")):
            self.did("add", "Rent", "--due", "tomorrow", "--every", every)
            self.assertEqual(self.last_line(), f"Rent due:{day(1)} rec:{rule}")
        before = self.place.todo.read_bytes()
        self.did("add", "Swim", "--every", "mon,wed", "--at", "9am")
        self.assertEqual([line.split(" ", 1)[1] for line in self.place.lines()[-2:]],
                         [f"Swim due:{next_weekday(0)} at:0900 rec:+1w", f"Swim due:{next_weekday(2)} at:0900 rec:+1w"])
        self.did("undo")
        self.assertEqual(self.place.todo.read_bytes(), before, "both were one step")
        self.refused("'moonth' is no time span: did you mean month?", "add", "x", "--every", "moonth")

    # Names

    def test_ids_ranges_lines_and_words(self):
        self.did("done", "1", "2-3")
        self.assertEqual([line[0] for line in self.place.lines()], ["x", "x", "x", "2"])
        self.did("undo")
        self.did("done", ":2")
        self.did("4", "done")
        self.assertEqual([line[0] for line in self.place.lines()], ["2", "x", "2", "x"])
        self.did("undone", "call dad")
        self.did("done", "call mum")
        self.assertEqual([line[0] for line in self.place.lines()], ["2", "x", "x", "2"])
        self.assertEqual(self.todoctl("done", "rung").returncode, 4)
        self.assertEqual(self.todoctl("done", "last").returncode, 4)

    def test_words_that_fit_several_tasks_list_them(self):
        run = self.todoctl("done", "call")
        self.assertEqual(run.returncode, 4)
        self.assertEqual(run.stderr, "todoctl: 'call' fits 2 tasks: name one by its id\n  3  Call mum\n  4  Call dad\n")
        self.refused("'mum' is no id: words that name a task are one argument: 'call mum'", "done", "3", "mum")

    def test_the_input_and_queries_name_tasks(self):
        self.did("done", "-", input=self.did("list", "call"))
        self.assertEqual([line[0] for line in self.place.lines()], ["2", "2", "x", "x"])
        self.did("undo")
        self.did("due", "--where", "call", "tomorrow")
        self.assertEqual(sum(f"due:{day(1)}" in line for line in self.place.lines()), 2)
        self.did("undo")
        self.assertEqual(self.place.lines()[2:], ["2026-01-03 Call mum", "2026-01-04 Call dad"])

    def test_removing_by_words_asks(self):
        self.refused("naming by words what is removed needs '--yes' where nobody can be asked", "remove", "call mum")
        out, code = self.terminal("remove", "call mum", answer=b"n\n")
        self.assertEqual((code, len(self.place.lines())), (2, 4), out)
        out, code = self.terminal("remove", "call mum", answer=b"y\n")
        self.assertEqual((code, len(self.place.lines())), (0, 3), out)
        self.did("restore", "call mum")
        self.assertIn("2026-01-03 Call mum", self.place.lines())
        self.did("remove", "call mum", "--yes")
        self.assertNotIn("2026-01-03 Call mum", self.place.lines())

    def test_over_ten_tasks_are_asked_about_on_a_terminal(self):
        self.did("add", "-", input="".join(f"many {number}\n" for number in range(11)))
        out, code = self.terminal("done", "--where", "many", answer=b"n\n")
        self.assertEqual(code, 2, out)
        self.assertIn("11 tasks", out)
        self.assertEqual(self.did("list", "done"), "")
        _, code = self.terminal("done", "--where", "many", answer=b"y\n")
        self.assertEqual(code, 0)
        self.assertEqual(len(self.did("list", "done").splitlines()), 11)


if __name__ == "__main__":
    unittest.main()
