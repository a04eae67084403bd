"""Takes the pictures of config/pictures: pictures.py DIRECTORY."""
import datetime
import pathlib
import subprocess
import sys
import time

from todod_testing import TODOCTL, Desktop, Place, Todod, need, wait_for


def days(plus):
    return (datetime.date.today() + datetime.timedelta(days=plus)).isoformat()


def picture(place, window, target, trim):
    subprocess.run(["import", "-window", window, str(target)], env=place.environment, check=True)
    subprocess.run(["convert", str(target), *trim, "+repage", "-strip", str(target)], check=True)


def popup(place, desktop, target):
    subprocess.run(["xsetroot", "-solid", "#5b6b86"], env=place.environment, check=False)
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
    subprocess.run([TODOCTL, "add", f"(A) Call mum @phone +family due:{at:%Y-%m-%dT%H:%M:%SZ}"], check=True,
                   stdout=subprocess.DEVNULL, env=place.environment)
    wait_for(lambda: desktop.displayed() > 0, "the popup")
    time.sleep(0.5)
    picture(place, "root", target, ["-gravity", "NorthEast", "-crop", "470x126+0+0"])


def clear(desktop):
    desktop.dunstctl("close-all")
    wait_for(lambda: desktop.displayed() == 0, "an empty screen")


def digest(place, desktop, target):
    clear(desktop)
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=3)
    due = f"due:{at:%Y-%m-%dT%H:%M:%SZ}"
    for text in ("(A) Call the plumber", "Take the cake out", "Feed the cat", "Fetch the parcel"):
        subprocess.run([TODOCTL, "add", f"{text} {due}"], check=True, stdout=subprocess.DEVNULL, env=place.environment)
    wait_for(lambda: desktop.displayed() > 0, "the digest")
    time.sleep(0.5)
    picture(place, "root", target, ["-gravity", "NorthEast", "-crop", "470x170+0+0"])


def late(place, desktop, daemon, target):
    """What came due while todod did not run."""
    clear(desktop)
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
    subprocess.run([TODOCTL, "add", f"Water the plants @home due:{at:%Y-%m-%dT%H:%M:%SZ}"], check=True,
                   stdout=subprocess.DEVNULL, env=place.environment)
    daemon.stop()
    # Late is what rings over a minute after its time.
    time.sleep(66)
    place.configure("[Reminders]\nLateWait=1s\n")
    daemon = Todod(place).ready()
    wait_for(lambda: "Late" in desktop.shown(), "the late popup", 30)
    wait_for(lambda: desktop.displayed() > 0, "the late popup")
    time.sleep(0.5)
    picture(place, "root", target, ["-gravity", "NorthEast", "-crop", "470x146+0+0"])
    return daemon


def terminal(place, target):
    """The list in an xterm on the same screen."""
    script = place.root / "show.sh"
    script.write_text(f"#!/bin/sh\nprintf '$ todoctl\\n'; {TODOCTL} list; sleep 30\n")
    script.chmod(0o755)
    process = subprocess.Popen(
        ["xterm", "-fa", "DejaVu Sans Mono", "-fs", "11", "-bg", "#1e2430", "-fg", "#e6e9ef", "-geometry", "72x19+20+20",
         "-b", "12", "-T", "todoctl", "-e", str(script)],
        env={**place.environment, "TERM": "xterm-256color", "PATH": f"{pathlib.Path(TODOCTL).parent}:/usr/bin:/bin"})
    try:
        time.sleep(2)
        picture(place, "root", target, ["-crop", "672x385+20+20"])
    finally:
        process.terminate()
        process.wait()


def main():
    need("import", "convert")
    directory = pathlib.Path(sys.argv[1])
    place = Place()
    desktop = daemon = None
    try:
        place.configure()
        place.write(
            f"(A) {days(-9)} Send the tax form +home due:{days(-1)}",
            f"{days(-3)} Pay the rent +home due:{days(0)}",
            f"(B) {days(-2)} Write the report +work due:{days(0)} at:2330",
            f"{days(-2)} Water the plants @home due:{days(1)} rec:+1w",
            f"(C) {days(-1)} Book the dentist @phone due:{days(3)}",
            f"{days(-1)} Read a book +leisure",
            f"{days(-1)} Sort the photographs +leisure @computer")
        desktop = Desktop(place)
        daemon = Todod(place).ready()
        wait_for(lambda: desktop.displayed() > 0, "the welcome popup")
        desktop.dunstctl("close-all")
        wait_for(lambda: desktop.displayed() == 0, "an empty screen")
        terminal(place, directory / "list.png")
        popup(place, desktop, directory / "popup.png")
        digest(place, desktop, directory / "digest.png")
        daemon = late(place, desktop, daemon, directory / "late.png")
    finally:
        if daemon:
            daemon.stop()
        if desktop:
            desktop.stop()
        place.remove()


if __name__ == "__main__":
    main()
