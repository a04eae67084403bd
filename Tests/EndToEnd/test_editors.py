"""Every kind of program that writes a todo.txt, each while a client adds: at the end every line is there."""
import os
import random
import subprocess
import threading
import time
import unittest

from todod_testing import LONG, TODOCTL, EndToEndTest, need, wait_for

ROUNDS = 40 if LONG else 12
BASE = ["2026-01-01 Water the plants @home", "(A) 2026-01-02 Call mum @phone +family", "2026-01-03 Read a book +leisure"]


class EditorsTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(*BASE)
        self.daemon = self.start()
        self.client = self.daemon.client()
        self.addCleanup(self.client.close)
        self.ids = {line: item for item, line in self.client.tasks("all").items()}
        self.assertEqual(set(self.ids), set(BASE))

    def while_adding(self, edit):
        """Calls edit(n) ROUNDS times in a thread while tasks are added through the socket; returns what was added."""
        failed = []
        seed = random.randrange(1 << 32)
        choice = random.Random(seed)

        def run():
            pause = random.Random(seed + 1)
            try:
                for n in range(ROUNDS):
                    edit(n)
                    # From at once to longer than a settling takes.
                    time.sleep(pause.choice((0, 0.01, 0.05, 0.25)))
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=run)
        added = []
        thread.start()
        while thread.is_alive():
            text = f"from the socket {len(added)} seed {seed}"
            answer = self.client.ask("add\t" + text)
            # A file that a writer holds for seconds is answered 6: then the line must not be there.
            self.assertIn(answer.code, (0, 6), answer.last)
            if answer.ok:
                added.append(text)
            time.sleep(choice.uniform(0, 0.03))
        thread.join()
        if failed:
            raise failed[0]
        self.assertGreater(len(added), 0)
        self.measure(f"{ROUNDS} edits, {len(added)} adds, seed {seed}")
        return added

    def texts(self):
        return [line.split(" ", 1)[1] if line[:2] == "20" else line for line in self.place.lines()]

    def settled(self, wanted):
        """Waits until file and memory are one and hold what is wanted; then compares exactly."""
        def agrees():
            file = self.place.lines() if self.place.todo.exists() else []
            return sorted(self.client.tasks("all").values()) == sorted(file) and all(
                any(line.endswith(text) for line in file) for text in wanted)
        try:
            wait_for(agrees, "file and daemon to agree", 15)
        except AssertionError:
            file = self.place.lines()
            missing = [text for text in wanted if not any(line.endswith(text) for line in file)]
            listed = self.client.tasks("all").values()
            self.fail(f"missing in the file: {missing}; file and memory differ by {set(file) ^ set(listed)}\n"
                      + self.daemon.words()[-3000:])
        return self.place.lines()

    def all_there(self, added, edited, changed=()):
        lines = self.settled([*added, *edited])
        for text in [*added, *edited]:
            self.assertEqual(sum(line.endswith(text) for line in lines), 1, text)
        now = {line: item for item, line in self.client.tasks("all").items()}
        for line in BASE:
            if line not in changed:
                self.assertEqual(now.get(line), self.ids[line], f"the id of {line!r}")
        leftovers = [name for name in os.listdir(self.place.home) if name.startswith(".") and "todo" in name]
        self.assertEqual(wait_for(lambda: not [n for n in os.listdir(self.place.home) if n.startswith(".todod")],
                                  "no leftovers", 75 if LONG else 10), True, leftovers)

    def run_program(self, *command, **options):
        run = subprocess.run(command, capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL,
                             env=self.place.environment, **options)
        self.assertEqual(run.returncode, 0, f"{command}: {run.stdout}{run.stderr}")

    def vim(self, backupcopy, n, saved):
        """Saves a line in vim; where vim says that it could not, once more with another line."""
        for attempt in range(20):
            text = f"from vim {n} attempt {attempt}"
            run = subprocess.run(
                ["vim", "-u", "NONE", "-i", "NONE", "-n", "-V1", "-es", "-c", f"set backup backupcopy={backupcopy}",
                 "-c", f"set backupdir={self.place.root}", "-c", f"$put ='{text}'", "-c", "wq!", str(self.place.todo)],
                # It asks whether to write over a file that has changed since it read it.
                input="y\n", capture_output=True, text=True, timeout=30, env=self.place.environment)
            if run.returncode == 0:
                saved.append(text)
                return
            # It looks at the file after writing and takes its own back if it finds another: E949.
            self.assertRegex(run.stderr, "E949|E208|E212|E166|E13")
        self.fail("vim never saved: " + run.stderr)

    def test_vim_that_renames(self):
        need("vim")
        saved = []
        added = self.while_adding(lambda n: self.vim("no", n, saved))
        self.all_there(added, saved)

    def test_vim_that_writes_in_place(self):
        need("vim")
        saved = []
        added = self.while_adding(lambda n: self.vim("yes", n, saved))
        self.all_there(added, saved)

    def test_sed_in_place(self):
        def edit(n):
            self.run_program("sed", "-i", f"1s/$/ s{n}/", str(self.place.todo))
        # Others may stand first for a moment, but the words go to one line each.
        added = self.while_adding(edit)
        wait_for(lambda: all(f" s{n}" in self.place.todo.read_text() for n in range(ROUNDS)), "sed's words", 15)
        lines = self.settled([])
        for text in added:
            self.assertEqual(sum(line.split(" s", 1)[0].endswith(text) or line.endswith(text) for line in lines), 1, text)
        for line in BASE[1:]:
            self.assertEqual({v: k for k, v in self.client.tasks("all").items()}.get(line), self.ids[line])
        first = [line for line in lines if line.startswith(BASE[0])]
        self.assertEqual(len(first), 1, lines)
        self.assertEqual(self.client.must(f"get {self.ids[BASE[0]]}").rows[self.ids[BASE[0]]], first[0])

    def test_appending_shell(self):
        def edit(n):
            self.run_program("sh", "-c", f"echo 'from echo {n}' >> todo.txt", cwd=self.place.home)
        added = self.while_adding(edit)
        self.all_there(added, [f"from echo {n}" for n in range(ROUNDS)])

    def test_todo_txt(self):
        need("todo-txt")
        configuration = self.place.todo_sh_configuration()

        def edit(n):
            self.run_program("todo-txt", "-p", "-d", str(configuration), "add", f"from todo-txt {n}")
        added = self.while_adding(edit)
        self.all_there(added, [f"from todo-txt {n}" for n in range(ROUNDS)])
        # It completes and archives at once: the line goes to done.txt and is no deletion.
        self.run_program("todo-txt", "-p", "-d", str(configuration), "do",
                         str(self.place.lines().index(BASE[2]) + 1))
        wait_for(lambda: self.ids[BASE[2]] not in self.client.tasks("all"), "the archived task to leave the list")
        self.assertIn("Read a book", self.place.done.read_text())

    def test_topydo(self):
        need("topydo")
        configuration = self.place.root / "topydo.conf"
        configuration.write_text(f"[topydo]\nfilename = {self.place.todo}\narchive_filename = {self.place.done}\n"
                                 "identifiers = linenumber\n")
        rounds = range(4 if not LONG else ROUNDS)

        def edit(n):
            if n in rounds:
                self.run_program("topydo", "-c", str(configuration), "add", f"from topydo {n}")
        added = self.while_adding(edit)
        self.all_there(added, [f"from topydo {n}" for n in rounds])

    def test_truncating_writer(self):
        def edit(n):
            text = self.place.todo.read_bytes()
            with open(self.place.todo, "wb") as file:
                for line in [*text.splitlines(True), f"from truncation {n}\n".encode()]:
                    file.write(line)
                    if n % 4 == 0:
                        file.flush()
        added = self.while_adding(edit)
        self.all_there(added, [f"from truncation {n}" for n in range(ROUNDS)])

    def test_writer_that_deletes_and_creates(self):
        def edit(n):
            text = self.place.todo.read_bytes()
            os.unlink(self.place.todo)
            time.sleep(0.005)
            with open(self.place.todo, "xb") as file:
                file.write(text + f"from creation {n}\n".encode())
        added = self.while_adding(edit)
        self.all_there(added, [f"from creation {n}" for n in range(ROUNDS)])

    def test_writer_that_renames(self):
        def edit(n):
            text = self.place.todo.read_bytes()
            new = self.place.home / "todo.txt.tmp"
            new.write_bytes(text + f"from renaming {n}\n".encode())
            os.rename(new, self.place.todo)
        added = self.while_adding(edit)
        self.all_there(added, [f"from renaming {n}" for n in range(ROUNDS)])

    def test_ids_stay_when_the_file_is_sorted_by_hand(self):
        for n in range(50):
            self.client.add(f"{(n * 37) % 50:02d} number")
        before = self.client.tasks("all")
        lines = sorted(self.place.lines(), key=lambda line: line.split(" ", 1)[-1])
        self.place.todo.write_text("".join(line + "\n" for line in lines))
        after = wait_for(
            lambda: (lambda t: t if self.order() == lines else None)(self.client.tasks("all")), "the new order")
        self.assertEqual(before, after)

    def order(self):
        """Lines in the order of the file, as the daemon has it."""
        rows = [r for r in self.client.must("list\tall").lines if r.startswith("- ")]
        numbered = sorted(rows, key=lambda r: int(dict(w.split("=", 1) for w in r.split("\t")[0].split(" ")
                                                       if "=" in w)["ln"]))
        return [r.split("\t", 1)[1] for r in numbered]

    def test_a_line_deleted_in_an_editor_stays_deleted(self):
        need("vim")
        self.client.add("only for a moment")
        self.run_program("vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", "g/only for a moment/d", "-c", "wq",
                         str(self.place.todo))
        wait_for(lambda: "only for a moment" not in " ".join(self.client.tasks("all").values()), "the deletion")
        self.client.add("another")
        self.assertNotIn("only for a moment", self.place.todo.read_text())

    def while_it_is_open(self, save):
        """What clients do while an editor has the file loaded, and the editor's save of what it knew, both stay."""
        self.client.must(f"done {self.ids[BASE[1]]}")
        self.client.must(f"remove {self.ids[BASE[2]]}")
        self.client.add("2026-01-04 Added meanwhile")
        save()
        wait_for(lambda: BASE[0] + " edited" in self.client.tasks("all").values(), "the edit")
        wait_for(lambda: self.place.lines()[-1:] == ["2026-01-04 Added meanwhile"], "what the editor had not seen")
        lines = self.place.lines()
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[1], r"^x \S+ 2026-01-02 Call mum")
        self.assertEqual(self.client.must(f"get {self.ids[BASE[0]]}").rows[self.ids[BASE[0]]], lines[0])

    def stale_vim(self, backupcopy):
        need("vim")
        loaded, wanted = self.place.root / "loaded", self.place.root / "wanted"
        vim = subprocess.Popen(
            ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", f"set backupcopy={backupcopy}",
             "-c", f"call writefile([], '{loaded}')", "-c", f"while !filereadable('{wanted}') | sleep 5m | endwhile",
             "-c", "1s/$/ edited/", "-c", "w!", "-c", "q!", str(self.place.todo)],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.place.environment)
        self.addCleanup(lambda: vim.poll() is None and (vim.kill(), vim.wait()))

        def save():
            wanted.touch()
            # It asks whether to write over a file that has changed since it read it.
            vim.communicate(b"y\n", timeout=10)

        wait_for(loaded.exists, "vim to load the file")
        self.while_it_is_open(save)

    def test_vim_that_renames_saves_an_old_buffer(self):
        self.stale_vim("no")

    def test_vim_that_writes_in_place_saves_an_old_buffer(self):
        self.stale_vim("yes")

    def test_a_program_that_renames_saves_what_it_read_long_ago(self):
        lines = self.place.todo.read_text().splitlines()

        def save():
            new = self.place.home / "todo.txt.tmp"
            new.write_text("".join(line + "\n" for line in [lines[0] + " edited", *lines[1:]]))
            os.rename(new, self.place.todo)
        self.while_it_is_open(save)

    def git(self, *arguments):
        self.run_program("git", "-c", "user.name=t", "-c", "user.email=t@t", "-C", str(self.place.home), *arguments)

    def test_git_checkout_is_obeyed(self):
        need("git")
        self.git("init", "-q")
        self.git("add", "todo.txt")
        self.git("commit", "-q", "-m", "first")
        self.client.add("2026-01-05 Never committed")
        self.client.must(f"done {self.ids[BASE[0]]}")
        self.git("checkout", "-q", "todo.txt")
        self.assertEqual(self.settled(BASE), BASE)
        now = {line: item for item, line in self.client.tasks("all").items()}
        self.assertEqual(now, self.ids)

    def test_a_backup_that_is_put_back_is_obeyed(self):
        backup = self.place.root / "backup"
        self.run_program("cp", "-p", str(self.place.todo), str(backup))
        self.client.add("2026-01-05 After the backup")
        self.client.must(f"remove {self.ids[BASE[1]]}")
        self.run_program("cp", "-p", str(backup), str(self.place.todo))
        self.assertEqual(self.settled(BASE), BASE)
        now = {line: item for item, line in self.client.tasks("all").items()}
        self.assertEqual(now, self.ids)


class WatchTest(EndToEndTest):
    def test_todoctl_watch_sees_a_vim_save_within_250_ms(self):
        need("vim")
        self.place.write(*BASE)
        self.start()
        watch = subprocess.Popen([TODOCTL, "watch", "--json"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                 env=self.place.environment)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)
        lines = []
        threading.Thread(target=lambda: [lines.append((time.time(), line)) for line in watch.stdout],
                         daemon=True).start()
        wait_for(lambda: any(b"Read a book" in line for _, line in lines), "the rows of watch")
        worst = 0.0
        for n in range(8 if LONG else 4):
            word = f"edit{n}word"
            subprocess.run(
                ["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-c", f"1s/$/ {word}/", "-c", "wq",
                 str(self.place.todo)], env=self.place.environment, check=True, timeout=20, stdin=subprocess.DEVNULL)
            saved = os.stat(self.place.todo).st_mtime
            came = wait_for(lambda: next((at for at, line in lines if word.encode() in line), None), "the event")
            worst = max(worst, came - saved)
        self.measure(f"vim save to event at most {worst * 1000:.0f} ms")
        self.assertLess(worst, 0.25)


if __name__ == "__main__":
    unittest.main()
