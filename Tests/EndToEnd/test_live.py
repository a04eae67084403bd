"""`watch` on a real terminal and `status --follow` for bars: live, over restarts, and the terminal as it was after."""
import os
import re
import signal
import statistics
import subprocess
import time

from notify_testing import MovedClock
from reminding_testing import in_seconds
from screen_testing import Terminal
from todod_testing import TODOCTL, EndToEndTest, wait_for


class LiveTest(EndToEndTest):
    def begin(self, *lines):
        self.place.configure("[Reminders]\nAgain=no\nEvening=no\nLateWait=1s\n")
        self.place.write(*lines)
        self.daemon = self.start()

    def terminal(self, **options):
        terminal = Terminal(self.place, **options)
        self.addCleanup(terminal.close)
        return terminal


class WatchTest(LiveTest):
    def watching(self, *words, **options):
        self.begin("2026-01-01 Old task", "2026-01-01 Work task +work")
        terminal = self.terminal(**options)
        terminal.types(" ".join(["todoctl watch", *words]))
        terminal.shows("Old task|Work task")
        return terminal

    def test_it_draws_what_changes(self):
        terminal = self.watching()
        began = time.monotonic()
        self.did("add", "Quite new")
        terminal.shows("Quite new")
        self.measure(f"{(time.monotonic() - began) * 1000:.0f} ms from the command to the screen")
        self.assertRegex(terminal.lines()[-1], r"\d\d:\d\d add  3  ")
        self.place.write(*self.place.lines(), "By an editor")
        terminal.shows("By an editor")
        self.did("done", "1")
        wait_for(lambda: "Old task" not in "\n".join(terminal.lines()[:-1]), "the done task to go")
        self.assertIn("done", terminal.lines()[-1])

    def test_a_query_is_watched(self):
        terminal = self.watching("+work")
        self.assertNotIn("Old task", "\n".join(terminal.lines()[:-1]))
        self.did("add", "More +work")
        terminal.shows("^ *3 .*More")

    def test_what_rings_is_seen(self):
        terminal = self.watching(columns=120)
        self.did("add", f"Ring me {in_seconds(1)}")
        terminal.shows(r"\d\d:\d\d rang  3  Ring me")
        terminal.shows("^Overdue")

    def test_a_resize_is_followed_at_once(self):
        terminal = self.watching(columns=100, rows=20)
        for columns, rows in ((40, 10), (130, 30), (20, 3)):
            terminal.resize(columns, rows)

            def is_drawn():
                lines = terminal.lines()
                return len(lines) == rows and re.match("next|q ends|popups", lines[-1]) and lines[0] == "No date"
            wait_for(is_drawn, f"{columns} x {rows}, now:\n{terminal.text()}")
        self.assertIn("more lines", terminal.text())

    def test_a_frame_is_one_picture(self):
        terminal = self.watching()
        self.did("add", "Another")
        terminal.shows("Another")
        frames = terminal.raw.split(b"\x1b[?2026h")[1:]
        self.assertGreaterEqual(len(frames), 2)
        for frame in frames:
            self.assertTrue(frame.startswith(b"\x1b[H"), frame)
            self.assertIn(b"\x1b[?2026l", frame)
            self.assertNotIn(b"\x1b[2J", frame)
            self.assertEqual(frame.count(b"\r\n"), 23)

    def test_it_goes_on_when_todod_restarts(self):
        terminal = self.watching()
        self.daemon.stop()
        self.assertIn("Old task", terminal.shows("waiting for todod"))
        self.place.write(*self.place.lines(), "Written meanwhile")
        self.daemon = self.start()
        terminal.shows("Written meanwhile")
        wait_for(lambda: "waiting" not in terminal.text(), "the trouble to be gone")
        self.daemon.kill()
        terminal.shows("waiting for todod")
        self.daemon = self.start()
        wait_for(lambda: "waiting" not in terminal.text(), "the trouble to be gone")
        self.did("add", "And goes on")
        terminal.shows("And goes on")

    def pid(self, terminal):
        shell = terminal.tmux("display", "-p", "#{pane_pid}").strip()

        def child():
            return subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True).stdout
        return int(wait_for(child, "it"))

    def test_however_it_ends_the_terminal_is_as_it_was(self):
        terminal = self.watching()
        terminal.key("q")
        before = "1 0 1"
        for end in ("q", "C-c", signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(end):
                wait_for(lambda: terminal.flags().startswith(before), f"the screen before {end}: {terminal.flags()}")
                terminal.types("todoctl watch")
                wait_for(lambda: terminal.flags().startswith("0 1 0"), f"the other screen: {terminal.flags()}")
                terminal.shows("Old task")
                if isinstance(end, str):
                    terminal.key(end)
                else:
                    os.kill(self.pid(terminal), end)
                wait_for(lambda: terminal.flags().startswith(before), f"the screen after {end}: {terminal.flags()}")
                self.assertRegex(terminal.runs("stty -a")[0].decode(), r"(?s)(?=.*\bicanon)(?=.* echo )")

    def test_it_stops_and_goes_on_as_any_program(self):
        terminal = self.watching()
        terminal.key("C-z")
        terminal.shows("Stopped")
        self.assertTrue(terminal.flags().startswith("1 0 1"), terminal.flags())
        self.did("add", "Meanwhile")
        terminal.types("fg")
        terminal.shows("Meanwhile")
        self.assertTrue(terminal.flags().startswith("0 1 0"), terminal.flags())
        terminal.key("q")
        wait_for(lambda: terminal.flags().startswith("1 0 1"), "the end")


class FollowTest(LiveTest):
    def follow(self, format, **options):
        path = self.place.root / "lines"
        output = open(path, "wb")
        process = subprocess.Popen(
            [TODOCTL, "status", "--format", format, "--follow"], stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, env=self.place.environment, **options)
        output.close()

        def end():
            process.kill()
            process.wait()
        self.addCleanup(end)
        return lambda: path.read_text().split("\n")[:-1]

    def say(self, lines, *wanted):
        wait_for(lambda: lines() == list(wanted), f"{list(wanted)}, so far {lines()}", 15)

    def test_a_line_comes_when_it_is_another_and_only_then(self):
        self.begin("2026-01-01 Old task")
        lines = self.follow("plain")
        self.say(lines, "")
        self.did("add", "One due:today")
        self.say(lines, "", "1 due")
        self.did("add", "Nothing that counts")
        self.did("append", "2", "more")
        self.did("add", "Two due:today")
        self.say(lines, "", "1 due", "2 due")
        self.did("done", "2", "4")
        self.say(lines, "", "1 due", "2 due", "")

    def test_it_outlives_todod_and_begins_before_it(self):
        self.place.configure()
        self.place.write("2026-01-01 Late due:2026-01-01")
        lines = self.follow("{class}|{overdue}")
        self.say(lines, "")
        for n in range(1, 4):
            daemon = self.start()
            wait_for(lambda: len(lines()) == 2 * n and lines()[-1] == "overdue|1", f"a line after {lines()}", 15)
            (daemon.kill if n == 2 else daemon.stop)()
            wait_for(lambda: len(lines()) == 2 * n + 1 and lines()[-1] == "", f"an empty line after {lines()}", 15)

    def test_a_time_that_passes_and_a_pause_are_changes(self):
        self.begin("2026-01-01 Old task")
        lines = self.follow("{class} {overdue} {due}")
        self.say(lines, "ok 0 0")
        # Its reminders are silenced: nothing rings as its time passes.
        item = self.daemon.client().add(f"Soon {in_seconds(2)} rem:none")
        self.say(lines, "ok 0 0", "due 0 1", "overdue 1 0")
        self.did("pause", "1h")
        wait_for(lambda: lines()[-1] == "overdue paused 1 0", f"the pause: {lines()}")
        self.did("resume")
        wait_for(lambda: lines()[-1] == "overdue 1 0", f"its end: {lines()}")
        self.did("done", str(item))
        wait_for(lambda: lines()[-1] == "ok 0 0", f"the end: {lines()}")

    def test_a_day_that_begins_is_a_change(self):
        clock = MovedClock(self.place, "2026-05-05 12:00:00")
        self.place.configure("[Reminders]\nLateWait=1s\n")
        self.place.write("Today due:2026-05-05", "Tomorrow due:2026-05-06")
        clock.pid = self.start().pid
        lines = self.follow("{overdue} {due}")
        self.say(lines, "0 1")
        clock.set("2026-05-05 23:59:58")
        self.say(lines, "0 1", "1 1")
        clock.set("2026-05-07 00:00:01")
        self.say(lines, "0 1", "1 1", "2 0")

    def test_it_ends_when_nobody_reads(self):
        self.begin("2026-01-01 Old task")
        process = subprocess.Popen([TODOCTL, "status", "--format", "plain", "--follow"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.place.environment)
        self.assertEqual(process.stdout.readline(), b"\n")
        process.stdout.close()
        # Without a change that it could fail to write.
        self.assertEqual(process.wait(10), 0)
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()

    def test_a_prompt_is_quick_and_silent(self):
        self.begin("2026-01-01 Late due:2026-01-01")
        command = [TODOCTL, "status", "--format", "plain"]

        def times(command, code):
            took = []
            for _ in range(100):
                began = time.perf_counter()
                run = subprocess.run(command, capture_output=True, env=self.place.environment)
                took.append((time.perf_counter() - began) * 1000)
                self.assertEqual((run.returncode, run.stderr), (code, b""))
            return statistics.median(took), run.stdout
        running, said = times(command, 0)
        self.assertEqual(said, b"1 overdue\n")
        self.daemon.stop()
        without, said = times(command, 3)
        self.assertEqual(said, b"")
        nothing, _ = times(["/bin/true"], 0)
        self.measure(f"{running:.1f} ms, {without:.1f} ms without todod, /bin/true {nothing:.1f} ms")
        self.assertLess(max(running, without), 3 * nothing + 3)

    def test_a_todod_that_hangs_holds_up_no_prompt(self):
        self.begin("2026-01-01 Old task")
        os.kill(self.daemon.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.daemon.pid, signal.SIGCONT)
        began = time.monotonic()
        run = self.todoctl("status", "--format", "plain")
        self.assertEqual((run.returncode, run.stdout), (7, ""))
        self.assertLess(time.monotonic() - began, 5)
