"""What the suites with popups have in common: a daemon with a known configuration, tasks that are due in a second."""
import datetime
import json
import time

from notify_testing import Pinger
from todod_testing import EndToEndTest, wait_for


def in_seconds(seconds):
    """`due:` words of a whole second to come."""
    at = datetime.datetime.fromtimestamp(int(time.time() + seconds) + 1, datetime.timezone.utc)
    return f"due:{at:%Y-%m-%d}T{at:%H:%M:%S}Z"


class Reminding(EndToEndTest):
    def begin(self, settings="", popups=""):
        self.place.configure(f"[Reminders]\nAgain=no\nEvening=no\nLateWait=1s\n{settings}[Popups]\n{popups}")
        self.place.write("2026-01-01 Old task")
        self.daemon = self.start()
        self.client = self.daemon.client()
        self.addCleanup(lambda: self.client.close())

    def again(self):
        self.daemon = self.start()
        self.client.close()
        self.client = self.daemon.client()

    def add(self, name):
        return self.client.add(f"{name} {in_seconds(1)}")

    def task(self, item):
        return json.loads(self.did("show", "--json", str(item)))[0]

    def is_rung(self, item):
        wait_for(lambda: self.task(item)["rung_at"], f"task {item} to be known as rung", 15)

    def fails(self, seconds=15):
        """Waits until status says that popups cannot be shown."""
        wait_for(lambda: "failing" in "\n".join(self.client.must("status").lines), "status to say so", seconds)

    def answers_at_once(self, pinger):
        self.measure(pinger.words)
        self.assertTrue(pinger.is_prompt, pinger.words)

    def each_within(self, bound, what, once):
        """`once` does something and says when it began and ended: each time within the bound, beyond what the machine
        kept from everybody meanwhile."""
        took, own = [], []
        for n in range(3):
            with Pinger(self.place.socket) as pinger:
                began, ended = once(n)
            took.append(ended - began)
            own.append(took[-1] - pinger.machine(began, ended))

        def list_of(times):
            return ", ".join(f"{seconds * 1000:.0f}" for seconds in times)
        words = f"{list_of(took)} ms {what}, {list_of(own)} without the machine's delays"
        self.measure(words)
        self.assertLessEqual(max(own), bound, words)
