"""Import and export with the files of the real Taskwarrior and calcurse, through a real todod."""
import json
import os
import subprocess
import time

from todod_testing import TODOCTL, EndToEndTest, need

EXCHANGE = os.path.join(os.path.dirname(TODOCTL), "todo-exchange")


class ExchangeTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        if not os.access(EXCHANGE, os.X_OK):
            self.fail(f"{EXCHANGE} is not built: swift build -c release")
        self.place.environment["TZ"] = "Europe/Berlin"

    def file(self, name, content):
        path = self.place.root / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def refused(self, content, *words, code=2):
        """An import that must fail with these words and change nothing; returns what it said."""
        before = self.place.todo.read_bytes() if self.place.todo.exists() else None
        run = self.todoctl("import", str(self.file("bad", content)))
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)
        self.assertIn("nothing was imported", run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertEqual(self.place.todo.read_bytes() if self.place.todo.exists() else None, before)
        return run.stderr


class Taskwarrior:
    """A home of Taskwarrior's of its own."""

    def __init__(self, place, name="taskwarrior"):
        self.directory = place.root / name
        self.directory.mkdir()
        self.rc = self.directory / "taskrc"
        self.rc.write_text(
            f"data.location={self.directory}\nconfirmation=off\nverbose=nothing\nrecurrence.limit=2\n"
            "uda.estimate.type=duration\nuda.estimate.label=Estimate\n")
        self.environment = {**place.environment, "TASKRC": str(self.rc), "TASKDATA": str(self.directory)}

    def __call__(self, *arguments, input=None):
        run = subprocess.run(["task", *arguments], input=input or "", capture_output=True, text=True, timeout=20,
                             env=self.environment)
        if run.returncode:
            raise AssertionError(f"task {arguments}: {run.stdout}{run.stderr}")
        return run.stdout

    def tasks(self):
        return json.loads(self("export"))


class TaskwarriorTest(ExchangeTest):
    def setUp(self):
        super().setUp()
        need("task")
        self.task = Taskwarrior(self.place)

    def fill(self):
        """A list with something of everything; the uuids of its tasks by their description."""
        self.task("add", "Call mum", "project:Home.Garden", "+phone", "priority:H", "due:2030-07-05T09:00",
                  "estimate:3h")
        self.task("1", "annotate", "she was out")
        self.task("add", "Water plants", "recur:weekly", "due:2030-01-02", "until:2031-06-01")
        self.task("add", "Wait for it", "wait:2030-12-20", "scheduled:2030-12-22")
        self.task("add", "Buy paint", "depends:1")
        self.task("add", "Old thing", "entry:2026-01-01", "priority:L")
        self.task("Old", "done", "end:2026-02-03")
        self.task("add", "Never mind")
        self.task("Never", "delete")
        self.task("list")
        return {task["description"]: task for task in self.task.tasks() if "parent" not in task}

    def test_everything_of_a_real_list_finds_its_place(self):
        self.place.write("(C) 2026-01-01 Was here")
        self.start()
        tasks = self.fill()
        entry = {name: self.day(task["entry"]) for name, task in tasks.items()}
        export = self.task("export")
        told = self.did("import", "-", input=export)
        self.assertEqual(self.place.lines(), [
            "(C) 2026-01-01 Was here",
            f"(A) {entry['Call mum']} Call mum ({self.day(tasks['Call mum']['annotations'][0]['entry'])} she was out)"
            " +Home.Garden @phone due:2030-07-05 at:0900 p:1",
            f"{entry['Water plants']} Water plants due:2030-01-02 rec:+1w until:2031-06-01",
            f"{entry['Wait for it']} Wait for it t:2030-12-22",
            f"{entry['Buy paint']} Buy paint id:1",
            "x 2026-02-03 2026-01-01 Old thing pri:C"])
        self.assertIn("not carried  entry 1 'Call mum': estimate=PT3H has no place in todo.txt\n", told)
        self.assertIn("added: 5, 0 duplicates, ", told)
        self.assertIn("undo: todoctl undo s", told)
        # A second time nothing is new, whatever was done to the tasks meanwhile.
        self.did("append", "4", "and more")
        self.did("done", "2")
        self.did("archive")
        before = self.place.todo.read_bytes()
        self.assertIn("added: 0, 5 duplicates, ", self.did("import", "-", input=export))
        self.assertEqual(self.place.todo.read_bytes(), before)

    def day(self, instant):
        """The day in Berlin of one of Taskwarrior's instants."""
        clock = f"{instant[:4]}-{instant[4:6]}-{instant[6:11]}:{instant[11:13]}:{instant[13:15]}Z"
        return subprocess.run(["date", "-d", clock, "+%F"], env=self.place.environment, capture_output=True, text=True,
                              check=True).stdout.strip()

    def test_one_undo_takes_an_import_back(self):
        self.place.write("(C) 2026-01-01 Was here")
        self.start()
        self.fill()
        self.did("import", str(self.file("tasks.json", self.task("export"))))
        self.assertEqual(len(self.place.lines()), 6)
        self.did("undo")
        self.assertEqual(self.place.lines(), ["(C) 2026-01-01 Was here"])

    def test_a_dry_run_tells_everything_and_changes_nothing(self):
        self.place.write("(C) 2026-01-01 Was here")
        todod = self.start()
        tasks = self.fill()
        with todod.client() as client:
            client.must(f"put {tasks['Wait for it']['uuid']}\tWait for it")
            before = self.place.todo.read_bytes()
            path = self.file("tasks.json", self.task("export"))
            told = self.did("import", "--dry-run", str(path)).splitlines()
            self.assertEqual(self.place.todo.read_bytes(), before)
            self.assertEqual([line.split("  ")[0] for line in told[:-1]], sorted(
                (line.split("  ")[0] for line in told[:-1]), key=["add", "duplicate", "left out", "not carried"].index))
            self.assertEqual(len([line for line in told if line.startswith("add ")]), 4)
            self.assertIn("duplicate    entry 3 'Wait for it': task 2", told)
            self.assertTrue(any(line.startswith("left out ") and "one more occurrence of entry 2" in line
                                for line in told), told)
            self.assertTrue(any(line.endswith("'Never mind': deleted") for line in told), told)
            self.assertTrue(told[-1].endswith("; dry run, nothing was changed"), told[-1])
            facts = json.loads(self.did("import", "--dry-run", "--json", str(path)))
            self.assertTrue(facts["dry_run"])
            self.assertEqual(len(facts["added"]), 4)
            self.assertEqual(facts["duplicates"][0]["id"], 2)
            self.assertEqual(facts["steps"], [])
            self.assertEqual(self.place.todo.read_bytes(), before)

    def test_one_object_a_line_is_taken_too(self):
        self.start()
        self.fill()
        lines = "\n".join(json.dumps(task) for task in self.task.tasks())
        self.assertIn("added: 5,", self.did("import", "-", input=lines))

    LINES = [
        "(A) 2026-01-01 Call mum +family @phone due:2030-07-05 at:0900",
        "2026-01-02 Pay the rent due:2030-01-31 rec:+1m day:31",
        "2026-01-02 Water due:2030-01-02 rec:3d",
        "(D) 2026-01-03 ask @bob about \"it\" \\ rem:1d,2h",
        "2026-01-04 Wait t:2030-03-01",
        "2026-01-04 Grüße +a +b",
        "2026-01-05 Build id:1",
        "2026-01-05 Dig p:1",
        "2026-01-05 Hidden h:1",
        "x 2026-02-02 2026-01-06 Done one @work pri:B",
    ]

    def test_what_goes_through_the_real_taskwarrior_comes_back(self):
        self.place.write(*self.LINES)
        todod = self.start()
        exported = self.did("export", "--taskwarrior")
        self.task("import", "-", input=exported)
        back = {task["description"]: task for task in self.task.tasks() if "parent" not in task}
        self.assertEqual(set(back), {
            "Call mum", "Pay the rent", "Water", "ask @bob about \"it\" \\", "Wait", "Grüße +a +b", "Build", "Dig",
            "Hidden", "Done one"})
        mum = back["Call mum"]
        self.assertEqual(
            (mum["priority"], mum["project"], mum["tags"], mum["due"], mum["entry"], mum["status"]),
            ("H", "family", ["phone"], "20300705T070000Z", "20251231T230000Z", "pending"))
        self.assertEqual((back["Pay the rent"]["status"], back["Pay the rent"]["recur"]), ("recurring", "monthly"))
        self.assertEqual(back["Build"]["depends"], [back["Dig"]["uuid"]])
        self.assertEqual(back["Wait"]["wait"], "20300228T230000Z")
        self.assertEqual((back["Done one"]["status"], back["Done one"]["end"]), ("completed", "20260201T230000Z"))
        # Taskwarrior makes the occurrences of what recurs when it lists.
        self.task("list")
        again = self.task("export")
        # In the list they are known by their uuids; without it all that the lines said comes back.
        self.assertIn(f"added: 0, {len(self.LINES)} duplicates", self.did("import", "-", input=again))
        todod.stop()
        self.place.todo.unlink()
        for file in self.place.state.rglob("*"):
            if file.is_file():
                file.unlink()
        self.start()
        self.did("import", "-", input=again)

        def words(lines):
            return sorted(sorted(line.split(" ")) for line in lines)
        self.assertEqual(words(self.place.lines()), words(self.LINES))

    def test_ten_thousand_tasks_are_imported_soon_and_taken_back(self):
        self.start()
        tasks = [{"uuid": f"{number:08x}-1111-4111-8111-111111111111", "description": f"Task number {number}",
                  "status": "pending", "entry": "20260101T120000Z", "due": "20300301T090000Z", "project": "Home",
                  "tags": ["a", "b"]} for number in range(10_000)]
        path = self.file("many.json", json.dumps(tasks))
        began = time.monotonic()
        told = self.did("import", str(path), seconds=80)
        took = time.monotonic() - began
        self.assertIn("added: 10000,", told)
        self.assertEqual(len(self.place.lines()), 10_000)
        self.assertEqual(self.place.lines()[9_999],
                         "2026-01-01 Task number 9999 +Home @a @b due:2030-03-01 at:1000")
        began = time.monotonic()
        self.assertIn("added: 0, 10000 duplicates", self.did("import", str(path), seconds=80))
        again = time.monotonic() - began
        undo = [line for line in told.splitlines() if line.startswith("undo: todoctl ")][0]
        self.did(*undo.removeprefix("undo: todoctl ").split(" "), seconds=80)
        self.assertEqual(self.place.lines(), [])
        self.measure(f"10 000 tasks in {took:.2f} s, again {again:.2f} s")
        # A guard against squares, far from what it takes.
        self.assertLess(took, 30)

    def test_bad_files_are_refused_as_a_whole(self):
        self.place.write("(C) 2026-01-01 Was here")
        self.start()
        self.fill()
        good = self.task("export").strip()
        self.refused(good[:-20], "entry ", "broken JSON in line ")
        self.refused(good[:-1] + ',{"description":"a\\nb"}]', "'a b'", "has a line break")
        self.refused(good[:-1] + ',{"description":"a\\u001b[2Jb"}]', "has the control character U+001B")
        self.refused(good[:-1] + ',{"description":" "}]', "has no text")
        self.refused(good[:-1] + ',{"description":"a","due":"20260230T000000Z"},{"description":"b","end":"soon"}]',
                     "2 entries are bad", "'20260230T000000Z' in 'due'", "'soon' in 'end'")
        self.refused(good.encode("utf-16"), "UTF-16")
        self.refused(good[:-1].encode() + b',{"description":"gr\xfcn"}]', "is not UTF-8")
        self.refused(json.dumps([{"description": "a" * 9000}]), "9000 bytes long")
        # Only the daemon knows its settings: its refusal names the entry too, and takes the others along.
        self.place.configure("MinimumTitle=5\n")
        self.did("reload")
        self.refused("Long enough\nabc\n", "line 2 'abc'")

    def test_a_bad_entry_in_the_third_step_takes_the_others_back(self):
        self.place.write("(C) 2026-01-01 Was here")
        self.place.configure("MinimumTitle=5\n")
        self.start()
        self.refused("".join(f"Task number {n}\n" for n in range(2500)) + "abc\n", "line 2501 'abc'")


class OtherFilesTest(ExchangeTest):
    def test_long_lines_take_more_steps(self):
        self.start()
        lines = [f"2026-01-01 {number} {'a' * 8000}" for number in range(40)]
        told = self.did("import", "-", input="\n".join(lines))
        self.assertEqual(self.place.lines(), lines)
        undo = [line for line in told.splitlines() if line.startswith("undo: todoctl undo ")]
        self.assertEqual(len(undo[0].split(" ")), 3 + 2, told)

    def test_the_todos_of_the_real_calcurse_are_taken(self):
        need("calcurse")
        self.start()
        calendar = self.file("todos.ics", "\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN",
            "BEGIN:VTODO", "PRIORITY:1", "SUMMARY:Call mum", "DESCRIPTION:first line\\nsecond line", "END:VTODO",
            "BEGIN:VTODO", "PRIORITY:5", "STATUS:COMPLETED", "SUMMARY:Done thing", "END:VTODO",
            "BEGIN:VTODO", "SUMMARY:Grüße", "END:VTODO", "BEGIN:VTODO", "PRIORITY:9", "SUMMARY:Later", "END:VTODO",
            "END:VCALENDAR", ""]))
        directory = self.place.root / "calcurse"
        subprocess.run(["calcurse", "-D", directory, "-i", calendar], env=self.place.environment, check=True,
                       capture_output=True, timeout=20)
        path = directory / "todo"
        self.assertIn("added: 4, ", self.did("import", str(path)))
        lines = [line.split(" ", 1)[1] if line[:2] == "20" else line for line in self.place.lines()]
        self.assertEqual(sorted(line.replace(self.today(), "TODAY") for line in lines), sorted([
            "(A) TODAY Call mum (first line second line)", "x Done thing pri:B", "Grüße", "(C) TODAY Later"]))
        self.assertIn("added: 0, 4 duplicates", self.did("import", str(path)))
        # Its exports are other formats, and told from it.
        for kind, word in (("ical", "iCalendar"), ("pcal", "pcal")):
            export = subprocess.run(["calcurse", "-D", directory, f"--export={kind}"], env=self.place.environment,
                                    check=True, capture_output=True, timeout=20).stdout
            self.assertIn(word, self.todoctl("import", str(self.file(kind, export))).stderr)

    def today(self):
        return subprocess.run(["date", "+%F"], env=self.place.environment, capture_output=True, text=True,
                              check=True).stdout.strip()

    def test_a_todo_txt_comes_and_goes_to_the_byte(self):
        lines = ["(A) 2026-01-01 Call mum +family due:2030-01-02 at:0900", "2026-01-02 Grüße  @x t:2030-01-01",
                 "x 2026-01-03 2026-01-02 done pri:B", "2026-01-04 hidden h:1"]
        text = "".join(line + "\n" for line in lines)
        self.start()
        self.assertIn("added: 4,", self.did("import", str(self.file("other.txt", text))))
        self.assertEqual(self.place.todo.read_text(), text)
        self.assertEqual(self.did("export"), text)
        self.assertEqual(self.did("export", "--todo.txt", "+family"), lines[0] + "\n")
        self.assertIn("added: 0, 4 duplicates", self.did("import", str(self.file("other.txt", text))))

    def test_our_own_json_comes_and_goes(self):
        self.place.write("(A) 2026-01-01 Call mum", "x 2026-01-03 2026-01-02 done")
        self.start()
        text = self.did("export", "--json")
        tasks = json.loads(text)
        self.assertEqual([task["line"] for task in tasks], self.place.lines())
        self.assertEqual(tasks, sorted(json.loads(self.did("list", "--json", "all")), key=lambda t: t["line_number"]))
        self.assertIn("added: 0, 2 duplicates", self.did("import", "-", input=text))
        self.did("remove", "1", "2")
        self.assertIn("added: 2,", self.did("import", "-", input=text))
        self.assertEqual([task["uuid"] for task in json.loads(self.did("export", "--json"))],
                         [task["uuid"] for task in tasks])

    def test_errors_say_what_to_do(self):
        run = self.todoctl("import", "-", input="milk\n")
        self.assertEqual((run.returncode, run.stderr.splitlines()[0]), (
            3, "todoctl: todod is not running: start it with 'systemctl --user start todod'"))
        self.start()
        run = self.todoctl("import", "/nowhere")
        self.assertEqual(run.returncode, 2)
        self.assertTrue(run.stderr.startswith("todoctl: /nowhere cannot be read: "), run.stderr)
        self.assertEqual(self.todoctl("import").returncode, 2)
        self.assertIn("two formats", self.todoctl("export", "--json", "--taskwarrior").stderr)
        self.assertIn("added: 0,", self.did("import", "-", input=""))
        self.assertIn("todoctl import [--dry-run] FILE | -", self.did("import", "--help"))
        error = json.loads(self.todoctl("import", "--json", "/nowhere").stderr)["error"]
        self.assertEqual(error["code"], 2)

    def test_todoctl_finds_its_program_in_libexec(self):
        self.start()
        bin, libexec = self.place.root / "bin", self.place.root / "libexec/todod"
        bin.mkdir()
        libexec.mkdir(parents=True)
        todoctl = bin / "todoctl"
        todoctl.write_bytes(open(TODOCTL, "rb").read())
        todoctl.chmod(0o755)

        def run():
            return subprocess.run([todoctl, "export"], env=self.place.environment, capture_output=True, text=True,
                                  timeout=20)
        missing = run()
        self.assertEqual(missing.returncode, 4)
        self.assertIn(f"todo-exchange is not installed (looked for {libexec}/todo-exchange and {bin}/", missing.stderr)
        (libexec / "todo-exchange").symlink_to(EXCHANGE)
        self.assertEqual(run().returncode, 0)
