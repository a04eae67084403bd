"""The real daemon on a clock that is moved, a process that is stopped, and zones: nothing lost, nothing twice."""
import os
import shutil
import signal
import subprocess
import time
import unittest

from notify_testing import FakeServer, MovedClock, need_fake_server
from todod_testing import EndToEndTest, wait_for

HOUR, DAY, TEN_YEARS = 3600, 86_400, 315_576_000


class ClockTest(EndToEndTest):
    def begin(self, at, zone="UTC", settings="", **options):
        """A daemon whose clock shows a moment in UTC, with its welcome behind it."""
        need_fake_server()
        screen = self.desktop(dunst=False)
        self.server = FakeServer(screen)
        self.clock = MovedClock(self.place, at)
        if zone:
            self.place.environment["TZ"] = zone
        self.place.configure(f"[Reminders]\nLateWait=1s\nAgain=no\n{settings}")
        self.place.write("2026-01-01 Old task")
        self.daemon = self.start(**options)
        self.clock.pid = self.daemon.pid
        self.client = self.daemon.client()
        self.addCleanup(lambda: self.client.close())
        self.server.shows("task")
        self.markers = 0

    def again(self):
        """Starts it anew."""
        self.daemon = self.start()
        self.clock.pid = self.daemon.pid
        self.client.close()
        self.client = self.daemon.client()

    def count(self, words):
        return len(self.server.shown(words))

    def passes_by(self):
        """A reminder comes and goes: what else had to ring has done so by then."""
        self.markers += 1
        name = f"Marker {self.markers}"
        at = time.gmtime(int(self.clock.now + 0.5) + 1)
        item = self.client.add(f"{name} due:{time.strftime('%Y-%m-%dT%H:%M:%SZ', at)}")
        self.server.shows(name)
        self.client.must(f"done {item}")


    def test_one_second_forward_over_a_moment_rings_at_once(self):
        self.begin("2026-05-05 08:00:00")
        self.client.add("Soon due:2026-05-05 at:0900")
        self.clock.set("2026-05-05 08:59:58.5")
        # By the real clock it would come in an hour: the armed timer followed.
        began = time.monotonic()
        self.clock.set(1.6)
        self.server.shows("Soon", seconds=1.5)
        self.measure(f"{(time.monotonic() - began) * 1000:.0f} ms after the step")
        self.passes_by()
        self.assertEqual(self.count("Soon"), 1)

    def test_an_hour_forward_rings_once_and_says_that_it_is_late(self):
        self.begin("2026-05-05 08:00:00")
        self.client.add("Passed due:2026-05-05 at:0830")
        self.clock.set(HOUR)
        record = self.server.shows("Passed")
        self.assertRegex(record["body"], "30 minutes ago|half an hour ago|08:30")
        self.passes_by()
        self.assertEqual(self.count("Passed"), 1)

    def test_an_hour_back_rings_nothing_twice_and_what_is_to_come_at_its_time(self):
        self.begin("2026-05-05 08:59:58")
        self.client.add("Rung due:2026-05-05 at:0900")
        self.client.add("To come due:2026-05-05 at:0901")
        self.server.shows("Rung")
        self.clock.set(-HOUR)
        self.passes_by()
        self.clock.set("2026-05-05 08:59:59")
        self.clock.passes("2026-05-05 09:00:01")
        self.passes_by()
        self.assertEqual((self.count("Rung"), self.count("To come")), (1, 0))
        self.clock.set("2026-05-05 09:00:58.5")
        self.server.shows("To come")
        self.assertEqual(self.count("Rung"), 1)

    def test_a_day_forward_is_one_late_popup_of_all_that_passed(self):
        self.begin("2026-05-05 08:00:00", settings="Evening=no\n")
        for name, due in (("Timed one", "2026-05-05 at:1000"), ("Timed two", "2026-05-05 at:1200"),
                          ("Of the day", "2026-05-05"), ("Of the next", "2026-05-09")):
            self.client.add(f"{name} due:{due}")
        before = self.count("")
        self.clock.set(DAY)
        record = self.server.shows("Timed one")
        for name in ("Timed two", "Of the day"):
            self.assertIn(name, record["summary"] + record["body"])
        self.assertNotIn("Of the next", record["summary"] + record["body"])
        self.assertEqual(self.count(""), before + 1)
        self.passes_by()
        self.assertEqual(self.count("Timed one"), 1)

    def test_ten_years_forward_and_back_again_silence_nothing(self):
        self.begin("2026-05-05 08:30:00", settings="Evening=no\n")
        self.client.add("Of this year due:2026-05-05 at:0900")
        self.clock.set(TEN_YEARS)
        wait_for(lambda: self.count("") > 1, "the wrong clock's popup")
        self.passes_by()
        wrong = self.count("Of this year")
        self.clock.set("2026-05-05 08:59:57.5")
        wait_for(lambda: not any("older" in r["body"] + r["summary"] for r in self.server.open().values()),
                 "the wrong clock's popup to go")
        self.server.shows("Of this year", wrong + 1)
        self.passes_by()
        self.assertEqual(self.count("Of this year"), wrong + 1)

    def test_three_days_forward_and_back_silence_nothing_of_those_days(self):
        """What the wrong clock rang is written at times that the right one will come near."""
        self.begin("2026-05-05 08:00:00")
        self.client.add("In two days due:2026-05-07 at:0900")
        self.clock.set(3 * DAY)
        self.server.shows("In two days")
        self.clock.set(-3 * DAY)
        self.passes_by()
        self.clock.set("2026-05-07 08:59:58.5")
        self.server.shows("In two days", 2)
        self.passes_by()
        self.assertEqual(self.count("In two days"), 2)

    def test_ten_years_back_and_forward_again_ring_nothing_twice(self):
        self.begin("2026-05-05 08:59:58")
        self.client.add("Rung due:2026-05-05 at:0900")
        record = self.server.shows("Rung")
        self.server.control("Close", f"uint32:{record['id']}", "uint32:2")
        self.clock.set(-TEN_YEARS)
        self.passes_by()
        self.clock.set("2026-05-05 09:00:10")
        self.passes_by()
        self.assertEqual(self.count("Rung"), 1)

    def test_three_days_of_suspend_are_one_late_popup(self):
        self.begin("2026-05-02 20:00:00", settings="Evening=no\n")
        self.client.add("First due:2026-05-03 at:0900")
        self.client.add("Second due:2026-05-04")
        before = self.count("")
        os.kill(self.daemon.pid, signal.SIGSTOP)
        wait_for(lambda: open(f"/proc/{self.daemon.pid}/stat").read().rsplit(") ")[1][0] == "T", "it to stop")
        self.clock.pid = None
        self.clock.set(3 * DAY)
        os.kill(self.daemon.pid, signal.SIGCONT)
        record = self.server.shows("First")
        self.assertIn("Second", record["summary"] + record["body"])
        self.assertEqual(self.count(""), before + 1)
        self.passes_by()
        self.assertEqual(self.count("First"), 1)

    def test_what_the_phone_did_during_suspend_does_not_ring(self):
        self.begin("2026-05-02 20:00:00", settings="Evening=no\n")
        self.client.add("Done there due:2026-05-03 at:0900")
        os.kill(self.daemon.pid, signal.SIGSTOP)
        self.clock.pid = None
        self.clock.set(3 * DAY)
        text = self.place.todo.read_text().replace("2026-05-02 Done there", "x 2026-05-04 2026-05-02 Done there")
        self.assertIn("x 2026-05-04", text)
        os.kill(self.daemon.pid, signal.SIGCONT)
        # The sync comes half a second after the machine woke.
        self.clock.passes("2026-05-05 20:00:01")
        new = self.place.home / ".syncthing.todo.txt.tmp"
        new.write_text(text)
        new.rename(self.place.todo)
        self.passes_by()
        self.assertEqual(self.count("Done there"), 0)

    def test_a_start_with_the_clock_a_day_back_rings_nothing_twice(self):
        self.begin("2026-05-05 08:59:58")
        self.client.add("Rung due:2026-05-05 at:0900")
        record = self.server.shows("Rung")
        self.server.control("Close", f"uint32:{record['id']}", "uint32:2")
        self.passes_by()
        self.daemon.kill()
        self.clock.pid = None
        self.clock.set(20 * -HOUR)
        self.again()
        self.clock.set("2026-05-05 08:59:58.5")
        self.clock.passes("2026-05-05 09:00:00.5")
        self.passes_by()
        self.assertEqual(self.count("Rung"), 1)

    def test_gaps_and_skipped_days_ring_after_them(self):
        for zone, at, due in (
                ("Europe/Berlin", "2026-03-29 01:29:58.5", "2026-03-29 at:0230"),
                ("America/New_York", "2026-03-08 07:14:58.5", "2026-03-08 at:0215"),
                ("Australia/Lord_Howe", "2026-10-03 15:39:58.5", "2026-10-04 at:0210"),
                ("Africa/Cairo", "2026-04-23 21:59:58.5", "2026-04-24 at:0000"),
                ("Pacific/Apia", "2011-12-30 09:59:58.5", "2011-12-30 at:1200")):
            with self.subTest(zone):
                self.setUp()
                # An hour before, so that to start takes nothing from it.
                self.begin(at, zone)
                self.clock.set(-HOUR)
                self.client.add(f"Odd day due:{due}")
                self.clock.set(at)
                self.server.shows("Odd day", seconds=5)
                self.assertGreater(self.clock.now, self.clock.seconds(at) + 1)
                self.assertLess(self.clock.now - self.clock.seconds(at), 4)
                self.passes_by()
                self.assertEqual(self.count("Odd day"), 1)
                self.doCleanups()

    def test_a_time_that_comes_twice_rings_once(self):
        self.begin("2026-10-25 00:29:58", "Europe/Berlin")
        self.client.add("Overlap due:2026-10-25 at:0230")
        self.server.shows("Overlap")
        self.clock.set("2026-10-25 01:29:58.5")
        self.clock.passes("2026-10-25 01:30:00.5")
        self.passes_by()
        self.assertEqual(self.count("Overlap"), 1)

    def in_own_etc(self):
        """A prefix that gives the daemon an /etc of its own, whose localtime can be changed."""
        etc = self.place.root / "etc"
        shutil.copytree("/etc", etc, symlinks=True, ignore_dangling_symlinks=True)
        user = [] if os.getuid() == 0 else ["-r"]
        mount = ["unshare", "-m", *user, "sh", "-c", 'mount --bind "$0" /etc && LD_PRELOAD=$SHIM exec "$@"', str(etc)]
        if subprocess.run([*mount, "true"], env={**os.environ, "SHIM": ""}, capture_output=True).returncode != 0:
            raise unittest.SkipTest("no mount namespace here for an /etc/localtime of its own")
        return etc, mount

    def set_zone(self, etc, zone):
        new = etc / "localtime.new"
        new.symlink_to(f"/usr/share/zoneinfo/{zone}")
        new.rename(etc / "localtime")

    def test_another_zone_while_running_moves_the_times_of_day(self):
        need_fake_server()
        etc, mount = self.in_own_etc()
        self.set_zone(etc, "America/New_York")
        self.place.environment.pop("TZ")
        self.begin("2026-05-05 09:59:50", None, prefix=mount, environment={
            "LD_PRELOAD": "", "SHIM": str(self.place.root / "clkshim.so")})
        self.client.add("At noon due:2026-05-05 at:1200")
        instant = self.client.add("An instant due:2026-05-05T17:00Z")
        self.passes_by()
        self.assertEqual(self.count("At noon"), 0)
        self.clock.set("2026-05-05 09:59:58")
        self.set_zone(etc, "Europe/Berlin")
        self.server.shows("At noon", seconds=5)
        self.assertGreaterEqual(self.clock.now, self.clock.seconds("2026-05-05 10:00:00"))
        self.assertIn("19:00", "\n".join(self.client.must(f"why {instant}").lines))
        self.set_zone(etc, "America/New_York")
        self.clock.set("2026-05-05 15:59:58.5")
        self.clock.passes("2026-05-05 16:00:00.5")
        self.passes_by()
        self.assertEqual(self.count("At noon"), 1)


if __name__ == "__main__":
    unittest.main()
