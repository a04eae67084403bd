"""The notification servers of Wayland desktops, mako and swaync, on a sway without a screen: their do-not-disturb."""
import json
import subprocess

from reminding_testing import Reminding
from screen_testing import start_sway
from todod_testing import need, wait_for


class WaylandTest(Reminding):
    def setUp(self):
        super().setUp()
        need("sway", "notify-send")
        self.screen = self.desktop(dunst=False)

    def serve(self, name, *command):
        start_sway(self.screen, self.place)
        self.screen.start(name, *command)
        wait_for(self.screen.has_server, name)
        self.begin()

    def run_tool(self, *command):
        return subprocess.run(command, env=self.place.environment, capture_output=True, text=True, timeout=10,
                              check=True).stdout

    def is_disturbing(self, wanted):
        wait_for(lambda: (self.client.must("status").data.get("do-not-disturb") != "1") == wanted,
                 f"status to say that it may {'' if wanted else 'not '}disturb")

    def holds_and_lets_go(self, switch, count):
        """`switch` puts do-not-disturb on and off, `count` says how many popups the server has."""
        wait_for(lambda: count() == 1, "the welcome")
        switch(True)
        self.is_disturbing(False)
        item = self.add("Held one")
        wait_for(lambda: self.task(item)["held"] == "do-not-disturb", "it to be held")
        self.assertEqual(count(), 1, "the welcome alone")
        switch(False)
        self.is_disturbing(True)
        self.is_rung(item)
        wait_for(lambda: count() == 2, "the popup")
        switch(True)
        self.is_disturbing(False)
        switch(False)
        self.is_disturbing(True)
        return item

    def test_do_not_disturb_of_mako_holds(self):
        need("mako", "makoctl")
        configuration = self.screen.directory / "mako"
        configuration.write_text("[mode=do-not-disturb]\ninvisible=1\n")
        self.serve("mako", "mako", "-c", str(configuration))

        def popups():
            shown = json.loads(self.run_tool("makoctl", "list"))["data"][0]
            return {popup["summary"]["data"]: popup["id"]["data"] for popup in shown}
        item = self.holds_and_lets_go(
            lambda on: self.run_tool("makoctl", "mode", "-a" if on else "-r", "do-not-disturb"), lambda: len(popups()))
        self.run_tool("makoctl", "invoke", "-n", str(popups()["Held one"]), "done")
        wait_for(lambda: self.task(item)["done"], "its button to do it")

    def test_do_not_disturb_of_swaync_holds(self):
        need("swaync", "swaync-client")
        # Its state is a setting, which without dconf is lost at once.
        self.place.environment["GSETTINGS_BACKEND"] = "memory"
        self.serve("swaync", "swaync")
        item = self.holds_and_lets_go(
            lambda on: self.run_tool("swaync-client", "--dnd-on" if on else "--dnd-off"),
            lambda: int(self.run_tool("swaync-client", "--count")))
        self.client.must(f"done {item}")
        wait_for(lambda: int(self.run_tool("swaync-client", "--count")) == 1, "the popup to go")
