"""Pings a daemon, and meanwhile again and again a peer that only echoes, until its input ends.

  pinger.py SOCKET    prints a JSON list of [at, daemon, peer, waited] in seconds, one for each ping

`at` is the time of the day, `peer` what all of the peer's answers took, `waited` how long the kernel let the daemon, or
this program, wait for a processor: these are the machine's, which others use too; the rest is the daemon's own.
"""
import json
import os
import select
import socket
import struct
import sys
import time

PAUSE = 0.003


def echo(peer):
    while data := peer.recv(64):
        peer.sendall(data)
    os._exit(0)


class Waiting:
    """How long a process has waited for a processor so far, in seconds: the second number of its schedstat."""

    def __init__(self, pid):
        self.file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY)

    def __call__(self):
        return int(os.pread(self.file, 64, 0).split()[1]) / 1e9


def main():
    ours, theirs = socket.socketpair()
    if os.fork() == 0:
        ours.close()
        echo(theirs)
    theirs.close()
    daemon = socket.socket(socket.AF_UNIX)
    daemon.connect(sys.argv[1])
    daemon.recv(4096)
    pid, _, _ = struct.unpack("3i", daemon.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    waits = [Waiting(pid), Waiting("self")]
    took = []
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], PAUSE)[0]:
        before = [wait() for wait in waits]
        at, began = time.time(), time.monotonic()
        daemon.sendall(b"ping\n")
        answered, peer = None, 0.0
        while answered is None:
            sent, isOpen = time.monotonic(), True
            ours.sendall(b"ping\n")
            while isOpen or (answered is None and time.monotonic() < sent + PAUSE):
                left = None if isOpen else max(0, sent + PAUSE - time.monotonic())
                for ready in select.select([ours] + [daemon] * (answered is None), [], [], left)[0]:
                    if not ready.recv(64):
                        sys.exit("somebody has hung up")
                    if ready is ours:
                        peer += time.monotonic() - sent
                        isOpen = False
                    else:
                        answered = time.monotonic() - began
        waited = max(wait() - start for wait, start in zip(waits, before))
        took.append([round(seconds, 6) for seconds in (at, answered, peer, waited)])
    ours.close()
    os.wait()
    json.dump(took, sys.stdout)


main()
