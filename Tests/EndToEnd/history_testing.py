"""A user with todoctl, an editor and todo.txt programs, whose files are compared byte for byte."""
import json
import subprocess

from todod_testing import TODOCTL, EndToEndTest, wait_for

BASE = ["2026-01-01 Water the plants @home", "(A) 2026-01-02 Call mum @phone +family", "2026-01-03 Read a book +leisure"]
# Exit codes of what is refused.
BAD_REQUEST, NOT_FOUND, CONFLICT, UNAVAILABLE = 2, 4, 5, 6


class HistoryTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write(*BASE)

    def files(self):
        """Every todo file's bytes; one that is empty counts as none."""
        files = {path.name: path.read_bytes() for path in self.place.home.glob("*.txt")}
        return {name: data for name, data in files.items() if data}

    def start(self, *options, **more):
        self.daemon = super().start(*options, **more)
        return self.daemon

    def restart(self):
        self.assertEqual(self.daemon.stop(), 0)
        return self.start()

    def refused(self, code, words, *arguments):
        """todoctl that must end with this code, say these words and leave the files alone."""
        before = self.files()
        run = self.todoctl(*arguments)
        self.assertEqual((run.returncode, run.stdout), (code, ""), f"todoctl {arguments}: {run.stdout}{run.stderr}")
        self.assertIn(words, run.stderr)
        self.assertEqual(self.files(), before)

    def vim(self, *commands):
        """Opens the file, does this and saves, whatever became of the file meanwhile."""
        words = [word for command in (*commands, "w!", "q!") for word in ("-c", command)]
        run = subprocess.run(
            ["vim", "-u", "NONE", "-i", "NONE", "-n", "-V1", "-es", *words, str(self.place.todo)],
            # It asks whether to write over a file that has changed since it read it.
            input="y\n", capture_output=True, text=True, timeout=30, env=self.place.environment)
        self.assertEqual(run.returncode, 0, run.stderr)

    def todo_txt(self, *arguments):
        subprocess.run(["todo-txt", "-p", "-d", str(self.place.todo_sh_configuration()), *arguments], check=True,
                       capture_output=True, timeout=30, env=self.place.environment)

    def stale_vim(self, pattern, text, *client, backupcopy="no"):
        """Changes a line in a vim that had read the file before a client did this."""
        command = " ".join([TODOCTL, *client])
        self.vim(f"set backupcopy={backupcopy}", f"call system('{command}')", f"%s/{pattern}/{text}/")

    def json(self, *arguments):
        return json.loads(self.did(*arguments, "--json"))

    def newest(self):
        """The newest step's name; None before the first."""
        steps = self.json("history", "--limit", "1")
        return steps[0]["step"] if steps else None

    def taken_in(self, step):
        """Waits until what somebody saved is that step."""
        wait_for(lambda: self.newest() == step, f"step {step}")

    def steps(self, *arguments):
        """`(step, who, title, undone by, ids)` of each, as a pipe gets it."""
        fields = [line.split("\t") for line in self.did("history", *arguments).splitlines()]
        return [(f[0], f[2], f[3], f[7], f[8]) for f in fields]

    def trash(self, *arguments):
        """`(id, who, step, line)` of each, as a pipe gets it."""
        fields = [line.split("\t", 4) for line in self.did("trash", *arguments).splitlines()]
        return [(int(f[0]), f[2], f[3], f[4]) for f in fields]

    def ids(self, *query):
        return [row["id"] for row in self.json("list", *query)]

    def printed(self, name):
        """That version of the file, as bytes."""
        run = subprocess.run([TODOCTL, "history", "--print", name], capture_output=True, timeout=20,
                             stdin=subprocess.DEVNULL, env=self.place.environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout
