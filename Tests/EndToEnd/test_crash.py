"""kill -9 at random moments: the file is the old or the new one, and what was answered OK is in it."""
import os
import random
import re
import shutil
import threading
import unittest

from todod_testing import LONG, EndToEndTest

KILLS = 1000 if LONG else 50
WRITES = 2000 if LONG else 200


class CrashTest(EndToEndTest):
    seconds = 3600 if LONG else None

    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("TODOD_SEED", random.randrange(1 << 32)))
        self.random = random.Random(self.seed)
        self.measure(f"seed {self.seed}")

    def numbers(self):
        """The numbers of the tasks in the file; every line must be whole."""
        found = []
        for line in self.place.todo.read_bytes().split(b"\n")[:-1] if self.place.todo.exists() else []:
            match = re.fullmatch(rb"(?:\d{4}-\d\d-\d\d )?task number (\d+) of the crash test", line)
            self.assertTrue(match, f"seed {self.seed}: a torn line {line!r}")
            found.append(int(match[1]))
        return found

    def begin_anew(self):
        """As if todod had never run: a file that it knew and that is gone would not be believed."""
        for path in (self.place.todo, self.place.done):
            path.unlink(missing_ok=True)
        shutil.rmtree(self.place.state / "todod", ignore_errors=True)

    def killed_after(self, daemon, seconds):
        timer = threading.Timer(seconds, daemon.process.kill)
        timer.start()
        self.addCleanup(timer.cancel)

    def write_until_it_dies(self, client, next_number):
        """Adds one task after the other; returns how many were acknowledged and how many were sent."""
        acknowledged = sent = next_number
        try:
            while True:
                sent = acknowledged + 1
                answer = client.ask(f"add\ttask number {acknowledged} of the crash test")
                if not answer.ok:
                    self.fail("an add was refused: " + answer.last)
                acknowledged += 1
        except (OSError, EOFError):
            pass
        return acknowledged, sent

    def test_every_acknowledged_add_survives_kill_9(self):
        acknowledged = kills = 0
        while acknowledged < WRITES or kills < KILLS:
            daemon = self.start()
            with daemon.client() as client:
                present = self.numbers()
                listed = sorted(int(re.search(r"number (\d+)", line)[1]) for line in client.tasks("all").values())
                self.assertEqual(listed, present, f"seed {self.seed}: memory and file after a restart")
                # What was not acknowledged may be there or not; one that is there counts from now on.
                acknowledged = len(present)
                self.killed_after(daemon, self.random.uniform(0.0005, 0.06))
                acknowledged, sent = self.write_until_it_dies(client, acknowledged)
            daemon.process.wait(10)
            kills += 1
            daemon.close()
            present = self.numbers()
            self.assertIn(present, (list(range(acknowledged)), list(range(sent))),
                          f"seed {self.seed}: {acknowledged} were acknowledged, {sent} sent")
        self.measure(f"{kills} kills in {acknowledged} writes")
        stray = [n for n in os.listdir(self.place.home) if n not in ("todo.txt", "done.txt")]
        self.start()
        self.assertEqual([n for n in os.listdir(self.place.home) if n not in ("todo.txt", "done.txt")], [], stray)

    def test_archiving_over_kill_9_loses_and_doubles_nothing(self):
        for attempt in range(60 if LONG else 10):
            self.begin_anew()
            count = 200
            self.place.write(*[f"{'x 2026-01-02 ' if n % 2 else ''}2026-01-01 item {n}." for n in range(count)])
            daemon = self.start()
            with daemon.client() as client:
                self.killed_after(daemon, self.random.uniform(0, 0.012))
                try:
                    client.ask("archive")
                except (OSError, EOFError):
                    pass
            daemon.process.kill()
            daemon.process.wait(10)
            self.start().stop()
            todo = self.place.todo.read_text().split("\n")[:-1]
            done = self.place.done.read_text().split("\n")[:-1] if self.place.done.exists() else []
            numbers = sorted(int(re.search(r"item (\d+)\.", line)[1]) for line in todo + done)
            self.assertEqual(numbers, list(range(count)), f"seed {self.seed}, attempt {attempt}")
            self.assertIn(len(done), (0, count // 2), f"seed {self.seed}, attempt {attempt}")

    def test_a_batch_is_all_or_nothing_over_kill_9(self):
        for attempt in range(60 if LONG else 10):
            self.begin_anew()
            daemon = self.start()
            with daemon.client() as client:
                self.killed_after(daemon, self.random.uniform(0, 0.02))
                committed = False
                try:
                    lines = ["begin", *[f"add\ttask number {n} of the crash test" for n in range(50)], "commit"]
                    client.send("\n".join(lines))
                    for _ in lines:
                        answer = client.answer()
                    committed = answer.ok
                except (OSError, EOFError):
                    pass
            daemon.process.kill()
            daemon.process.wait(10)
            self.start().stop()
            present = self.numbers()
            self.assertIn(len(present), (50,) if committed else (0, 50), f"seed {self.seed}, attempt {attempt}")

    def told_ids(self, client, told):
        """Notes the id of each line and how long the log of the state was by then."""
        for item, line in client.tasks("all").items():
            told.setdefault(line, (item, os.stat(self.log).st_size))

    def live(self, client, told):
        """Forty tasks come, every fourth is completed, every fifth takes another one away."""
        for n in range(40):
            item = client.add(f"task {n} of a client")
            self.told_ids(client, told)
            if n % 4 == 1:
                client.must(f"done {item}")
            if n % 5 == 2:
                client.must(f"remove {self.random.choice(sorted(client.tasks()))}")
            self.told_ids(client, told)

    def test_a_lost_tail_of_the_state_gives_no_id_twice(self):
        """As after a disk that did not write what it said it had: the state ends earlier than the file."""
        self.log = self.place.database.with_name("state.db-wal")
        self.place.write(*[f"2026-01-01 task {n} of the file" for n in range(20)])
        daemon, told = self.start(), {}
        with daemon.client() as client:
            self.live(client, told)
        daemon.kill()
        state, kept = self.place.state / "todod", self.place.root / "kept"
        shutil.copytree(state, kept)
        file, log = self.place.todo.read_bytes(), self.log.read_bytes()
        cuts = {0, len(log)} | {self.random.randrange(len(log)) for _ in range(80 if LONG else 12)}
        renamed = 0
        for cut in sorted(cuts):
            shutil.rmtree(state)
            shutil.copytree(kept, state)
            self.log.write_bytes(log[:cut])
            self.place.todo.write_bytes(file)
            daemon = self.start()
            with daemon.client() as client:
                client.add(f"after the cut at {cut}")
                rows = client.tasks("all")
            daemon.kill()
            # A row is known by its id: two tasks of one id would be one row less.
            why = f"seed {self.seed}, the log cut at {cut} of {len(log)}"
            self.assertEqual(sorted(rows.values()), sorted(self.place.lines()), why)
            ids = {line: item for item, line in rows.items() if line in told}
            self.assertEqual({line: item for line, item in ids.items() if told[line][1] <= cut},
                             {line: item for line, (item, size) in told.items() if size <= cut and line in ids}, why)
            renamed = max(renamed, sum(item != told[line][0] for line, item in ids.items()))
            daemon = self.start()
            with daemon.client() as client:
                self.assertEqual(client.tasks("all"), rows, why)
            daemon.kill()
        self.measure(f"{len(cuts)} cuts, at most {renamed} of {len(told)} tasks known by another id than before")


if __name__ == "__main__":
    unittest.main()
