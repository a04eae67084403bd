"""Every system call of a write fails, or the process dies there, in turn: the file is the old or the new one, whole."""
import os
import random
import re
import shutil
import time
import unittest

from todod_testing import LONG, EndToEndTest, need, wait_for
from tracer import Tracer

# Memory, time, the loop's own waiting and what the C library does by itself cannot fail like a disk.
NOT_FAILED = {"epoll_wait", "epoll_pwait", "epoll_pwait2", "brk", "mmap", "munmap", "mremap", "madvise", "mprotect",
              "futex", "getrandom", "clock_gettime", "rt_sigprocmask", "rt_sigaction", "restart_syscall", "getuid",
              "geteuid", "getgid", "getegid", "getpid", "gettid", "timerfd_settime", "epoll_ctl", "epoll_create1"}
BASE = [f"2026-01-01 Task number {n} of the list" for n in range(12)]
DONE = ["x 2026-01-03 2026-01-01 Done one", "x 2026-01-03 2026-01-01 Done two"]


class Operation:
    """What is asked for, and what the lines are before and after it."""

    def __init__(self, name, ask, before, after, done_after=(), prepare=None):
        self.name, self.ask, self.before, self.after = name, ask, sorted(before), sorted(after)
        self.done_after = sorted(done_after)
        self.prepare = prepare or (lambda test, client: None)


def stale_save(test, client):
    """A program that had read the file before todod wrote saves its own line over it."""
    client.must("add\t2026-01-02 Added by a client")
    fresh = test.place.home / "saved"
    fresh.write_text("".join(line + "\n" for line in BASE + DONE + ["2026-01-02 Saved by an editor"]))
    os.rename(fresh, test.place.todo)


OPERATIONS = [
    Operation("add", "add\t2026-01-02 One more", BASE + DONE, BASE + DONE + ["2026-01-02 One more"]),
    Operation("archive", "archive", BASE + DONE, BASE, DONE),
    Operation("undo", "undo", BASE + DONE + ["2026-01-02 Taken back"], BASE + DONE,
              prepare=lambda test, client: client.must("add\t2026-01-02 Taken back")),
    # What the editor saved is there before; what it did not know comes back by the merge.
    Operation("merge", "list", BASE + DONE + ["2026-01-02 Saved by an editor"],
              BASE + DONE + ["2026-01-02 Saved by an editor", "2026-01-02 Added by a client"], prepare=stale_save),
]


class FaultTest(EndToEndTest):
    seconds = 3600 if LONG else None

    def setUp(self):
        need("strace")
        super().setUp()
        self.seed = int(os.environ.get("TODOD_SEED", random.randrange(1 << 32)))
        self.random = random.Random(self.seed)
        # Nothing but the writes is to be counted.
        self.place.configure("[Reminders]\nRing=no\n")
        self.tracer = None
        self.ended = None

    def begin_anew(self):
        for path in self.place.home.iterdir():
            path.unlink()
        shutil.rmtree(self.place.state / "todod", ignore_errors=True)
        self.place.write(*BASE, *DONE)

    def trace(self, daemon, *options):
        """Attaches strace; returns the file it writes to."""
        output = self.place.root / "strace.out"
        output.unlink(missing_ok=True)
        self.tracer = Tracer(daemon, output, *options)
        return output

    def calls(self, operation):
        """The system calls from the request until all is done that follows: names in order."""
        self.begin_anew()
        daemon = self.start()
        with daemon.client() as client:
            operation.prepare(self, client)
            output = self.trace(daemon)
            client.must(operation.ask)
            time.sleep(0.5)
            self.tracer.end()
        daemon.stop()
        names = re.findall(r"^\d+ +(\w+)\(", output.read_text(), re.M)
        return [name for name in names if name not in NOT_FAILED]

    def lines(self):
        """What stands in the two files; every line must be whole."""
        def read(path):
            text = path.read_bytes().decode() if path.exists() else ""
            self.assertTrue(text == "" or text.endswith("\n"), f"{self.where}: torn: {text[-80:]!r}")
            return sorted(text.split("\n")[:-1])
        return read(self.place.todo), read(self.place.done)

    def inject(self, operation, name, number, fault):
        self.where = f"seed {self.seed}, {operation.name}: {name} number {number}: {fault}"
        self.begin_anew()
        daemon = self.start()
        with daemon.client() as client:
            operation.prepare(self, client)
            effect = "signal=KILL" if fault == "kill" else f"error={fault}"
            self.trace(daemon, "-e", f"trace={name}", "-e", f"inject={name}:{effect}:when={number}")
            answer = None
            try:
                answer = client.ask(operation.ask)
            except (OSError, EOFError):
                pass
            if fault != "kill":
                # What is done behind the answer meets the fault too.
                self.follow_up(daemon)
            self.tracer.end()
        if daemon.process.poll() is not None and "sd_event_loop" in daemon.words():
            # The timers of the loop cannot be read, which no kernel does: it ended, as if it had been killed.
            fault = "kill"
        if fault == "kill":
            if daemon.process.poll() is None and answer is None:
                daemon.process.wait(5)
            if daemon.process.poll() is None:
                daemon.kill()
            else:
                daemon.close()
        else:
            self.assertIsNone(daemon.process.poll(), f"{self.where}: it ended: {daemon.words()[-700:]}")
            self.goes_on(daemon)
            daemon.stop()
        self.check(operation, answer, fault)

    def follow_up(self, daemon):
        """Asks until something that needs file and state works again."""
        def works():
            if daemon.process.poll() is not None:
                return True
            try:
                with daemon.client() as other:
                    return other.ask("list").ok
            except (OSError, EOFError):
                return False
        wait_for(works, f"{self.where}: an answer", 10)

    def goes_on(self, daemon):
        """Without the fault the next change works, and memory and file are one."""
        def works():
            with daemon.client() as client:
                return client.ask("add\t2026-01-04 Afterwards").ok
        wait_for(works, f"{self.where}: a change without the fault", 10)

        def agree():
            with daemon.client() as client:
                return sorted(client.tasks("all").values()) == self.lines()[0]
        wait_for(agree, f"{self.where}: file and memory to agree", 10)

    def check(self, operation, answer, fault):
        daemon = self.start()
        with daemon.client() as client:
            listed = sorted(client.tasks("all").values())
            todo, done = self.lines()
            self.assertEqual(listed, todo, f"{self.where}: memory and file after a restart")
            without = sorted(line for line in todo if line != "2026-01-04 Afterwards")
            old = (operation.before, [])
            new = (operation.after, operation.done_after)
            acknowledged = answer is not None and answer.ok and operation.name != "merge"
            # A merge that failed is tried again, but at a start the file wins; a change that was refused is not done.
            is_retried = operation.name == "merge" and fault != "kill"
            refused = answer is not None and not answer.ok and operation.name != "merge"
            allowed = [new] if acknowledged or is_retried else [old] if refused else [old, new]
            if (without, done) not in allowed:
                extra, missing = ([line for line in one if line not in other] for one, other in (
                    (without + done, allowed[0][0] + allowed[0][1]), (allowed[0][0] + allowed[0][1], without + done)))
                self.fail(f"{self.where}: answered {answer.last if answer else 'nothing'}; too many {extra}, missing "
                          f"{missing}, {len(without)} and {len(done)} lines\n{daemon.words()[-700:]}")
            self.assertTrue(client.ask("add\t2026-01-05 Once more").ok, self.where)
        daemon.stop()
        stray = {path.name for path in self.place.home.iterdir()} - {"todo.txt", "done.txt"}
        self.assertEqual(stray, set(), self.where)

    def each_call_fails(self, operation):
        counted = {}
        faults = []
        for name in self.calls(operation):
            counted[name] = counted.get(name, 0) + 1
            faults += [(name, counted[name], fault) for fault in ("EIO", "ENOSPC", "kill")]
        self.assertGreater(len(faults), 60)
        chosen = faults if LONG else self.random.sample(faults, 14)
        wrong = []
        for name, number, fault in chosen:
            try:
                self.inject(operation, name, number, fault)
            except AssertionError as error:
                wrong.append(str(error))
                self.tracer.end()
        if wrong:
            self.fail(f"{len(wrong)} of {len(chosen)} faults:\n" + "\n".join(wrong))
        self.measure(f"{len(chosen)} of {len(faults)} faults, seed {self.seed}")


for operation in OPERATIONS:
    def test(self, operation=operation):
        self.each_call_fails(operation)
    setattr(FaultTest, f"test_{operation.name}", test)


if __name__ == "__main__":
    unittest.main()
