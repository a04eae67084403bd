#!/usr/bin/python3
"""A notification server that does as it is told. Needs python3-dbus and python3-gi of the distribution.

  fakenotify.py [--log FILE] [--caps a,b] [--no-actions] [--notify ok|hang|error|exit|late:SEC]
                [--getcaps ok|hang|late:SEC|error] [--info ok|hang] [--auto KEY:SEC] [--close REASON:SEC]
                [--exit SEC (after the first Notify)] [--first-id N] [--name ok|late:SEC]
                [--dialect dunst|plasma|mako|old-mako|swaync (in which it says do-not-disturb)]

Prints `ready` when the name is owned. Every call and signal is one line of JSON in the log (or on stdout).
Control, on the same bus, name and path, interface test.Control:
  List() -> JSON of the open ones   Invoke(u id, s key)   Close(u id, u reason)   Set(s option, s value)
  Pause(b paused)   Quit()
"""
import argparse
import json
import os
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NOTIFICATIONS = "org.freedesktop.Notifications"
CONTROL = "test.Control"
PROPERTIES = "org.freedesktop.DBus.Properties"
DUNST = "org.dunstproject.cmd0"
MAKO = "fr.emersion.Mako"
SWAYNC = "org.erikreider.swaync.cc"

parser = argparse.ArgumentParser()
parser.add_argument("--log")
parser.add_argument("--caps", default="body,actions,body-markup,persistence")
parser.add_argument("--no-actions", action="store_true")
parser.add_argument("--notify", default="ok")
parser.add_argument("--getcaps", default="ok")
parser.add_argument("--info", default="ok")
parser.add_argument("--auto")
parser.add_argument("--close")
parser.add_argument("--exit", type=float)
parser.add_argument("--first-id", type=int, default=1)
parser.add_argument("--name", default="ok")
parser.add_argument("--dialect", default="dunst")
options = parser.parse_args()
out = open(options.log, "a", buffering=1) if options.log else sys.stdout


def log(event, **fields):
    print(json.dumps(dict(t=round(time.time(), 3), ev=event, **fields)), file=out, flush=True)


def word(value):
    return str(int(value)) if isinstance(value, dbus.Byte) else str(value)


def later(seconds, function, *arguments):
    GLib.timeout_add(int(float(seconds) * 1000), lambda: (function(*arguments), False)[1])


def answer(mode, ok, error, values):
    if mode == "hang":
        return
    if mode == "exit":
        os._exit(0)
    if mode == "error":
        error(dbus.DBusException("fake failure", name=NOTIFICATIONS + ".Error.Fake"))
    elif mode.startswith("late:"):
        later(mode[5:], ok, *values)
    else:
        ok(*values)


class Server(dbus.service.Object):
    next = options.first_id
    open = {}
    paused = False

    @dbus.service.method(NOTIFICATIONS, in_signature="", out_signature="as", async_callbacks=("ok", "error"))
    def GetCapabilities(self, ok, error):
        names = [c for c in options.caps.split(",") if c and not (options.no_actions and c == "actions")]
        log("GetCapabilities", caps=names)
        answer(options.getcaps, ok, error, (dbus.Array(names, signature="s"),))

    @dbus.service.method(NOTIFICATIONS, in_signature="", out_signature="ssss", async_callbacks=("ok", "error"))
    def GetServerInformation(self, ok, error):
        log("GetServerInformation")
        answer(options.info, ok, error, ("fakenotify", "harness", "1", "1.2"))

    @dbus.service.method(NOTIFICATIONS, in_signature="susssasa{sv}i", out_signature="u",
                         async_callbacks=("ok", "error"), sender_keyword="sender")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout, ok, error, sender=None):
        number = int(replaces) if replaces else Server.next
        if not replaces:
            Server.next += 1
        record = dict(id=number, app=app, replaces=int(replaces), icon=icon, summary=summary, body=body,
                      actions=list(actions), timeout=int(timeout), hints={k: word(v) for k, v in hints.items()},
                      sender=sender)
        Server.open[number] = record
        log("Notify", **record)
        answer(options.notify, ok, error, (dbus.UInt32(number),))
        if options.exit is not None:
            later(options.exit, lambda: (log("exit"), os._exit(0)))
        if options.auto:
            key, seconds = options.auto.rsplit(":", 1)
            later(seconds, self.Invoke, number, key)
        if options.close:
            reason, seconds = options.close.split(":")
            later(seconds, self.Close, number, int(reason))

    @dbus.service.method(NOTIFICATIONS, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        log("CloseNotification", id=int(number))
        if Server.open.pop(int(number), None):
            self.NotificationClosed(number, 3)

    @dbus.service.signal(NOTIFICATIONS, signature="uu")
    def NotificationClosed(self, number, reason):
        log("->NotificationClosed", id=int(number), reason=int(reason))

    @dbus.service.signal(NOTIFICATIONS, signature="us")
    def ActionInvoked(self, number, key):
        log("->ActionInvoked", id=int(number), key=str(key))

    @dbus.service.method(CONTROL, in_signature="", out_signature="s")
    def List(self):
        return json.dumps(list(Server.open.values()))

    @dbus.service.method(CONTROL, in_signature="us", out_signature="")
    def Invoke(self, number, key):
        self.ActionInvoked(number, key)
        if Server.open.pop(int(number), None):
            self.NotificationClosed(number, 2)

    @dbus.service.method(CONTROL, in_signature="uu", out_signature="")
    def Close(self, number, reason):
        Server.open.pop(int(number), None)
        self.NotificationClosed(number, reason)

    @dbus.service.method(CONTROL, in_signature="ss", out_signature="")
    def Set(self, name, value):
        if name == "exit":
            options.exit = float(value)
        elif name == "no_actions":
            options.no_actions = value == "true"
        else:
            setattr(options, name, str(value) or None)

    @dbus.service.method(CONTROL, in_signature="b", out_signature="")
    def Pause(self, paused):
        Server.paused = bool(paused)
        if options.dialect == "dunst":
            self.PropertiesChanged(DUNST, {"paused": dbus.Boolean(paused)}, [])
        elif options.dialect == "plasma":
            self.PropertiesChanged(NOTIFICATIONS, {"Inhibited": dbus.Boolean(paused)}, [])
        elif options.dialect == "mako":
            mako.PropertiesChanged(MAKO, {}, ["Modes"])
        elif options.dialect == "swaync":
            sway.Subscribe(len(Server.open), dbus.Boolean(paused), False)

    @dbus.service.method(CONTROL, in_signature="", out_signature="")
    def Quit(self):
        later(0, loop.quit)

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        known = {"dunst": (DUNST, "paused"), "plasma": (NOTIFICATIONS, "Inhibited")}
        if (interface, name) != known.get(options.dialect):
            raise no_property()
        return dbus.Boolean(Server.paused)

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        log("->PropertiesChanged", interface=interface, paused=Server.paused)


def no_property():
    return dbus.DBusException("no such property", name="org.freedesktop.DBus.Error.UnknownProperty")


def modes():
    return dbus.Array(["default"] + ["do-not-disturb"] * Server.paused, signature="s")


class OldMako(dbus.service.Object):
    """Before 1.10: its modes are told to who asks, and to nobody else."""

    @dbus.service.method(MAKO, in_signature="", out_signature="as")
    def ListModes(self):
        return modes()


class Mako(OldMako):
    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if (interface, name) != (MAKO, "Modes"):
            raise no_property()
        return modes()

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        log("->PropertiesChanged", interface=interface, paused=Server.paused)


class Swaync(dbus.service.Object):
    @dbus.service.method(SWAYNC, in_signature="", out_signature="b")
    def GetDnd(self):
        return dbus.Boolean(Server.paused)

    @dbus.service.signal(SWAYNC, signature="ubb")
    def Subscribe(self, count, paused, is_open):
        log("->Subscribe", paused=bool(paused))


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()
server = Server(bus, "/org/freedesktop/Notifications")
if "mako" in options.dialect:
    mako = (Mako if options.dialect == "mako" else OldMako)(bus, "/fr/emersion/Mako")
elif options.dialect == "swaync":
    sway = Swaync(bus, "/org/erikreider/swaync/cc")
if options.name.startswith("late:"):
    time.sleep(float(options.name[5:]))
result = bus.request_name(NOTIFICATIONS, dbus.bus.NAME_FLAG_DO_NOT_QUEUE)
assert result == 1, f"name not owned ({result})"
print("ready", flush=True)
loop.run()
