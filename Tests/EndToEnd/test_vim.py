"""The plugin of config/vim in the real vim: a buffer that follows todod, and tasks changed from it."""
from screen_testing import Terminal
from todod_testing import ROOT, EndToEndTest, need, wait_for


class VimTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        need("vim")
        self.place.write("2026-01-01 First one due:2030-01-01", "2026-01-01 Second one", "2026-01-01 Third one")
        self.daemon = self.start()
        self.terminal = Terminal(self.place, columns=100)
        self.addCleanup(self.terminal.close)

    def edit(self, path=None, *options):
        # Only of a terminal that it takes for xterm does vim ask for its focus.
        words = ["TERM=xterm-256color vim", "-u NONE -N -i NONE", f"--cmd 'set rtp+={ROOT}/config/vim loadplugins noswapfile'", *options,
                 str(path or self.place.todo)]
        self.terminal.types(" ".join(words))
        self.terminal.shows("^~")

    def command(self, text):
        self.terminal.key("Escape")
        self.terminal.types(text)

    def task(self, item):
        return self.daemon.client().must(f"get {item}").rows[item]

    def test_the_buffer_is_read_again_when_todod_wrote(self):
        self.edit()
        self.did("append", "2", "with more")
        self.command(":doautocmd FocusGained")
        self.terminal.shows("^2026-01-01 Second one with more")
        self.did("append", "2", "and more")
        # The cursor rests.
        self.command(":set updatetime=50")
        self.terminal.key("j")
        self.terminal.shows("^2026-01-01 Second one with more and more")

    def test_a_focus_that_comes_is_enough(self):
        self.terminal.tmux("set", "-g", "focus-events", "on")
        self.edit()
        self.did("append", "3", "seen on focus")
        # What a terminal says when its window gets the focus.
        self.terminal.tmux("send-keys", "-H", "1b", "5b", "49")
        self.terminal.shows("^2026-01-01 Third one seen on focus")

    def test_a_snooze_from_the_buffer_arrives(self):
        self.edit()
        self.command(":1TodoSnooze fri 9am")
        self.terminal.shows("snoozed")
        wait_for(lambda: "snoozed=" in "\n".join(self.daemon.client().must("get 1").lines), "the snooze")

    def test_done_and_due_work_on_the_lines(self):
        self.edit()
        self.command(":2,3TodoDone")
        self.terminal.shows("^x .* Second one")
        self.assertRegex(self.task(3), "^x .*Third one")
        self.command(":1")
        self.command(":TodoDue 2031-02-03")
        self.terminal.shows("^2026-01-01 First one due:2031-02-03")
        self.command(":TodoUndo")
        self.terminal.shows("^2026-01-01 First one due:2030-01-01")

    def test_mappings(self):
        self.edit()
        self.command(":2")
        self.terminal.key("\\", "x")
        self.terminal.shows("^x .* Second one")
        self.command(":1")
        self.terminal.key("\\", "d")
        self.terminal.shows("^Due:")
        self.terminal.types("2032-03-04")
        self.terminal.shows("First one due:2032-03-04")

    def test_changes_of_the_buffer_go_first(self):
        self.edit()
        self.command(":1")
        self.terminal.key("O", "Typed in the buffer")
        self.command(":3TodoPri A")
        self.terminal.shows(r"^\(A\) 2026-01-01 Second one")
        self.assertIn("Typed in the buffer", self.place.lines())
        self.assertIn("(A) 2026-01-01 Second one", self.place.lines())

    def test_a_line_that_is_another_one_by_now_is_refused(self):
        self.edit()
        self.did("remove", "1")
        self.command(":1TodoDone")
        self.terminal.shows("line 1 has changed meanwhile")
        self.assertEqual(self.place.lines(), ["2026-01-01 Second one", "2026-01-01 Third one"])

    def test_other_files_are_left_alone(self):
        other = self.place.home / "other.txt"
        other.write_text("Not a task\n")
        self.edit(other)
        self.command(":1TodoDone")
        self.terminal.shows("E492")
        self.command(":q")
        # What is typed while vim puts its terminal back is lost.
        wait_for(lambda: self.terminal.flags().startswith("1 0 1"), "vim to end")
        self.terminal.runs("true")
        self.daemon.stop()
        self.edit()
        self.command(":1TodoDone")
        self.terminal.shows("E492")

    def test_without_todod_a_command_says_so(self):
        self.edit()
        self.daemon.stop()
        self.command(":1TodoDone")
        self.terminal.shows("todod is not running")
