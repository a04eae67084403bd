"""With nothing due todod makes no system call."""
import os
import re
import time
import unittest

from todod_testing import LONG, EndToEndTest, need, wait_for
from tracer import Tracer

SECONDS = 60 if LONG else 10
# What sd-event and sd_notify do besides: the timer is read and set again, and a datagram's socket is made and closed.
ANSWERING = re.compile(r"\d+ +(read\(\d+, \"\\1\\0\\0\\0\\0\\0\\0\\0\", 8\)|timerfd_settime\(|socket\(AF_UNIX, SOCK_DGRAM"
                       r"|[gs]etsockopt\(\d+, SOL_SOCKET, SO_SNDBUF|gete?[ug]id\(|close\()")


class SleepTest(EndToEndTest):
    def calls(self, daemon, seconds):
        """The system calls of all its threads within some seconds, as strace prints them."""
        need("strace")
        output = self.place.root / "strace.out"
        tracer = Tracer(daemon, output)
        time.sleep(seconds)
        tracer.end()
        lines = output.read_text().splitlines()
        # The call that it sleeps in is printed when strace comes and when it goes.
        return [line for line in lines if not re.search(r"(epoll_wait|epoll_pwait2?|restart_syscall)\(.*(unfinished|"
                                                        r"detached|resumed)|^\d+ +<\.\.\. ", line)]

    def test_nothing_due_no_system_call(self):
        today = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 40 * 86400))
        self.place.write(*[f"2026-01-01 task {n} due:{today}" for n in range(1000)])
        self.place.configure("[Reminders]\nRing=no\n")
        daemon = self.start()
        with daemon.client() as client:
            client.must("list\tall")
        # What a start leaves behind (settling, a first look at the bus) is over when it has slept for a while.
        wait_for(lambda: self.sleeps(daemon), "it to fall asleep", 60)
        self.assertEqual(self.calls(daemon, SECONDS), [])
        self.measure(f"no system call in {SECONDS} s")
        with daemon.client() as client:
            self.assertTrue(client.ask("ping").ok)

    def test_only_the_watchdog_is_answered(self):
        """As under systemd, with tasks still to come and a client that watches."""
        today = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 40 * 86400))
        self.place.write(*[f"2026-01-01 task {n} due:{today}" for n in range(1000)])
        self.place.configure("[Reminders]\nRing=no\n")
        # sd-event answers after a half to three quarters of it: here every 4 to 6 s, so that it sleeps in between.
        daemon = self.start(environment={"WATCHDOG_USEC": str(8_000_000)})
        with daemon.client() as watcher:
            watcher.must("watch tasks,reminders")
            wait_for(lambda: self.sleeps(daemon), "it to fall asleep", 60)
            lines = self.calls(daemon, SECONDS)
        told = [line for line in lines if "WATCHDOG=1" in line]
        woken = [line for line in lines if re.search(r" epoll_p?wait2?\(", line)]
        self.assertIn(len(told), range(max(1, SECONDS // 6 - 1), SECONDS // 4 + 2), "\n".join(lines[:40]))
        self.assertEqual(len(woken), len(told), "\n".join(lines[:40]))
        others = [line for line in lines if line not in told + woken and not ANSWERING.match(line)]
        self.assertEqual(others, [], "\n".join(lines[:40]))
        self.measure(f"{len(told)} answers to the watchdog in {SECONDS} s, {len(lines)} system calls, nothing else")

    def test_a_silent_client_and_watcher_cost_nothing(self):
        # Without a desktop the welcome would be tried again after 5 s, 30 s and so on.
        self.place.configure("[Reminders]\nRing=no\n")
        daemon = self.start()
        with daemon.client() as watcher, daemon.client() as silent:
            watcher.must("watch tasks,reminders")
            silent.must("ping")
            wait_for(lambda: self.sleeps(daemon), "it to fall asleep", 60)
            calls = self.calls(daemon, SECONDS / 2)
            self.assertEqual(calls, [], "\n".join(calls[:20]))

    @staticmethod
    def switches(daemon):
        total = 0
        for thread in os.listdir(f"/proc/{daemon.pid}/task"):
            status = open(f"/proc/{daemon.pid}/task/{thread}/status").read()
            total += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1])
        return total

    def sleeps(self, daemon):
        """Nothing woke it for three seconds."""
        before = self.switches(daemon)
        time.sleep(3)
        return self.switches(daemon) == before

    def test_one_thread(self):
        daemon = self.start()
        self.assertEqual(len(os.listdir(f"/proc/{daemon.pid}/task")), 1)


if __name__ == "__main__":
    unittest.main()
