"""strace beside a running daemon: what it calls, and what is to happen to its calls."""
import signal
import subprocess
import unittest


class Tracer:
    """Attaches when made; `end` lets the daemon go on alone."""

    def __init__(self, daemon, output, *options):
        self.process = subprocess.Popen(["strace", "-f", "-p", str(daemon.pid), "-o", str(output), *options],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        # It says "Process N attached" once it counts.
        line = self.process.stderr.readline().decode()
        if "attached" not in line:
            self.process.wait(10)
            raise unittest.SkipTest("strace cannot attach: " + line)

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(10)
        self.process.stderr.close()
