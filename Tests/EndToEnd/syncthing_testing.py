"""Two Syncthing instances on loopback, in homes of their own, each with one folder: what one writes the other gets."""
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request

from todod_testing import need, wait_for

CONFIGURATION = """<configuration version="36">
 <folder id="todo" label="" path="{path}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true"
  fsWatcherDelayS="1" ignorePerms="false" autoNormalize="true">
  <filesystemType>basic</filesystemType>
  {members}
  <minDiskFree unit="%">0</minDiskFree><pullerPauseS>1</pullerPauseS><maxConflicts>10</maxConflicts>
  <order>alphabetic</order><scanProgressIntervalS>-1</scanProgressIntervalS>
 </folder>
 {devices}
 <gui enabled="true" tls="false"><address>127.0.0.1:{gui}</address><apikey>{key}</apikey></gui>
 <options>
  <listenAddress>tcp://127.0.0.1:{port}</listenAddress>
  <globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
  <relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><stunServer></stunServer>
  <reconnectionIntervalS>5</reconnectionIntervalS><startBrowser>false</startBrowser>
  <urAccepted>-1</urAccepted><urSeen>9999</urSeen><crashReportingEnabled>false</crashReportingEnabled>
  <autoUpgradeIntervalH>0</autoUpgradeIntervalH><restartOnWakeup>false</restartOnWakeup>
  <setLowPriority>false</setLowPriority><progressUpdateIntervalS>-1</progressUpdateIntervalS>
  <minHomeDiskFree unit="%">0</minHomeDiskFree><announceLANAddresses>false</announceLANAddresses>
 </options>
</configuration>
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Device:
    """One Syncthing with the folder in which a place's todo file lies."""

    def __init__(self, place):
        need("syncthing")
        self.place = place
        self.home = place.root / "syncthing"
        self.folder = place.todo.parent
        self.gui, self.port, self.key = free_port(), free_port(), "key-" + place.root.name
        self.process = None
        self.last_event = 0
        # Without its marker Syncthing takes the folder for unmounted.
        (self.folder / ".stfolder").mkdir(parents=True, exist_ok=True)
        self.run("generate", "--home", self.home, "--no-default-folder", "--skip-port-probing")
        self.id = self.run("--home", self.home, "--device-id").strip()

    def run(self, *arguments):
        environment = {**self.place.environment, "HOME": str(self.home)}
        return subprocess.run(
            ["syncthing", *map(str, arguments)], check=True, capture_output=True, text=True, env=environment).stdout

    def configure(self, other):
        both = (self, other)
        members = "".join(f'<device id="{d.id}" introducedBy=""></device>' for d in both)
        devices = "".join(
            f'<device id="{d.id}" name="{d.place.root.name}" compression="never">'
            f"<address>tcp://127.0.0.1:{d.port}</address></device>" for d in both)
        (self.home / "config.xml").write_text(CONFIGURATION.format(
            path=self.folder, members=members, devices=devices, gui=self.gui, key=self.key, port=self.port))

    def start(self):
        self.log = open(self.home / "log", "ab")
        # STMONITORED: no second process; STHASHING: no benchmark at the start.
        environment = {
            **self.place.environment, "HOME": str(self.home), "STNOUPGRADE": "1", "STMONITORED": "yes",
            "STHASHING": "standard", "GOMAXPROCS": "1"}
        self.process = subprocess.Popen(
            ["syncthing", "serve", "--home", str(self.home), "--no-browser", "--no-restart", "--no-upgrade",
             "--logflags=3"], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment)
        wait_for(self.answers, "Syncthing's interface", 30)

    def answers(self):
        if self.process.poll() is not None:
            raise AssertionError("Syncthing ended:\n" + (self.home / "log").read_text(errors="replace")[-2000:])
        try:
            return self.ask("GET", "/rest/system/ping")
        except (OSError, urllib.error.URLError):
            return None

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(12)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.log.close()

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.gui}{path}", method=method, headers={"X-API-Key": self.key},
            data=None if body is None else json.dumps(body).encode())
        # No proxy of the session that runs the test has a part in this.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=20) as answer:
            said = answer.read()
        return json.loads(said) if said.strip()[:1] in (b"{", b"[", b'"') else said

    def scan(self):
        self.ask("POST", "/rest/db/scan?folder=todo")

    def status(self):
        return self.ask("GET", "/rest/db/status?folder=todo")

    def sees(self, other):
        connections = self.ask("GET", "/rest/system/connections")["connections"]
        return connections.get(other.id, {}).get("connected", False)

    def received(self):
        """The files whose bytes came here from the other one since it was asked last."""
        events = self.ask("GET", f"/rest/events?events=ItemFinished&timeout=1&since={self.last_event}")
        if events:
            self.last_event = events[-1]["id"]
        return [event["data"]["item"] for event in events if event["data"]["action"] == "update"]

    def files(self):
        """What the folder holds of the user's: name and bytes."""
        found = {}
        for entry in os.scandir(self.folder):
            if entry.is_file() and not entry.name.startswith("."):
                try:
                    with open(entry.path, "rb") as file:
                        found[entry.name] = file.read()
                except FileNotFoundError:
                    pass
        return found

    @property
    def copies(self):
        return [name for name in self.files() if ".sync-conflict-" in name]


class Pair:
    def __init__(self, here, there):
        self.devices = [Device(here), Device(there)]
        self.devices[0].configure(self.devices[1])
        self.devices[1].configure(self.devices[0])

    def start(self):
        for device in self.devices:
            device.start()
        self.connected()

    def connected(self):
        one, two = self.devices
        wait_for(lambda: one.sees(two) and two.sees(one), "the two Syncthings to meet", 40)

    def stop(self):
        for device in self.devices:
            device.stop()

    def cut(self):
        """Nothing crosses any more; the connection stays."""
        self.devices[0].ask("PATCH", "/rest/config/folders/todo", {"paused": True})
        wait_for(lambda: self.devices[0].status()["state"] in ("", "paused"), "the folder to pause")

    def join(self):
        self.devices[1].scan()
        self.devices[0].ask("PATCH", "/rest/config/folders/todo", {"paused": False})
        wait_for(lambda: self.devices[0].status()["state"] not in ("", "paused"), "the folder to go on")

    def agree(self):
        """Both have seen all of their folders, need nothing, and hold the same."""
        for device in self.devices:
            device.scan()
        states = [device.status() for device in self.devices]
        if any(state["state"] != "idle" or state["needTotalItems"] for state in states):
            return False
        if any(states[0][key] != states[1][key] for key in ("globalFiles", "globalBytes", "globalDeleted")):
            return False
        return self.devices[0].files() == self.devices[1].files()

    def settle(self, is_quiet=lambda: True, allows_copies=False, seconds=60):
        """Waits until both agree, no conflict copy is left, and it stays so for a second."""
        deadline = time.monotonic() + seconds
        since = None
        while True:
            now = time.monotonic()
            has_copies = any(device.copies for device in self.devices)
            if self.agree() and (allows_copies or not has_copies) and is_quiet():
                since = since or now
                if now - since >= 1:
                    return
            else:
                since = None
            if now > deadline:
                raise AssertionError(f"no agreement: {[device.files() for device in self.devices]}")
            time.sleep(0.1)
