"""Pings a daemon, and meanwhile again and again a peer that only echoes, until its input ends.

  pinger.py SOCKET    prints a JSON list of [at, daemon, waited, deed] in seconds, one for each ping

`at` is the time of the day. The machine, which others use too, makes everybody wait: `waited` is what all of the peer's
answers took, or how long the kernel let the daemon, or this program, wait for a processor; `deed` what another process
needed at that time to start a program, or to bring a line to the disk, as a daemon has to.
"""
import json
import os
import select
import signal
import socket
import struct
import sys
import tempfile
import time

PAUSE = 0.003
DEED_PAUSE = 0.05
# What is done so much before or after a ping is done at the same time.
NEAR = 0.1


def echo(peer):
    while data := peer.recv(64):
        peer.sendall(data)


def do_deeds(file):
    """Starts a program and writes a line, which says when the one before that was written and how long both took."""
    at, took = 0.0, 0.0
    while True:
        os.write(file, f"{at} {took}\n".encode())
        began = time.monotonic()
        os.fsync(file)
        synced = time.monotonic()
        child = os.posix_spawn("/bin/true", ["true"], {})
        took = max(synced - began, time.monotonic() - synced)
        at = time.time()
        os.waitpid(child, 0)
        time.sleep(DEED_PAUSE)


def start(work, argument, unused):
    """A process of its own for some work; gives its id."""
    pid = os.fork()
    if pid == 0:
        unused.close()
        work(argument)
        os._exit(0)
    return pid


class Waiting:
    """How long a process has waited for a processor so far, in seconds: the second number of its schedstat."""

    def __init__(self, pid):
        self.file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)

    def __call__(self):
        return int(os.pread(self.file, 64, 0).split()[1]) / 1e9


def ping(daemon, peer):
    """How long the daemon took, and all of the peer's answers until then."""
    began = time.monotonic()
    daemon.sendall(b"ping\n")
    answered, by_peer = None, 0.0
    while answered is None:
        sent, is_open = time.monotonic(), True
        peer.sendall(b"ping\n")
        while is_open or (answered is None and time.monotonic() < sent + PAUSE):
            left = None if is_open else max(0, sent + PAUSE - time.monotonic())
            for ready in select.select([peer] + [daemon] * (answered is None), [], [], left)[0]:
                if not ready.recv(64):
                    sys.exit("somebody has hung up")
                if ready is peer:
                    by_peer += time.monotonic() - sent
                    is_open = False
                else:
                    answered = time.monotonic() - began
    return answered, by_peer


def main():
    ours, theirs = socket.socketpair()
    with tempfile.TemporaryFile(buffering=0) as file:
        children = [start(echo, theirs, ours), start(do_deeds, file.fileno(), ours)]
        theirs.close()
        daemon = socket.socket(socket.AF_UNIX)
        daemon.connect(sys.argv[1])
        daemon.recv(4096)
        pid, _, _ = struct.unpack("3i", daemon.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        waits = [Waiting(pid), Waiting("self")]
        pings = []
        print("ready", flush=True)
        while not select.select([sys.stdin], [], [], PAUSE)[0]:
            before = [wait() for wait in waits]
            at = time.time()
            answered, by_peer = ping(daemon, ours)
            waited = max(wait() - start for wait, start in zip(waits, before))
            pings.append([at, answered, max(by_peer, waited), 0.0])
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        file.seek(0)
        deeds = [tuple(map(float, line.split())) for line in file.read().decode().splitlines() if line.count(" ") == 1]
    for entry in pings:
        at, answered = entry[:2]
        # Nobody asks why of the others.
        if answered > 2 * PAUSE:
            near = [took for end, took in deeds if end - took < at + answered + NEAR and end > at - NEAR]
            entry[3] = max(near, default=0.0)
    json.dump([[round(seconds, 6) for seconds in entry] for entry in pings], sys.stdout)


main()
