"""Clients against one foreign writer of each kind, and against several at once: what was told OK or saved is there once."""
import collections
import contextlib
import os
import random
import re
import subprocess
import threading
import time
import unittest

from todod_testing import LONG, EndToEndTest, need, wait_for
from tracer import Tracer

# Saves of each kind of writer: in Tests/run more than 300 in all, in Tests/long more than 10 000.
ROUNDS = 1900 if LONG else 58
BASE = [f"2026-01-01 Task number {n} was there before" for n in range(20)]


class Writer:
    """A program that adds lines of its own; `lines` holds what it is sure to have saved."""

    def __init__(self, test):
        self.test, self.todo, self.lines = test, test.place.todo, []

    def line(self, text):
        return self.test.own(f"2026-01-02 {type(self).__name__} {text}")

    def save(self, number):
        """Saves one line more."""
        raise NotImplementedError

    def close(self):
        pass

    def run(self, *command, **options):
        return subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                              env=self.test.place.environment, **options)


class Shell(Writer):
    """sh's `>>`."""

    def save(self, number):
        line = self.line(number)
        run = self.run("sh", "-c", f"echo '{line}' >> '{self.todo}'")
        self.test.assertEqual(run.returncode, 0, run.stderr)
        self.lines.append(line)


class Held(Writer):
    """A descriptor held open over many writes: what is written to a file that was swapped out is taken in as well."""

    file = None

    def save(self, number):
        if self.file is None:
            self.file = open(self.todo, "a")
        line = self.line(number)
        self.file.write(line + "\n")
        self.file.flush()
        self.lines.append(line)
        if number % 8 == 7:
            self.close()

    def close(self):
        if self.file:
            self.file.close()
            self.file = None


class Sed(Writer):
    """sed -i: reads, writes another file, renames. What came in between is not in what it writes."""

    def save(self, number):
        line = self.line(number)
        run = self.run("sed", "-i", f"$ a {line}", str(self.todo))
        self.test.assertEqual(run.returncode, 0, run.stderr)
        self.lines.append(line)


class Vim(Writer):
    def save(self, number):
        for attempt in range(20):
            line = self.line(f"{number} attempt {attempt}")
            run = subprocess.run(
                ["vim", "-u", "NONE", "-i", "NONE", "-n", "-V1", "-es", "-c", "$put ='" + line + "'", "-c", "wq!",
                 str(self.todo)], input="y\n", capture_output=True, text=True, timeout=60,
                env=self.test.place.environment)
            if run.returncode == 0:
                self.lines.append(line)
                return
            # It looks at the file after writing and says that it may not have been saved: try again.
            self.test.assertRegex(run.stderr, "E949|E208|E212|E166|E13")
        self.test.fail("vim never saved: " + run.stderr)


class Topydo(Writer):
    """Reads the file at its start, truncates it and writes it anew at its end."""

    def save(self, number):
        configuration = self.test.place.root / "topydo.conf"
        # Without copies of its own: with each of them it needs longer for the next, a minute after a hundred.
        configuration.write_text(f"[topydo]\nfilename = {self.todo}\narchive_filename = {self.test.place.done}\n"
                                 "backup_count = 0\n")
        run = self.run("topydo", "-c", str(configuration), "add", f"Topydo {number} in the race")
        self.test.assertEqual(run.returncode, 0, run.stderr)
        self.lines.append(f"Topydo {number} in the race")


class Renamer(Writer):
    """A program that reads the file, waits a moment, writes another and renames it: sleek, and what phones have."""

    def save(self, number):
        line = self.line(number)
        for _ in range(1000):
            with contextlib.suppress(FileNotFoundError):
                known = self.todo.read_bytes()
                break
        time.sleep(self.test.random.choice((0, 0, 0.001, 0.01)))
        fresh = self.todo.with_name("todo.txt.fresh")
        fresh.write_bytes(known + line.encode() + b"\n")
        os.rename(fresh, self.todo)
        self.lines.append(line)


# What a program had read before todod wrote, and saves afterwards, has not seen what todod wrote: it is merged with it.
KINDS = {"shell": Shell, "held": Held, "sed": Sed, "vim": Vim, "topydo": Topydo, "renamer": Renamer}
NEEDED = {"vim": ["vim"], "topydo": ["topydo"], "sed": ["sed"]}

# Where the daemon is stopped for 150 ms while one of them writes: before and behind the exchange of two files. Not topydo
# at the exchange itself: strace makes 100 of the 3 µs between the last look and the exchange. What is saved in them is
# merged behind it, and topydo archives its lines twice if it starts anew within the stop.
STOPS = [("topydo", "inotify_add_watch", "delay_enter"), ("shell", "inotify_add_watch", "delay_exit"),
         ("shell", "renameat2", "delay_exit"), ("sed", "renameat2", "delay_enter"),
         ("renamer", "renameat2", "delay_enter"), ("vim", "renameat2", "delay_exit")]


class RaceTest(EndToEndTest):
    seconds = 3600 if LONG else None

    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("TODOD_SEED", random.randrange(1 << 32)))
        self.random = random.Random(self.seed)
        self.place.write(*BASE)
        # No popups: they are not what is tried here.
        self.place.configure("[Reminders]\nRing=no\n")
        self.daemon = self.start()
        self.told, self.refused, self.stop = [], 0, False
        self.expected = (0, 6, 7)
        self.likeness = True

    def own(self, text):
        """The text, with words that no other line has where lines are not to be taken for one another."""
        choice = random.Random(f"{self.seed} {text}")
        words = () if self.likeness else ("".join(choice.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(5))
        return " ".join([text, *words])

    def client(self, name):
        """Adds, and completes and rewords what it added; notes what it was told OK for."""
        choice = random.Random(f"{self.seed} {name}")
        mine = []
        number = 0
        with self.daemon.client() as client:
            client.socket.settimeout(60)
            while not self.stop:
                number += 1
                kind = choice.randrange(6)
                if mine and kind < 2:
                    item, text = mine.pop(choice.randrange(len(mine)))
                    answer = client.ask(f"done {item}" if kind == 0 else f"append {item}\treworded")
                    if answer.ok and kind == 1:
                        self.told.remove(text)
                        self.told.append(f"{text} reworded")
                else:
                    text = self.own(f"Client {name} number {number}")
                    answer = client.ask(f"add\t2026-01-02 {text}")
                    if answer.ok:
                        mine.append((next(iter(answer.rows)), text))
                        self.told.append(text)
                # A file that a writer holds for seconds is answered 6 or 7: then nothing was done.
                self.assertIn(answer.code, self.expected, answer.last)
                self.refused += not answer.ok
                time.sleep(choice.uniform(0, 0.02))

    def race(self, writers, rounds, together=False):
        failures = []

        def guarded(work, *arguments):
            try:
                work(*arguments)
            except BaseException as error:
                failures.append(error)

        def write(writer):
            for number in range(rounds):
                if failures:
                    return
                writer.save(number)
                time.sleep(self.random.choice((0, 0, 0.005, 0.03)))
            writer.close()

        clients = [threading.Thread(target=guarded, args=(self.client, name)) for name in ("one", "two")]
        threads = [threading.Thread(target=guarded, args=(write, writer)) for writer in writers]
        for thread in clients + threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.stop = True
        for thread in clients:
            thread.join()
        if failures:
            raise failures[0]

    def settle(self):
        """Waits until file and memory are one, and no displaced file waits any more."""
        def agree():
            with self.daemon.client() as client:
                listed = collections.Counter(client.tasks("all").values())
            waits = [name for name in os.listdir(self.place.state / "todod") if name.startswith("todo-")]
            return not waits and listed == collections.Counter(self.place.lines())
        wait_for(agree, f"seed {self.seed}: file and memory to agree", 80)

    def count(self, words):
        """How often each stands in the file: a task counts by its words, done or not."""
        # topydo archives what is done.
        done = self.place.done.read_text().split("\n")[:-1] if self.place.done.exists() else []
        found = collections.Counter(self.bare(line) for line in self.place.lines() + done)
        return {word: found[self.bare(word)] for word in words}

    @staticmethod
    def bare(line):
        """The words of a task, done or not."""
        return re.sub(r"^(x )?(\d{4}-\d\d-\d\d )*", "", line)

    def once_each(self, words):
        wrong = {word: count for word, count in self.count(words).items() if count != 1}
        lines = [line for line in self.place.lines() if any(line.endswith(word) for word in wrong)]
        self.assertEqual(wrong, {}, f"seed {self.seed}: lost or doubled: {lines}\n{self.daemon.words()[-1000:]}")

    def one(self, kind, rounds=ROUNDS):
        need(*NEEDED.get(kind, []))
        writer = KINDS[kind](self)
        # topydo takes most of a second to start.
        rounds = rounds // 6 if kind == "topydo" else rounds
        self.race([writer], rounds)
        self.settle()
        self.once_each([*BASE, *writer.lines, *self.told])
        self.measure(f"{rounds} saves, {len(self.told)} changes of clients, {self.refused} refused, seed {self.seed}")

    def stopped(self, kind, call, when):
        """As a machine may stop a process at any moment: now and then the daemon stands still at one system call."""
        need("strace")
        # Rarely enough that the clients get something done.
        every = 7 if kind == "topydo" else 3
        tracer = Tracer(self.daemon, os.devnull, "-e", f"trace={call}",
                        "-e", f"inject={call}:{when}=150000:when=3+{every}")
        self.addCleanup(tracer.end)
        self.one(kind, ROUNDS if LONG else 4 * ROUNDS)
        self.assertIsNone(tracer.process.poll(), "strace ended before the race")

    def watch(self, seen):
        """Collects every line that the daemon takes in, as a client with a live query hears of it."""
        with self.daemon.client() as watcher:
            answer = watcher.must("watch tasks\tall")
            watcher.socket.settimeout(0.2)
            while not self.stop:
                with contextlib.suppress(TimeoutError):
                    line = watcher.line()
                    self.assertIsNotNone(line, "the daemon hung up on a watcher")
                    if line.startswith("* task"):
                        seen.add(line.split("\t", 1)[1])
        seen.update(answer.rows.values())

    def story(self, word, history):
        """The steps that a line was in, the newest first."""
        steps, step = [], None
        for line in history:
            if line.startswith("= step "):
                step = line
            elif word.removesuffix(" reworded") in line:
                steps += [step, line]
        return steps

    def test_several_writers_at_once(self):
        """They lose each other's lines, and what a client added between, as programs that lock nothing do: what todod had
        taken in or acknowledged is in the file once, or in the trash."""
        need("sed")
        # Where one line was lost and another came, few equal words would make one task of them.
        self.likeness = False
        # A task that another writer's save took away is not found.
        self.expected = (0, 4, 6, 7)
        writers = [Shell(self), Held(self), Sed(self), Renamer(self)]
        seen = set()
        thread = threading.Thread(target=self.watch, args=(seen,))
        thread.start()
        try:
            self.race(writers, ROUNDS)
        finally:
            self.stop = True
            thread.join()
        self.settle()
        theirs = [line for writer in writers for line in writer.lines if line in seen]
        count = self.count([*BASE, *theirs, *self.told])
        with self.daemon.client() as client:
            trash = {self.bare(line) for line in client.must("trash limit=100000").texts}
            history = client.must("history limit=100000").lines
        gone = [self.bare(word) for word, number in count.items() if number == 0]
        lost = {word: self.story(word, history) for word in gone if word not in trash}
        doubled = {word: self.story(self.bare(word), history) for word, number in count.items() if number > 1}
        stories = "\n".join(line for story in (*lost.values(), *doubled.values()) for line in story)
        self.assertFalse(lost or doubled, f"seed {self.seed}: {len(lost)} lost, {len(doubled)} doubled\n{stories}")
        total = sum(len(writer.lines) for writer in writers)
        self.measure(f"{len(theirs)} of {total} lines taken in, {len(self.told)} changes of clients, "
                     f"{len(gone)} only in the trash, seed {self.seed}")


for kind in KINDS:
    setattr(RaceTest, f"test_{kind}", lambda self, kind=kind: self.one(kind))
for kind, call, when in STOPS:
    setattr(RaceTest, f"test_stopped_{kind}_{call}_{when}",
            lambda self, kind=kind, call=call, when=when: self.stopped(kind, call, when))


if __name__ == "__main__":
    unittest.main()
