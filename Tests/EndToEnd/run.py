#!/usr/bin/python3
"""Runs the end-to-end suites: run.py [--filter REGEX] [--results FILE].

Each test prints one line with its time; --results gets lines `passed|failed|skipped NAME` for Tests/run to count.
"""
import argparse
import os
import re
import signal
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
# A test that waits for ever must not hold up the others; one that needs more has `seconds` of its own.
TEST_SECONDS = 240 if os.environ.get("TODOD_LONG") == "1" else 90


class TookTooLong(Exception):
    pass


def alarm(*_):
    raise TookTooLong("not done in its time")


class Result(unittest.TestResult):
    def __init__(self, results):
        super().__init__()
        self.results = results
        self.verdicts = {"passed": 0, "failed": 0, "skipped": 0}

    def startTest(self, test):
        super().startTest(test)
        self.began = time.monotonic()
        self.settled = None
        signal.alarm(getattr(test, "seconds", None) or TEST_SECONDS)

    def stopTest(self, test):
        signal.alarm(0)
        super().stopTest(test)

    def settle(self, verdict, test, remark=""):
        name = test.id()
        # A test and its tearDown may both fail: that is one failed test.
        again = getattr(self, "settled", None) == name
        self.settled = name
        self.verdicts[verdict] += 0 if again else 1
        took = time.monotonic() - getattr(self, "began", time.monotonic())
        print(f"{verdict:7} {name} ({took:.1f} s)" + (f": {remark}" if remark else ""), flush=True)
        if self.results and not again:
            print(verdict, name, file=self.results, flush=True)

    def addSuccess(self, test):
        self.settle("passed", test, getattr(test, "measured", ""))

    def addFailure(self, test, error):
        self.settle("failed", test, "\n" + self._exc_info_to_string(error, test))

    addError = addFailure

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.settle("failed", test, f"{subtest}\n" + self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        self.settle("skipped", test, reason)

    def addUnexpectedSuccess(self, test):
        self.settle("failed", test, "passed, but was expected to fail")


def each(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from each(test)
        else:
            yield test


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--filter", default="")
    options.add_argument("--results")
    options = options.parse_args()
    sys.path.insert(0, HERE)
    signal.signal(signal.SIGALRM, alarm)
    found = unittest.defaultTestLoader.discover(HERE, "test_*.py", top_level_dir=HERE)
    chosen = unittest.TestSuite(test for test in each(found) if re.search(options.filter, test.id()))
    results = open(options.results, "w") if options.results else None
    result = Result(results)
    chosen.run(result)
    print("end to end: " + ", ".join(f"{n} {verdict}" for verdict, n in result.verdicts.items()))
    return 1 if result.verdicts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
