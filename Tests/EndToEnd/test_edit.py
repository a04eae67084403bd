"""todoctl edit: tasks as lines in the user's editor, and back, whatever happens to them meanwhile."""
import os
import pty
import select
import stat
import subprocess
import time

from todod_testing import TODOCTL, EndToEndTest, need, wait_for


class EditTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(
            "(A) 2026-01-01 Call mum @phone", "2026-01-02 Buy milk", "2026-01-03 Pay rent due:2026-12-05",
            "2026-01-04 Read a book")
        self.start()

    def editor(self, script, name="editor"):
        """An editor that is a shell script; `$1` is the file."""
        path = self.place.root / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(0o755)
        return {"EDITOR": str(path)}

    def kept(self):
        """The files that were kept for the user."""
        return sorted(self.place.run.glob("todoctl-*.todo.txt"))

    def edit(self, script, *arguments, **options):
        return self.todoctl("edit", *arguments, environment=self.editor(script), **options)

    def test_changed_removed_and_new_lines_are_one_step(self):
        run = self.edit("sed -i -e 's/milk/oat milk/' -e /rent/d \"$1\"\necho 'Water the plants due:tomorrow' >>\"$1\"", "1-4")
        self.assertEqual(run.returncode, 0, run.stderr)
        lines = self.place.lines()
        self.assertEqual(lines[:3], ["(A) 2026-01-01 Call mum @phone", "2026-01-02 Buy oat milk", "2026-01-04 Read a book"])
        self.assertRegex(lines[3], r"Water the plants due:\d{4}-\d\d-\d\d$")
        for word in ("changed", "added", "removed"):
            self.assertIn(word, run.stdout)
        self.assertEqual(self.kept(), [])
        self.did("undo")
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy milk")
        self.assertEqual(len(self.place.lines()), 4)

    def test_the_file_is_private_has_only_the_lines_and_a_name_that_editors_know(self):
        run = self.edit(f"cp -p \"$1\" {self.place.root}/seen; echo \"$1\" >{self.place.root}/name", "2", "3")
        self.assertEqual((run.returncode, run.stdout), (0, "nothing was changed\n"))
        seen = self.place.root / "seen"
        self.assertEqual(seen.read_text(), "2026-01-02 Buy milk\n2026-01-03 Pay rent due:2026-12-05\n")
        self.assertEqual(stat.S_IMODE(seen.stat().st_mode), 0o600)
        name = (self.place.root / "name").read_text().strip()
        self.assertTrue(name.startswith(f"{self.place.run}/") and name.endswith(".todo.txt"), name)
        self.assertFalse(os.path.exists(name))

    def test_without_a_runtime_directory_it_is_in_tmpdir(self):
        temporary = self.place.root / "tmp"
        temporary.mkdir()
        run = self.todoctl(
            "--socket", str(self.place.socket), "edit", "2",
            environment={**self.editor(f"echo \"$1\" >{self.place.root}/name"), "XDG_RUNTIME_DIR": "",
                         "TMPDIR": str(temporary)})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertTrue((self.place.root / "name").read_text().startswith(f"{temporary}/"))

    def test_what_an_editor_leaves_out_of_a_header_goes(self):
        self.assertEqual(self.edit("sed -i 's/^(A) 2026-01-01 //' \"$1\"", "1").returncode, 0)
        self.assertEqual(self.place.lines()[0], "Call mum @phone")

    def test_the_order_of_lines_is_no_change(self):
        before = self.place.todo.read_bytes()
        run = self.edit("sort -r \"$1\" >\"$1.new\" && mv \"$1.new\" \"$1\"", "1-4")
        self.assertEqual((run.returncode, run.stdout), (0, "nothing was changed\n"), run.stderr)
        self.assertEqual(self.place.todo.read_bytes(), before)

    def test_an_editor_that_fails_changes_nothing_and_loses_nothing(self):
        before = self.place.todo.read_bytes()
        run = self.edit("exit 3", "2")
        self.assertEqual((run.returncode, run.stderr.count("nothing was changed")), (2, 1), run.stderr)
        self.assertEqual(self.kept(), [])
        run = self.edit("echo 'half a thou' >\"$1\"; exit 3", "2")
        self.assertEqual(run.returncode, 2)
        self.assertIn(str(self.kept()[0]), run.stderr)
        self.assertEqual(self.kept()[0].read_text(), "half a thou\n")
        self.assertEqual(self.place.todo.read_bytes(), before)

    def test_no_editor_at_all(self):
        for setting, code in (("/nonexistent/editor", 2), ("", 2)):
            run = self.todoctl("edit", "2", environment={"EDITOR": setting, "PATH": str(self.place.root)})
            self.assertEqual(run.returncode, code)
            self.assertIn("set VISUAL or EDITOR", run.stderr)
        self.assertEqual(self.kept(), [])

    def test_visual_comes_before_editor_and_may_have_words(self):
        run = self.todoctl("edit", "2", environment={"VISUAL": "sed -i 's/milk/tea/'", "EDITOR": "false"})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy tea")

    def test_control_characters_and_bytes_that_are_no_text_survive(self):
        odd = b"2026-01-02 odd \x1b[31m \xff\xfe \x07 a\rb milk\x00end"
        self.place.todo.write_bytes(odd + b"\r\nplain\n")
        with self.todods[-1].client() as client:
            wait_for(lambda: "plain" in client.tasks().values(), "the edit")
            items = [str(item) for item in client.tasks()]
        run = self.todoctl("edit", *items, environment={"LC_ALL": "C", "EDITOR": "sed -i -e s/plain/simple/ -e s/milk/tea/"})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.place.todo.read_bytes(), odd.replace(b"milk", b"tea") + b"\r\nsimple\n")

    def test_an_old_value_that_makes_no_sense_is_no_obstacle_and_a_new_one_is(self):
        self.place.write("Call mum due:whenever", "Buy milk")
        wait_for(lambda: "whenever" in self.did("list"), "the edit")
        item = self.did("list", "mum").split("\t")[0]
        self.assertEqual(self.edit("sed -i s/mum/dad/ \"$1\"", item).returncode, 0)
        self.assertEqual(self.place.lines()[0], "Call dad due:whenever")
        run = self.edit("sed -i 's/$/ t:frii/' \"$1\"", item)
        self.assertEqual(run.returncode, 2)
        self.assertIn("'t:frii' is not understood", run.stderr)
        self.assertIn(str(self.kept()[0]), run.stderr)
        self.assertEqual(self.place.lines()[0], "Call dad due:whenever")

    # What happens while the editor stands open

    def while_open(self, meanwhile, script, *arguments):
        """Runs the editor's script once something was done to the file in the meantime."""
        gate, ready = self.place.root / "gate", self.place.root / "ready"
        process = subprocess.Popen(
            [TODOCTL, "edit", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL,
            env={**self.place.environment,
                 **self.editor(f"touch {ready}\nwhile [ ! -e {gate} ]; do sleep 0.02; done\n"
                               + script)})
        self.addCleanup(process.kill)
        wait_for(ready.exists, "the editor")
        meanwhile()
        gate.touch()
        out, err = process.communicate(timeout=30)
        gate.unlink()
        ready.unlink()
        return process.returncode, out, err

    def save(self, old, new):
        """Another program saves the file, and todod has seen it."""
        self.place.todo.write_text(self.place.todo.read_text().replace(old, new))
        wait_for(lambda: new.strip() in self.did("list") or not new, "the edit to be seen")

    def test_another_word_changed_meanwhile_is_merged(self):
        code, out, err = self.while_open(
            lambda: self.save("Buy milk", "Buy milk +shop"), "sed -i 's/Buy/Get/' \"$1\"", "2", "3")
        self.assertEqual(code, 0, err)
        self.assertIn("2026-01-02 Get milk +shop", self.place.lines())
        self.assertIn("changed meanwhile", out)
        self.assertEqual(self.kept(), [])

    def test_the_same_word_changed_meanwhile_keeps_both_texts(self):
        code, _, err = self.while_open(
            lambda: self.save("Buy milk", "Buy beer"), "sed -i -e s/milk/wine/ -e s/rent/taxes/ \"$1\"", "2", "3")
        self.assertEqual(code, 5, err)
        self.assertIn("2026-01-02 Buy beer", self.place.lines())
        self.assertIn("2026-01-03 Pay taxes due:2026-12-05", self.place.lines(), "what does not clash is done")
        self.assertIn("Buy beer", err)
        self.assertIn("Buy wine", err)
        self.assertIn(str(self.kept()[0]), err)
        self.assertIn("Buy wine", self.kept()[0].read_text())

    def test_a_task_that_was_removed_here_and_changed_there_stays(self):
        code, out, err = self.while_open(lambda: self.save("Buy milk", "Buy milk now"), "sed -i /milk/d \"$1\"", "2", "3")
        self.assertEqual(code, 0, err)
        self.assertIn("2026-01-02 Buy milk now", self.place.lines())
        self.assertIn("stays", out + err)

    def test_a_task_that_was_changed_here_and_removed_there_is_a_new_one(self):
        code, out, err = self.while_open(lambda: self.did("remove", "2"), "sed -i s/milk/tea/ \"$1\"", "2", "3")
        self.assertEqual(code, 0, err)
        self.assertIn("2026-01-02 Buy tea", self.place.lines())
        self.assertIn("gone meanwhile", out)

    def test_todod_may_restart_meanwhile(self):
        def restart():
            self.todods[-1].stop()
            self.start()

        code, _, err = self.while_open(restart, "sed -i s/milk/tea/ \"$1\"", "2")
        self.assertEqual(code, 0, err)
        self.assertIn("2026-01-02 Buy tea", self.place.lines())

    def test_todod_that_is_gone_loses_no_text(self):
        code, _, err = self.while_open(lambda: self.todods[-1].stop(), "sed -i s/milk/tea/ \"$1\"", "2")
        self.assertEqual(code, 3, err)
        self.assertIn(str(self.kept()[0]), err)
        self.assertEqual(self.kept()[0].read_text(), "2026-01-02 Buy tea\n")

    def start(self, *options, **more):
        todod = super().start(*options, **more)
        self.todods = getattr(self, "todods", []) + [todod]
        return todod

    # Many

    def test_a_thousand_lines_in_one_step(self):
        self.place.write(*[f"2026-01-01 Task number {n} of many" for n in range(1000)])
        wait_for(lambda: "number 999" in self.did("list"), "the edit")
        began = time.monotonic()
        run = self.edit("sed -i s/many/thousand/ \"$1\"", "--where", "number")
        took = time.monotonic() - began
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.place.lines(), [f"2026-01-01 Task number {n} of thousand" for n in range(1000)])
        self.did("undo")
        self.assertEqual(self.place.lines(), [f"2026-01-01 Task number {n} of many" for n in range(1000)])
        self.measure(f"1000 changed lines in {took * 1000:.0f} ms, editor included")

    def test_more_than_ten_removed_need_a_yes(self):
        self.place.write(*[f"Task {n}" for n in range(12)])
        wait_for(lambda: "Task 11" in self.did("list"), "the edit")
        run = self.edit(": >\"$1\"", "--where", "Task")
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("12 tasks", run.stderr)
        self.assertEqual(len(self.place.lines()), 12)
        self.assertEqual(self.edit(": >\"$1\"", "--where", "Task", "--yes").returncode, 0)
        self.assertEqual(self.place.lines(), [])
        self.did("undo")
        self.assertEqual(len(self.place.lines()), 12)

    # Real editors

    def test_ed(self):
        need("ed")
        run = self.todoctl("edit", "2", environment=self.editor("printf ',s/milk/cocoa/\\nw\\nq\\n' | ed -s \"$1\""))
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy cocoa")

    def test_vim_on_a_terminal(self):
        need("vim")
        out, code = self.terminal(
            "edit", "2", environment={"EDITOR": "vim -u NONE -i NONE -n"},
            keys=[(b"Buy milk", b":%s/milk/chocolate/\r:wq\r")])
        self.assertEqual(code, 0, out)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy chocolate")

    def test_vim_that_gives_up(self):
        need("vim")
        out, code = self.terminal(
            "edit", "2", environment={"EDITOR": "vim -u NONE -i NONE -n"}, keys=[(b"Buy milk", b":cq\r")])
        self.assertEqual(code, 2, out)
        self.assertIn("nothing was changed", out)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy milk")

    def test_an_interrupt_is_the_editors(self):
        script = "trap : INT\necho open\nread line\nsed -i s/milk/tea/ \"$1\"\n"
        out, code = self.terminal(
            "edit", "2", environment=self.editor(script), keys=[(b"open", b"\x03"), (b"^C", b"\n")])
        self.assertEqual(code, 0, out)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy tea")

    def test_ids_from_a_pipe_leave_the_terminal_to_the_editor(self):
        script = f"echo 2 | {TODOCTL} edit -"
        path = self.place.root / "pipe.sh"
        path.write_text("#!/bin/sh\n" + script + "\n")
        path.chmod(0o755)
        master, slave = pty.openpty()
        editor = self.editor("echo open; read word; sed -i \"s/milk/$word/\" \"$1\"")
        process = subprocess.Popen(
            ["setsid", "-c", str(path)], stdin=slave, stdout=slave, stderr=slave,
            env={**self.place.environment, **editor})
        os.close(slave)
        out = b""
        while select.select([master], [], [], 20)[0]:
            try:
                more = os.read(master, 65536)
            except OSError:
                break
            out += more
            if b"open" in out and b"juice" not in out:
                os.write(master, b"juice\n")
        os.close(master)
        self.assertEqual(process.wait(10), 0, out)
        self.assertEqual(self.place.lines()[1], "2026-01-02 Buy juice")
