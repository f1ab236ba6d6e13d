#!/usr/bin/env python3
"""Tests scripts/health in a small tree of its own, with checks that take no time."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/health"
sys.path.insert(0, str(ROOT / "scripts/lib/health"))

import checks
import table

# Each slice adds its name to the file `ran`. `waits` stops at the pipe `hold` while the file `held` exists.
CHECKS = """
from checks import Slice

def checks(options):
    return [
        Slice("first", "quick", 2, "echo first/quick >>build/ran; echo 7 things, 1 | tee x >/dev/null; echo 7 things", r"^\\d+ things"),
        Slice("first", "waits", 30, "echo first/waits >>build/ran; [[ ! -e build/held ]] || { echo $$ >build/begun; read <build/hold; }"),
        Slice("second", "all", 5, "echo second/all >>build/ran; [[ ! -e build/broken ]] || { echo fine; echo FAILED: it | tee; echo end; exit 3; }"),
        Slice("third", "all", 5, "echo third/all >>build/ran; echo dynalite is left out: no npm", not_run=r"is left out: (.*)"),
        Slice("fourth", "all", 5, "echo never >>build/ran", lacks="needs a checkout"),
    ]
"""
ALL_THAT_RUN = ["first/quick", "first/waits", "second/all", "third/all"]


def is_running(process):
    """Whether it is there and is not only waiting for its parent to ask for its result."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class HealthTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name) / "tree"
        (self.tree / "bench").mkdir(parents=True)
        (self.tree / "build").mkdir()
        self.checks = self.tree / "build/checks.py"
        self.checks.write_text(CHECKS)
        self.ledger = self.tree / "bench/health.md"
        (self.tree / ".gitignore").write_text("/build/\nx\n")
        (self.tree / "code").write_text("0\n")
        self.git("init", "--quiet")
        self.first = self.commit("zero")
        self.write_row("first", self.first)
        (self.tree / "code").write_text("1\n")
        self.commit("one")

    def write_row(self, check, commit):
        """A ledger with the row of another machine."""
        row = f"| {check} | of 2: 2 passed at {commit} | {commit}, 2020-01-01 | 9 min | - | a |\n"
        self.ledger.write_text("# Ledger\n\n" + table.HEAD + row + "\nEnd.\n")

    def git(self, *arguments):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", *identity, *arguments], cwd=self.tree, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self, subject):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", subject)
        return self.head()

    def head(self):
        return self.git("rev-parse", "--short=8", "HEAD")

    def command(self, *arguments):
        return [sys.executable, SCRIPT, "--checks", self.checks, "--root", self.tree, *arguments]

    def health(self, *arguments):
        """Runs the script and returns its exit code, what it printed, and the slices that ran."""
        ran = self.tree / "build/ran"
        ran.write_text("")
        done = subprocess.run(self.command(*arguments), capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr, ran.read_text().split()

    def rows(self):
        return {table.cells_of(line)[0]: table.cells_of(line) for line in self.ledger.read_text().split("\n") if re.match(r"\| \w+ \| of", line)}

    def test_all_slices_run_and_a_failure_does_not_end_the_run(self):
        (self.tree / "build/broken").touch()
        code, said, ran = self.health()
        self.assertEqual(ran, ALL_THAT_RUN)
        self.assertEqual(code, 1)
        self.assertIn("second/all: failed", said)
        rows, head = self.rows(), self.head()
        self.assertEqual(list(rows), ["first", "second", "third", "fourth"])
        self.assertEqual(rows["first"][1], f"of 2: 2 passed at {head}")
        self.assertTrue(rows["first"][2].startswith(head + ", 20"), rows["first"])
        self.assertEqual(rows["first"][3:5], ["0 min; quick: 7 things", "-"])
        self.assertEqual(rows["second"][1], f"of 1: 1 failed at {head}")
        self.assertTrue(rows["second"][2].startswith(head), "a check whose slice failed ran whole too")
        self.assertEqual(rows["second"][4], "exit code 3: FAILED: it (build/health/second-all.log)")
        self.assertEqual(rows["third"][1:3], [f"of 1: 1 not run at {head}", "never"])
        self.assertIn("not run: no npm", rows["third"][4])
        self.assertIn("not run: needs a checkout", rows["fourth"][4])
        self.assertTrue(self.ledger.read_text().endswith("\n\nEnd.\n"))

    def test_only_slices_that_have_not_passed_run_again(self):
        (self.tree / "build/broken").touch()
        self.health()
        (self.tree / "build/broken").unlink()
        self.assertEqual(self.health()[2], ["second/all", "third/all"])
        self.assertEqual(self.rows()["second"][4], "-")
        self.assertEqual(self.health()[2], ["third/all"])
        self.assertEqual(self.health("first", "second/all")[2], ["first/quick", "first/waits", "second/all"], "named ones")

    def test_a_commit_of_the_ledger_is_the_same_commit_and_one_of_code_is_not(self):
        head = self.head()
        self.health()
        self.commit("Note the results")
        self.assertEqual(self.health()[2], ["third/all"])
        (self.tree / "code").write_text("2\n")
        code, said, ran = self.health()
        self.assertEqual((code, ran), (1, []))
        self.assertIn("commit first, because a result belongs to a commit: code", said)
        newer = self.commit("two")
        self.health("first/quick")
        self.assertEqual(self.rows()["first"][1], f"of 2: 1 passed at {newer}, 1 passed at {head}")
        self.assertTrue(self.rows()["first"][2].startswith(head), "it ran whole at the first commit only")
        self.assertEqual(self.health()[2], ["first/waits", "second/all", "third/all"])
        self.assertTrue(self.rows()["first"][2].startswith(newer))

    def test_slices_without_a_result_on_the_commit_run_before_those_that_failed_on_it(self):
        (self.tree / "build/broken").touch()
        self.health("second")
        self.assertEqual(self.health()[2], ["first/quick", "first/waits", "third/all", "second/all"])

    def test_a_killed_run_loses_only_the_slice_that_was_running(self):
        for signal in ("kill", "terminate"):
            with self.subTest(signal):
                (self.tree / "code").write_text(signal)
                self.commit(signal)
                (self.tree / "build/held").touch()
                for pipe in ("begun", "hold"):
                    (self.tree / "build" / pipe).unlink(missing_ok=True)
                    os.mkfifo(self.tree / "build" / pipe)
                running = subprocess.Popen(self.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                slice_process = int((self.tree / "build/begun").read_text())
                self.assertIn("another run is under way", self.health("second")[1])
                getattr(running, signal)()
                running.wait()
                self.assertEqual(is_running(slice_process), signal == "kill")
                (self.tree / "build/held").unlink()
                self.assertEqual(self.health()[2], ["first/waits", "second/all", "third/all"])
                self.assertFalse(is_running(slice_process), "what was left of the slice was not ended")
                self.assertEqual(self.rows()["first"][1], f"of 2: 2 passed at {self.head()}")

    def test_an_incomplete_line_of_the_results_is_ignored(self):
        self.health("first/quick")
        kept = self.tree / "build/health/results.jsonl"
        kept.write_text(kept.read_text() + '\n{"check": "second", "sli')
        self.assertEqual(self.health()[2], ["first/waits", "second/all", "third/all"])
        self.assertEqual(self.health()[2], ["third/all"])

    def test_minutes_stop_it_before_a_slice_that_would_not_fit(self):
        code, said, ran = self.health("--minutes", "10")
        self.assertEqual((code, ran), (1, ["first/quick"]))
        self.assertIn("first/waits usually takes 30 min, which are not left", said)
        self.assertEqual(self.health("--minutes", "31")[2], ["first/waits", "second/all", "third/all"])

    def test_rows_of_another_machine_stay_until_the_check_runs_here(self):
        self.health("second")
        self.assertEqual(self.rows()["first"][1:3], [f"of 2: 2 passed at {self.first}", f"{self.first}, 2020-01-01"])
        self.health("first/quick")
        self.assertEqual(self.rows()["first"][1], f"of 2: 1 passed at {self.head()}, 1 without a result")
        self.assertEqual(self.rows()["first"][2], f"{self.first}, 2020-01-01", "the last whole run was there")

    def test_results_of_commits_that_are_no_ancestors_are_not_shown(self):
        self.write_row("first", "0123abcd")
        self.health("second")
        self.assertEqual(self.rows()["first"][1:3], ["of 2: 2 without a result", "never"])
        self.git("checkout", "--quiet", "-b", "aside")
        (self.tree / "code").write_text("aside\n")
        aside = self.commit("aside")
        self.health("second", "third")
        self.assertIn(aside, self.ledger.read_text())
        self.git("checkout", "--quiet", "--force", "-")
        (self.tree / "code").write_text("2\n")
        self.commit("two")
        self.health("first")
        self.assertNotIn(aside, self.ledger.read_text())
        self.assertNotIn(aside, self.health("--list")[1])

    def test_a_slice_that_left_something_out_passes_in_part(self):
        more = ", leaves_out=r'^left out: (.*)', left_out='a tool'"
        self.checks.write_text(CHECKS.replace('"echo second', '"echo left out: a peer; echo second').replace('exit 3; }"', 'exit 3; }"' + more))
        code, said, _ = self.health("second")
        self.assertEqual(code, 1)
        self.assertIn("second/all: passed in part after 0 s: a tool, a peer", said)
        self.assertEqual(self.rows()["second"][1:3], [f"of 1: 1 passed in part at {self.head()}", "never"])
        self.assertEqual(self.rows()["second"][4], "passed in part: a tool, a peer (build/health/second-all.log)")
        self.assertIn("second/all", self.health()[2], "it is still to run")
        (self.tree / "build/broken").touch()
        self.health("second")
        self.assertEqual(self.rows()["second"][1], f"of 1: 1 failed at {self.head()}")

    def test_a_tree_that_is_not_clean_is_refused(self):
        (self.tree / "new").write_text("1\n")
        self.assertEqual(self.health()[::2], (1, []))
        self.assertIn("commit first, because a result belongs to a commit: new", self.health()[1])
        (self.tree / "new").unlink()
        for mark in ("assume-unchanged", "skip-worktree"):
            self.git("update-index", f"--{mark}", "code")
            code, said, ran = self.health()
            self.assertEqual((code, ran), (1, []), mark)
            self.assertIn("git does not see changes of some files", said)
            self.assertTrue(said.endswith(": code\n"), said)
            self.git("update-index", f"--no-{mark}", "code")
        self.assertEqual(self.health("first/quick")[0], 0)

    def test_list_prints_the_last_result_and_its_age(self):
        head = self.head()
        self.health("second")
        (self.tree / "code").write_text("2\n")
        self.commit("two")
        _, said, ran = self.health("--list")
        self.assertEqual(ran, [])
        self.assertRegex(said, rf"second/all +5 +passed +{head}  1\n")
        self.assertRegex(said, r"first/waits +30 +-\n")

    def test_a_slice_that_changes_files_of_the_tree_fails(self):
        self.checks.write_text(CHECKS.replace("echo first/quick", "echo 3 >code; echo first/quick"))
        code, said, ran = self.health("first/quick", "second")
        self.assertEqual((code, ran), (1, ["first/quick"]))
        self.assertIn("first/quick: failed after 0 s: the files of the tree were changed meanwhile", said)
        self.assertIn("second/all was not begun: commit first", said)

    def test_a_slice_that_leaves_a_file_in_the_tree_or_hides_one_fails(self):
        for left in ("touch new", "git update-index --assume-unchanged code"):
            self.checks.write_text(CHECKS.replace("echo first/quick", f"{left}; echo first/quick"))
            self.assertIn("first/quick: failed after 0 s: the files of the tree were changed meanwhile", self.health("first/quick")[1])
            (self.tree / "new").unlink(missing_ok=True)

    def test_unknown_names_are_refused(self):
        code, said, _ = self.health("fifth")
        self.assertEqual(code, 1)
        self.assertIn("there is no check or slice 'fifth'", said)


class ListOfChecksTest(unittest.TestCase):
    """The checks of this tree."""

    def setUp(self):
        self.slices = self.checks()

    def checks(self, **options):
        return checks.checks(argparse.Namespace(**{"mcp": None, "model_files": None, "fuzz_seconds": checks.FUZZ_S, **options}))

    def left_out(self, check, **options):
        return {one.left_out for one in self.checks(**options) if one.check == check}

    def test_slices_say_what_they_leave_out_with_the_options(self):
        self.assertEqual(self.left_out("fuzz"), {""})
        self.assertEqual(self.left_out("fuzz", fuzz_seconds=1), {"it ran for 1 s in place of 300 s"})
        self.assertEqual(self.left_out("test-model-exports", mcp=ROOT), {""})
        self.assertIn("needs a checkout of awslabs/mcp", *self.left_out("test-model-exports"))

    def test_bench_says_which_peers_are_left_out(self):
        one = next(one for one in self.slices if one.check == "bench")
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "build/health/bench-quick/results.md"
            results.parent.mkdir(parents=True)
            results.write_text("## Rows\n\n- a row\n\n## Left out\n\n- moto: it is not installed\n- nginx: no\n")
            said = subprocess.run(["bash", "-c", one.command.split("; ", 1)[1]], cwd=folder, check=True, capture_output=True, text=True).stdout
        self.assertEqual(re.findall(one.leaves_out, said, re.M), ["moto: it is not installed", "nginx: no"])

    def test_a_folder_without_model_files_is_a_fault(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "a.json").write_text("{}")
            for named in (folder, folder + "/none"):
                done = subprocess.run([sys.executable, ROOT / "scripts/test-model-files", ROOT / "examples", named], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stderr), (1, f"FAULT: {named} has no model file, or is no directory\n"))

    def test_each_slice_has_a_name_of_its_own_and_fits_in_an_hour(self):
        labels = [one.label for one in self.slices]
        self.assertEqual(sorted(set(labels)), sorted(labels))
        self.assertEqual([one.label for one in self.slices if not 0 < one.minutes <= 60], [])

    def test_each_slice_runs_a_script_that_exists(self):
        for one in self.slices:
            scripts = re.findall(r"scripts/[\w-]+(?=[ ;]|$)", one.command)
            self.assertTrue(scripts, one.command)
            for script in scripts:
                self.assertTrue((ROOT / script).is_file(), one.command)

    def test_each_peer_command_and_fuzz_target_has_a_slice(self):
        names = {one.name for one in self.slices}
        for path, pattern in (("scripts/lib/peers.sh", r"^peers=\(([^)]*)"), ("scripts/lib/commands.sh", r"^commands=\(([^)]*)"), ("scripts/fuzz", r"^targets=\(([^)]*)")):
            listed = re.search(pattern, (ROOT / path).read_text(), re.M)[1].split()
            self.assertEqual([name for name in listed if name not in names], [], path)

    def test_contributing_says_of_each_check_which_changes_can_break_it(self):
        page = (ROOT / "CONTRIBUTING.md").read_text()
        section = re.search(r"^## The long checks$.*?(?=^## )", page, re.M | re.S)[0]
        for check in {one.check for one in self.slices}:
            self.assertIn(f"`{check}`", section)


if __name__ == "__main__":
    unittest.main()
