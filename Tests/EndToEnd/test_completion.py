"""Completion in real shells: a TAB behind what somebody has typed."""
import os
import pathlib
import pty
import select
import shlex
import subprocess
import time
import unittest

from todod_testing import TODOCTL, EndToEndTest, need

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "config/completions"


class CompletionTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.configure("[Views]\nhome=@home or +house\n")
        self.place.write("2026-01-01 Call mum @phone +family", "2026-01-02 It's: \"odd\" $HOME `x` +family",
                         "x 2026-01-03 2026-01-01 Done")
        self.start()
        # The scripts call what PATH has.
        self.bin = self.place.root / "bin"
        self.bin.mkdir()
        (self.bin / "todoctl").symlink_to(TODOCTL)
        self.environment = {**self.place.environment, "PATH": f"{self.bin}:{os.environ['PATH']}", "TERM": "dumb"}

    def bash(self, line):
        script = (f"source {shlex.quote(str(SCRIPTS / 'todoctl.bash'))}; compopt() {{ echo \"compopt $*\" >&2; }}; "
                  f"COMP_LINE={shlex.quote(line)}; COMP_POINT=${{#COMP_LINE}}; _todoctl; "
                  "[ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"")
        run = subprocess.run(["bash", "--norc", "--noprofile", "-c", script], capture_output=True, text=True, timeout=20,
                             env=self.environment, cwd=self.place.root)
        return run.stdout.splitlines(), run.stderr

    def test_bash(self):
        need("bash")
        self.assertEqual(self.bash("todoctl undo")[0], ["undone", "undo"])
        self.assertEqual(self.bash("todoctl done 1")[0], ["1"])
        self.assertEqual(
            self.bash("todoctl done ")[0][:2], ["1  Call mum @phone +family", "2  It's: \"odd\" $HOME `x` +family"])
        # Of what stands before ':', '=' or '@' bash has made a word already.
        self.assertEqual(self.bash("todoctl list due:to")[0], ["today", "tomorrow"])
        self.assertEqual(self.bash("todoctl list @ph")[0], ["phone"])
        self.assertEqual(self.bash("todoctl list +fa")[0], ["+family"])
        self.assertEqual(self.bash("todoctl list view:")[0], ["home"])
        self.assertEqual(self.bash("todoctl list --color=n")[0], ["never"])
        self.assertEqual(self.bash("todoctl nothing ")[0], [])
        files, words = self.bash("todoctl init ")
        self.assertEqual((files, words.strip()), ([], "compopt -o default"))
        self.assertIn("nospace", self.bash("todoctl list pro")[1])

    def test_fish(self):
        need("fish")

        def fish(line):
            run = subprocess.run(
                ["fish", "--no-config", "-c", f"source {SCRIPTS}/todoctl.fish; complete -C {shlex.quote(line)}"],
                capture_output=True, text=True, timeout=20, env=self.environment, cwd=self.place.root)
            self.assertEqual(run.stderr, "")
            return run.stdout.splitlines()

        self.assertEqual(fish("todoctl done 1"), ["1\tCall mum @phone +family"])
        self.assertEqual(fish("todoctl list due:to"), ["due:today", "due:tomorrow"])
        self.assertEqual(fish("todoctl list +f"), ["+family\t2 tasks"])
        self.assertEqual({line.split("\t")[0] for line in fish("todoctl undo")}, {"undone", "undo"})
        (self.place.root / "some.txt").touch()
        self.assertIn("some.txt", fish("todoctl init so"))

    def test_zsh(self):
        """At its prompt, since its completion works nowhere else."""
        need("zsh")
        functions = self.place.root / "functions"
        functions.mkdir()
        (functions / "_todoctl").symlink_to(SCRIPTS / "_todoctl")
        start = (f"fpath=({functions} $fpath); autoload -U compinit; compinit -u -D; unsetopt LIST_BEEP; PS1='READY> '; "
                 "setopt NO_ALWAYS_LAST_PROMPT; bindkey -e")
        master, slave = pty.openpty()
        shell = subprocess.Popen(["zsh", "-f", "-i"], stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                                 env={**self.environment, "COLUMNS": "200", "LINES": "50"}, cwd=self.place.root)
        os.close(slave)
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)
        self.addCleanup(os.close, master)
        seen = ""

        def read(*wanted):
            nonlocal seen
            end = time.monotonic() + 30
            while not any(text in seen for text in wanted):
                self.assertLess(time.monotonic(), end, f"waits for {wanted}, has {seen!r}")
                if select.select([master], [], [], 0.2)[0]:
                    seen += os.read(master, 65536).decode(errors="replace")
            found, seen = seen, ""
            return found

        def tab(line, *wanted):
            os.write(master, b"\x15" + line.encode() + b"\t")
            return read(*wanted)

        os.write(master, start.encode() + b"; echo be''gin\n")
        read("begin")
        tab("todoctl list due:tod", "due:today")
        tab("todoctl list +fam", "+family ")
        found = tab("todoctl done ", "Call mum @phone +family")
        self.assertRegex(found, r"1 +-- Call mum @phone")
        tab("todoctl remo", "remove ")


if __name__ == "__main__":
    unittest.main()
