"""Bad input: each is answered as the design says, and nobody else notices."""
import contextlib
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import time
import unittest

from todod_testing import NOBODY, TODOCTL, TODOD, EndToEndTest, need, wait_for


class SocketTest(EndToEndTest):
    def setUp(self):
        super().setUp()
        self.place.write("2026-01-01 One", "2026-01-02 Two")
        self.daemon = self.start()
        self.other = self.daemon.client()
        self.addCleanup(self.other.close)

    def tearDown(self):
        if self.daemon.process.poll() is None:
            self.assertTrue(self.other.ask("ping").ok, "another client is served as before")

    def client(self):
        client = self.daemon.client()
        self.addCleanup(client.close)
        return client

    def test_a_line_over_max_line_is_answered_9_and_closed(self):
        client = self.client()
        limit = int(re.search(r"max-line=(\d+)", client.greeting)[1])
        client.send(b"add\t" + b"a" * (limit * 2) + b"\n")
        answer = client.answer()
        self.assertEqual(answer.code, 9, answer.last)
        self.assertIsNone(client.line())
        self.assertEqual(len(self.other.tasks()), 2)

    def test_a_line_of_exactly_max_line_is_taken(self):
        client = self.client()
        limit = int(re.search(r"max-line=(\d+)", client.greeting)[1])
        text = "b" * (limit - len("add\t"))
        self.assertTrue(client.ask("add\t" + text).ok)
        self.assertIn(text, self.place.todo.read_text())

    def test_binary_is_a_bad_request_and_the_connection_goes_on(self):
        client = self.client()
        client.send(bytes(range(1, 10)) + b"\xff\xfe\x00\x80" + bytes(range(11, 32)) + b"\n")
        self.assertEqual(client.answer().code, 2)
        self.assertTrue(client.ask("ping").ok)

    def test_a_title_that_is_not_utf8_keeps_its_bytes(self):
        client = self.client()
        client.send(b"add\tcaf\xe9 au lait\n")
        self.assertTrue(client.answer().ok)
        self.assertIn(b"caf\xe9 au lait\n", self.place.todo.read_bytes())

    def test_half_a_line_is_not_answered_and_holds_nobody_up(self):
        client = self.client()
        client.send(b"add\thalf a li")
        began = time.monotonic()
        for _ in range(100):
            self.assertTrue(self.other.ask("ping").ok)
        self.assertLess(time.monotonic() - began, 2)
        client.socket.settimeout(0.3)
        with self.assertRaises(TimeoutError):
            client.socket.recv(1)
        client.socket.settimeout(10)
        client.send(b"ne\n")
        self.assertTrue(client.answer().ok)
        self.assertIn("half a line", self.place.todo.read_text())

    def test_an_unknown_verb_is_named(self):
        answer = self.client().ask("frobnicate 1 2")
        self.assertIn("2 unknown-verb", answer.last)
        self.assertIn("frobnicate", answer.last)

    def test_an_unknown_key_changes_nothing(self):
        before = self.place.todo.read_bytes()
        self.assertEqual(self.client().ask("done sooner=1 1").code, 2)
        self.assertEqual(self.place.todo.read_bytes(), before)

    def test_an_empty_title_is_refused(self):
        for text in ("", "   ", "\t"):
            self.assertEqual(self.client().ask("add\t" + text).code, 2, repr(text))
        self.assertEqual(len(self.place.lines()), 2)

    def test_a_missing_item_is_not_found(self):
        self.assertEqual(self.client().ask("done 4711").code, 4)

    def test_a_changed_item_is_a_conflict(self):
        answer = self.client().ask("done if=00000000 1")
        self.assertEqual(answer.code, 5, answer.last)
        self.assertEqual(len(self.other.tasks()), 2)

    def test_the_65th_client_is_told_and_the_64_are_served(self):
        clients = [self.client() for _ in range(63)]
        refused = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(refused.close)
        refused.settimeout(10)
        refused.connect(str(self.place.socket))
        said = b""
        while more := refused.recv(4096):
            said += more
        self.assertIn(b"ERR 7 busy", said)
        for client in clients:
            self.assertTrue(client.ask("ping").ok)
        clients[0].close()

        def is_served():
            try:
                with self.daemon.client() as again:
                    return again.greeting.startswith("OK todod")
            except OSError:
                return False
        wait_for(is_served, "a place for the next client")

    def test_a_client_that_reads_nothing_costs_bounded_memory(self):
        self.place.write(*[f"2026-01-01 task {n} " + "with many words " * 20 for n in range(20000)])
        wait_for(lambda: len(self.other.tasks()) == 20000, "the long list")
        before = self.daemon.resident()
        greedy = self.client()
        greedy.socket.settimeout(0.2)
        with contextlib.suppress(TimeoutError):
            for _ in range(200):
                greedy.send("list\tall")
        self.assertTrue(self.other.ask("ping").ok)
        self.assertLess(self.daemon.resident() - before, 16 * 1024)

    def test_many_requests_at_once_are_answered_in_order(self):
        client = self.client()
        client.send("\n".join(f"@t{n} ping" for n in range(2000)))
        for n in range(2000):
            self.assertEqual(client.answer().last.split(" ")[:2], ["OK", f"@t{n}"])

    def test_another_user_is_refused(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become another user")
        need("setpriv")
        # Only root may pass the daemon's own check of who is there, so it runs as somebody else, with open doors.
        self.daemon.stop()
        as_other(self)
        with self.daemon.client() as root:
            self.assertTrue(root.ask("ping").ok, "root is let in")
        for path in (self.place.run, self.place.socket.parent):
            os.chmod(path, 0o755)
        os.chmod(self.place.socket, 0o666)
        code = ("import socket,sys\ns=socket.socket(socket.AF_UNIX); s.settimeout(5); s.connect(sys.argv[1])\n"
                "try:\n s.sendall(b'list\\n')\nexcept OSError: pass\n"
                "try:\n while (got := s.recv(4096)): print(got.decode())\nexcept TimeoutError: print('STILL OPEN')\n"
                "except OSError: pass")
        run = subprocess.run(
            ["setpriv", f"--reuid={NOBODY - 1}", "--clear-groups", "/usr/bin/python3", "-c", code,
             str(self.place.socket)], capture_output=True, text=True, timeout=20)
        self.assertEqual(run.returncode, 0, run.stderr)
        for forbidden in ("One", "OK todod", "STILL OPEN"):
            self.assertNotIn(forbidden, run.stdout)
        self.other.close()
        self.other = self.daemon.client()

    def test_the_socket_is_private_from_its_first_moment(self):
        self.assertEqual(os.stat(self.place.socket).st_mode & 0o777, 0o600)
        self.assertEqual(os.stat(self.place.socket.parent).st_mode & 0o777, 0o700)


def as_other(test):
    """Starts the test's daemon again as a user without rights; root ignores permission bits."""
    for name, program in (("todod", TODOD), ("todoctl", TODOCTL)):
        shutil.copy(program, test.place.root / name)
        os.chmod(test.place.root / name, 0o755)
    test.place.give_to(NOBODY)
    test.daemon = test.start(prefix=["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"],
                             program=str(test.place.root / "todod"))


class FileTest(EndToEndTest):
    def refused(self, client, request, code=6):
        before = self.place.todo.read_bytes() if self.place.todo.exists() else None
        answer = client.ask(request)
        self.assertEqual(answer.code, code, answer.last)
        self.assertEqual(self.place.todo.read_bytes() if self.place.todo.exists() else None, before)
        return answer

    def test_no_file_is_created_by_a_start_but_by_the_first_add(self):
        client = self.start().client()
        self.addCleanup(client.close)
        self.assertFalse(self.place.todo.exists())
        self.assertEqual(client.tasks(), {})
        client.add("the first")
        self.assertEqual(len(self.place.lines()), 1)

    def test_a_missing_file_is_served_from_memory_and_written_again_on_demand(self):
        self.place.write("2026-01-01 Keep me")
        client = self.start().client()
        self.addCleanup(client.close)
        self.assertEqual(len(client.tasks()), 1)
        saved = self.place.todo.read_bytes()
        self.place.todo.unlink()
        answer = client.ask("add\tnot now")
        self.assertEqual(answer.code, 6, answer.last)
        self.assertFalse(self.place.todo.exists())
        listed = client.must("list")
        self.assertEqual(list(listed.rows.values()), ["2026-01-01 Keep me"])
        self.assertEqual(listed.values.get("stale"), "1", listed.last)

        def restored():
            return client.ask("restore file").ok
        wait_for(restored, "restore file")
        self.assertEqual(self.place.todo.read_bytes(), saved)
        self.assertTrue(client.ask("add\tnow").ok)

    def test_a_file_that_comes_back_is_served_again(self):
        self.place.write("2026-01-01 Keep me")
        client = self.start().client()
        self.addCleanup(client.close)
        client.tasks()
        away = self.place.root / "away"
        self.place.todo.rename(away)
        self.assertEqual(client.ask("add\tnot now").code, 6)
        away.rename(self.place.todo)
        wait_for(lambda: client.ask("add\tnow").ok, "adding again")
        self.assertEqual(len(self.place.lines()), 2)

    def test_a_read_only_file_and_directory_is_error_6(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become another user")
        self.place.write("2026-01-01 Keep me")
        as_other(self)
        client = self.daemon.client()
        self.addCleanup(client.close)
        self.assertTrue(client.ask("add\twritable").ok)
        os.chmod(self.place.todo, 0o444)
        os.chmod(self.place.home, 0o555)
        self.refused(client, "add\tread only")
        self.assertEqual(len(client.tasks()), 2)
        os.chmod(self.place.home, 0o755)
        os.chmod(self.place.todo, 0o644)
        wait_for(lambda: client.ask("add\twritable again").ok, "writing again")
        self.assertEqual(len(self.place.lines()), 3)

    def test_a_read_only_directory_is_written_in_place(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become another user")
        self.place.write("2026-01-01 Keep me")
        self.place.give_to(NOBODY)
        os.chmod(self.place.home, 0o555)
        as_other(self)
        inode = os.stat(self.place.todo).st_ino
        client = self.daemon.client()
        self.addCleanup(client.close)
        self.assertTrue(client.ask("add\tin place").ok)
        self.assertEqual(os.stat(self.place.todo).st_ino, inode)
        self.assertEqual(len(self.place.lines()), 2)

    def test_an_unreadable_file_is_error_6_and_said_in_status(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become another user")
        self.place.write("2026-01-01 Keep me")
        self.place.give_to(NOBODY)
        os.chmod(self.place.todo, 0)
        as_other(self)
        client = self.daemon.client()
        self.addCleanup(client.close)
        self.assertEqual(client.ask("add\tunread").code, 6)
        self.assertEqual(self.place.todo.read_text(), "2026-01-01 Keep me\n")

    def full_disk(self):
        """Mounts 256 KiB over the home directory."""
        run = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "todod-test", str(self.place.home)],
                             capture_output=True, text=True)
        if run.returncode != 0:
            self.skipTest("mount: " + run.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", "-l", str(self.place.home)])

    def test_a_full_disk_is_error_6_with_the_old_file_untouched(self):
        self.full_disk()
        self.place.write(*[f"2026-01-01 task {n}" for n in range(1000)])
        client = self.start().client()
        self.addCleanup(client.close)
        client.add("there is room")
        # The file swapped out by that add goes once nobody can write to it, and would leave room.
        wait_for(lambda: os.listdir(self.place.home) == ["todo.txt"], "the replaced file to go")
        filler = self.place.home / "filler"
        with contextlib.suppress(OSError), open(filler, "wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        answer = self.refused(client, "add\tthere is none")
        self.assertRegex(answer.last, "(?i)space|full")
        self.assertEqual(len(client.tasks()), 1001)
        self.assertEqual([n for n in os.listdir(self.place.home) if n not in ("todo.txt", "filler")], [])
        filler.unlink()
        wait_for(lambda: client.ask("add\troom again").ok, "writing again")
        self.assertEqual(len(self.place.lines()), 1002)

    def test_a_symlink_stays_a_symlink(self):
        real = self.place.root / "elsewhere"
        real.mkdir()
        (real / "todo.txt").write_text("2026-01-01 Linked\n")
        self.place.todo.symlink_to(real / "todo.txt")
        client = self.start().client()
        self.addCleanup(client.close)
        client.add("through the link")
        self.assertTrue(self.place.todo.is_symlink())
        self.assertEqual(len((real / "todo.txt").read_text().splitlines()), 2)

    def test_a_hard_link_keeps_both_names(self):
        self.place.write("2026-01-01 Linked")
        twin = self.place.root / "twin.txt"
        os.link(self.place.todo, twin)
        client = self.start().client()
        self.addCleanup(client.close)
        client.add("for both")
        self.assertEqual(twin.read_bytes(), self.place.todo.read_bytes())

    def test_mode_and_foreign_bytes_stay(self):
        self.place.todo.write_bytes(b"\xef\xbb\xbf2026-01-01 BOM and CR\r\n\r\n\xff\xfe raw\r\nno final newline")
        os.chmod(self.place.todo, 0o640)
        client = self.start().client()
        self.addCleanup(client.close)
        client.add("appended")
        data = self.place.todo.read_bytes()
        self.assertTrue(data.startswith(b"\xef\xbb\xbf2026-01-01 BOM and CR\r\n\r\n\xff\xfe raw\r\nno final newline\r\n"),
                        data)
        self.assertTrue(data.endswith(b"appended\r\n"), data)
        self.assertEqual(os.stat(self.place.todo).st_mode & 0o777, 0o640)


class StartTest(EndToEndTest):
    def ends_with(self, code, *options):
        daemon = self.start(*options, ready=False)
        self.assertEqual(daemon.ended(), code, daemon.words())
        return daemon.words()

    def test_a_bad_configuration_is_78_and_names_the_line(self):
        self.place.configure("[Reminders]\nDayStart=25:00\nColour=blue\n")
        words = self.ends_with(78)
        self.assertRegex(words, r"\b4\b.*DayStart|DayStart.*\b4\b")
        self.assertRegex(words, r"\b5\b.*Colour|Colour.*\b5\b")

    def test_check_config_says_the_same(self):
        self.place.configure("[Reminders]\nDayStart=25:00\n")
        run = subprocess.run([TODOD, "--check-config"], capture_output=True, text=True, env=self.place.environment,
                             timeout=10)
        self.assertEqual(run.returncode, 78)
        self.assertIn("DayStart", run.stderr + run.stdout)
        self.place.configure("[Reminders]\nDayStart=08:30\n")
        run = subprocess.run([TODOD, "--check-config"], capture_output=True, text=True, env=self.place.environment,
                             timeout=10)
        self.assertEqual(run.returncode, 0, run.stderr)
        run = subprocess.run([TODOD, "--print-config"], capture_output=True, text=True, env=self.place.environment,
                             timeout=10)
        self.assertRegex(run.stdout, r"DayStart ?= ?08:30")

    def test_a_bad_configuration_at_reload_leaves_the_old_one(self):
        daemon = self.start()
        self.place.configure("[Reminders]\nDayStart=never\n")
        with daemon.client() as client:
            answer = client.ask("reload")
            self.assertFalse(answer.ok)
            self.assertIn("DayStart", answer.last)
            self.assertTrue(client.ask("ping").ok)
        self.assertEqual(daemon.stop(), 0)

    def test_a_state_of_a_newer_program_is_78_and_untouched(self):
        self.start().stop()
        with contextlib.closing(sqlite3.connect(self.place.database)) as database:
            database.execute("PRAGMA user_version=9999")
            database.commit()
        words = self.ends_with(78)
        self.assertRegex(words, "(?i)newer")
        with contextlib.closing(sqlite3.connect(self.place.database)) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone()[0], 9999)

    def test_a_broken_state_is_set_aside_and_no_task_is_lost(self):
        self.place.write("2026-01-01 Keep me")
        self.start().stop()
        for name in os.listdir(self.place.database.parent):
            if name.startswith("state.db"):
                (self.place.database.parent / name).write_bytes(b"this is no database" * 500)
        daemon = self.start()
        with daemon.client() as client:
            self.assertEqual(list(client.tasks().values()), ["2026-01-01 Keep me"])
        self.assertEqual(daemon.stop(), 0)
        kept = [n for n in os.listdir(self.place.database.parent) if n.startswith("state.db.")
                and not n.endswith(("-wal", "-shm"))]
        self.assertTrue(kept, os.listdir(self.place.database.parent))

    def test_a_second_daemon_is_75_and_names_the_first(self):
        first = self.start()
        second = self.start(ready=False)
        self.assertEqual(second.ended(), 75)
        self.assertIn(str(first.pid), second.words())
        with first.client() as client:
            self.assertTrue(client.ask("ping").ok)

    def test_a_socket_left_by_a_crash_is_taken_over(self):
        self.start().kill()
        self.assertTrue(self.place.socket.exists())
        daemon = self.start()
        with daemon.client() as client:
            self.assertTrue(client.ask("ping").ok)

    def test_sigterm_ends_within_two_seconds_with_0(self):
        daemon = self.start()
        clients = [daemon.client() for _ in range(5)]
        began = time.monotonic()
        self.assertEqual(daemon.stop(), 0)
        self.assertLess(time.monotonic() - began, 2)
        for client in clients:
            client.close()
        self.assertIn("STOPPING=1", daemon.states)

    def test_no_runtime_directory_is_said_with_what_to_do(self):
        self.place.environment.pop("XDG_RUNTIME_DIR")
        if os.path.isdir(f"/run/user/{os.getuid()}"):
            self.skipTest("this user has a runtime directory, which would be used")
        daemon = self.start(ready=False)
        self.assertNotEqual(daemon.ended(), 0)
        self.assertIn("XDG_RUNTIME_DIR", daemon.words())

    def test_a_bad_option_is_named(self):
        run = subprocess.run([TODOD, "--frobnicate"], capture_output=True, text=True, env=self.place.environment,
                             timeout=10)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("--frobnicate", run.stderr)
        for option in ("--help", "--version"):
            run = subprocess.run([TODOD, option], capture_output=True, text=True, env=self.place.environment,
                                 timeout=10)
            self.assertEqual((run.returncode, run.stderr), (0, ""), option)
            self.assertIn("todod", run.stdout)


if __name__ == "__main__":
    unittest.main()
