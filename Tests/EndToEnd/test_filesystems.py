"""A filesystem that cannot exchange two names, as those of FUSE: there todod writes into the file itself.

The suites of editors and of kill -9 run once more, in a home that bindfs serves out of another directory.
"""
import ctypes
import errno
import os
import subprocess
import unittest

import test_crash
import test_editors
import todod_testing

EXCHANGE = 2


def can_exchange(directory):
    """Whether renameat2(2) can exchange two names there."""
    one, other = directory / "one", directory / "other"
    one.touch()
    other.touch()
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.renameat2(-100, os.fsencode(one), -100, os.fsencode(other), EXCHANGE)
    reason = ctypes.get_errno()
    one.unlink()
    other.unlink()
    if result != 0 and reason not in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
        raise OSError(reason, os.strerror(reason))
    return result == 0


class ServedPlace(todod_testing.Place):
    """A place whose home is served by bindfs."""

    def __init__(self):
        super().__init__()
        self.behind = self.root / "behind"
        self.behind.mkdir(mode=0o700)
        run = subprocess.run(["bindfs", "--no-allow-other", self.behind, self.home], capture_output=True, text=True)
        self.why_not = run.stderr.strip() or "bindfs failed" if run.returncode != 0 else None
        if not self.why_not and can_exchange(self.home):
            self.why_not = "bindfs can exchange names here"

    def remove(self):
        subprocess.run(["fusermount3", "-u", "-z", self.home], capture_output=True)
        super().remove()


class Served:
    """A suite in a served place."""

    def make_place(self):
        todod_testing.need("bindfs", "fusermount3")
        place = ServedPlace()
        if place.why_not:
            place.remove()
            self.skipTest(place.why_not)
        return place


class EditorsWithoutExchangeTest(Served, test_editors.EditorsTest):
    pass


class CrashWithoutExchangeTest(Served, test_crash.CrashTest):
    pass


class WithoutExchangeTest(Served, todod_testing.EndToEndTest):
    def test_a_file_is_written_in_place(self):
        self.place.write("2026-01-01 Keep me")
        inode = os.stat(self.place.todo).st_ino
        self.start()
        self.did("add", "in place")
        self.assertEqual(os.stat(self.place.todo).st_ino, inode)
        self.assertEqual(len(self.place.lines()), 2)
        self.assertEqual(os.listdir(self.place.home), ["todo.txt"])

    def test_a_file_that_others_hold_open_to_read_is_written_after_a_second(self):
        self.place.write("2026-01-01 Keep me")
        with open(self.place.todo, "rb"):
            self.start()
            self.did("add", "beside a reader")
            self.did("add", "and again")
        self.assertEqual(len(self.place.lines()), 3)

    def test_what_changes_behind_the_mount_is_seen_by_looking_now_and_then(self):
        self.place.write("2026-01-01 Keep me")
        with self.start().client() as client:
            client.must("watch tasks")
            with open(self.place.behind / "todo.txt", "a") as file:
                file.write("2026-01-02 Written elsewhere\n")
            _, line = client.event("changed", 40)
            self.assertEqual(len(client.tasks()), 2, line)


if __name__ == "__main__":
    unittest.main()
