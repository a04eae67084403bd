"""Two machines, each with a todod and a client, whose files Syncthing carries: cut and joined again and again."""
import os
import random
import re

from syncthing_testing import Pair
from todod_testing import LONG, EndToEndTest, Place, Todod, need

ROUNDS = 25 if LONG else 6
WORDS = (
    "buy call write read clean pay book plan check order renew print milk bread report tax ticket hotel dentist car "
    "bike door garden lawn oven laptop phone rent birthday cake exam chapter slides budget poster album shelf boots "
    "guitar concert museum glasses bank card loan Anna Ben Mum Dad Nora Tom").split()
DEEDS = (
    "add", "add", "editor adds", "done", "done", "append", "set", "remove", "editor", "archive", "archive")


def token(line):
    """The word that no other task has."""
    found = re.findall(r"\bt\d+\b", line)
    return found[-1] if found else None


class Machine:
    """A place with its daemon and a client that does what people do."""

    def __init__(self, test, place):
        self.place = place
        self.daemon = self.client = None
        test.addCleanup(self.end)
        self.start()
        self.mark()

    def start(self):
        self.daemon = Todod(self.place).ready()
        self.client = self.daemon.client()

    def end(self, kills=True):
        self.client.close()
        if self.daemon.process.poll() is None:
            self.daemon.kill() if kills else self.daemon.stop()

    def lines(self, name="todo.txt"):
        try:
            return self.place.todo.with_name(name).read_text().split("\n")[:-1]
        except FileNotFoundError:
            return []

    def tokens(self):
        return set(map(token, self.lines() + self.lines("done.txt")))

    def steps(self):
        return [dict(word.split("=", 1) for word in line[7:].split(" "))
                for line in self.client.must("history limit=200").lines if line.startswith("= step ")]

    def newest_step(self):
        steps = self.steps()
        return int(steps[0]["name"][1:]) if steps else 0

    def mark(self):
        """What was written until now does not count."""
        self.last_step, self.said = self.newest_step(), len(self.daemon.words())

    def writes(self):
        """How often the daemon has written by itself since the mark: the todo file, and the done file."""
        steps = [s for s in self.steps() if int(s["name"][1:]) > self.last_step and s["by"] in ("merge", "recurrence")]
        # What comes to the done file is no step.
        return len(steps), self.daemon.words()[self.said:].count("in the done file")

    def is_settled(self):
        status = self.client.must("status").data
        return status.get("file-state") == "ok" and "conflict-copy" not in status


class SyncthingTest(EndToEndTest):
    seconds = 1200 if LONG else 90

    def setUp(self):
        need("syncthing")
        super().setUp()
        self.seed = int(os.environ.get("TODOD_SEED") or random.randrange(1 << 32))
        self.random = random.Random(self.seed)
        self.tasks = 0
        self.places = [Place("sync/todo.txt"), Place("sync/todo.txt")]
        for place in self.places:
            self.addCleanup(place.remove)
            place.configure()
            place.todo.parent.mkdir()
        self.pair = Pair(*self.places)
        self.addCleanup(self.pair.stop)
        self.machines = []

    def task(self):
        self.tasks += 1
        return " ".join(self.random.choices(WORDS, k=self.random.randint(3, 6))) + f" t{self.tasks}"

    def begin(self):
        self.machines = [Machine(self, place) for place in self.places]

    def settle(self):
        self.pair.settle(lambda: all(machine.is_settled() for machine in self.machines))
        here, there = (machine.lines() for machine in self.machines)
        self.assertEqual(here, there, self.seed)
        for machine in self.machines:
            self.assertEqual(list(machine.client.tasks("all").values()), here, self.seed)

    def act(self, machine, removed):
        """One thing that a person does there, through todod or with an editor."""
        tasks = machine.client.tasks("all")
        kind = self.random.choice(DEEDS)
        if kind == "add" or not tasks:
            machine.client.must("add\t" + self.task())
        elif kind == "editor adds":
            machine.place.todo.write_text("".join(l + "\n" for l in [*machine.lines(), self.task()]))
        elif kind == "editor":
            lines = machine.lines()
            place = self.random.randrange(len(lines))
            words = lines[place].split(" ")
            plain = [n for n, word in enumerate(words) if word in WORDS]
            if len(plain) > 2:
                words[self.random.choice(plain)] = self.random.choice(WORDS)
            lines[place] = " ".join(words)
            new = machine.place.todo.parent / ".new~"
            new.write_text("".join(line + "\n" for line in lines))
            os.rename(new, machine.place.todo)
        else:
            item = self.random.choice(list(tasks))
            if kind == "append":
                machine.client.must(f"append {item}\t+tag{self.tasks}")
            elif kind == "set":
                machine.client.must(f"set {item}\tdue:2030-0{self.random.randint(1, 9)}-01")
            elif kind == "archive":
                machine.client.must("archive")
            elif kind == "done":
                machine.client.must(f"done {item}")
            else:
                machine.client.must(f"remove {item}")
                removed.add(token(tasks[item]))

    def round(self, away):
        """Cut, work on both sides, join: both files are the same and hold every task of both.

        With `away` no daemon runs while they join, so that both find the same conflict copy when they start.
        """
        self.pair.cut()
        removed = set()
        for machine in self.machines:
            for _ in range(self.random.randint(0, 4)):
                self.act(machine, removed)
        for machine in self.machines:
            # Whoever has an answer has what an editor left as well.
            machine.client.tasks("all")
        apart = [machine.tokens() for machine in self.machines]
        for machine in self.machines:
            machine.mark()
        if away:
            for machine in self.machines:
                machine.end(kills=self.random.random() < 0.5)
        self.pair.join()
        if away:
            self.pair.settle(allows_copies=True)
            for machine in self.machines:
                machine.start()
        writes = self.joined()
        self.assertEqual((apart[0] | apart[1]) - removed - self.machines[0].tokens(), set(), f"lost, seed {self.seed}")
        return writes

    def joined(self):
        """Waits until both are one, and returns how often the daemons wrote for that by themselves, for each file."""
        self.settle()
        counts = tuple(map(sum, zip(*(machine.writes() for machine in self.machines))))
        self.assertLessEqual(max(counts), 3, f"seed {self.seed}")
        return counts

    def test_cut_and_joined(self):
        """One side begins without a file: nobody makes an empty one there that would win."""
        self.places[0].write(*(self.task() for _ in range(20)))
        self.begin()
        self.pair.start()
        self.joined()
        self.assertEqual(len(self.machines[1].lines()), 20)
        writes = [self.round(away=number % 2 == 1) for number in range(ROUNDS)]
        self.measure(f"seed {self.seed}; writes of todo.txt and done.txt a join: {writes}")

    def test_add_and_undo_end_after_one_transfer(self):
        self.places[0].write(*(self.task() for _ in range(5)))
        self.begin()
        self.pair.start()
        self.settle()
        here, there = self.machines
        for request, count in (("add\t" + self.task(), 6), ("undo", 5)):
            for machine, device in zip(self.machines, self.pair.devices):
                machine.mark()
                device.received()
            here.client.must(request)
            self.settle()
            self.assertEqual(len(there.lines()), count)
            self.assertEqual([device.received() for device in self.pair.devices], [[], ["todo.txt"]], request)
            self.assertEqual([machine.writes() for machine in self.machines], [(0, 0), (0, 0)], request)
            self.assertEqual(there.newest_step(), there.last_step + 1, request)

    def test_one_side_begins_with_an_empty_file(self):
        """The empty file is the newer one and wins: what it lacks comes back from the conflict copy."""
        self.places[0].write(*(self.task() for _ in range(20)))
        os.utime(self.places[0].todo, (1_700_000_000, 1_700_000_000))
        self.places[1].todo.write_text("")
        self.begin()
        self.pair.start()
        writes = [self.joined()]
        self.assertEqual(len(self.machines[0].lines()), 20)
        writes.append(self.round(away=False))
        self.measure(f"seed {self.seed}; writes of todo.txt and done.txt a join: {writes}")

    def test_both_begin_with_files_of_their_own(self):
        for place in self.places:
            place.write(*(self.task() for _ in range(5)))
        self.begin()
        self.pair.start()
        writes = [self.joined()]
        self.assertEqual(len(self.machines[0].lines()), 10)
        writes.append(self.round(away=False))
        self.measure(f"seed {self.seed}; writes of todo.txt and done.txt a join: {writes}")
