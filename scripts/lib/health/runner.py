"""Runs slices one after the other and notes each result at once, so that a kill loses only the slice that was running."""

import datetime
import fcntl
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import uuid

from results import Commits, Result, Results
import table

# A slice that has not ended by then hangs.
LIMIT_S = 90 * 60
# Each process that a slice starts has this variable. After a kill of this script, the next run finds them by it.
MARK = "PARTITA_HEALTH_SLICE"
REASON = re.compile(r"error:|FAILED|FAULT|[Ff]ailed|failure|Failure|Sanitizer|died|is missing|cannot|ended with")


def machine():
    names = re.findall(r"^model name[^:]*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.M)
    return f"{os.cpu_count()} cores of {names[0] if names else 'an unknown processor'}"


def now():
    return datetime.datetime.now().isoformat(timespec="seconds")


def marked(mark):
    """The processes that have the mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
        except OSError:
            pass


def end_marked(mark):
    """Ends these processes. Those that do not end by themselves within some seconds are killed."""
    for number, sent in enumerate([signal.SIGTERM, *[0] * 50, signal.SIGKILL]):
        processes = list(marked(mark))
        if not processes:
            return
        for process in processes:
            try:
                os.kill(process, sent)
            except ProcessLookupError:
                pass
        if number:
            time.sleep(0.1)


def figures_in(output, pattern):
    """What the pattern finds in each line. A group that took part is taken in place of the line's match."""
    found = []
    for match in re.finditer(pattern, output, re.M) if pattern else []:
        found.append(next((group for group in match.groups() if group), match[0]).strip())
    return ", ".join(dict.fromkeys(found))[:400]


def reason_in(output, code):
    """The line of the output that most likely says why the command failed."""
    lines = [line.strip() for line in output.split("\n") if line.strip()]
    line = next((line for line in lines if REASON.search(line)), lines[-1] if lines else "no output")
    return f"exit code {code}: {line[:200]}"


class Health:
    def __init__(self, root, slices, ledger, state):
        self.root, self.ledger, self.state = root, ledger, state
        self.checks = {}
        for one in slices:
            self.checks.setdefault(one.check, []).append(one)
        state.mkdir(parents=True, exist_ok=True)
        self.commits = Commits(root)
        self.results = Results(state / "results.jsonl", self.commits)
        self.child = None

    def slices(self):
        return [one for slices in self.checks.values() for one in slices]

    def is_current(self, result):
        return result is not None and self.commits.are_same(result.commit, self.commits.head)

    def to_do(self):
        """The slices that have not passed on this commit: those without a result on it first, and of each kind those
        whose last result is the oldest."""
        waiting = []
        for place, one in enumerate(self.slices()):
            last = self.results.last_of(one)
            if not (self.is_current(last) and last.result == "passed"):
                waiting.append((self.is_current(last), last.date if last else "", place, one))
        return [one for *_, one in sorted(waiting, key=lambda entry: entry[:3])]

    def chosen(self, names):
        """The slices that are named by CHECK or CHECK/SLICE. Raises KeyError with a name that no slice has."""
        out = []
        for name in names:
            found = [one for one in self.slices() if name in (one.check, one.label)]
            if not found:
                raise KeyError(name)
            out += [one for one in found if one not in out]
        return out

    def usual_s(self, one):
        passed = [result.seconds for result in self.results.of(one) if result.result == "passed"]
        return max(one.minutes * 60, passed[-1] if passed else 0)

    def run(self, slices, minutes):
        """Returns whether all of them passed."""
        with (self.state / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                sys.exit("health: another run is under way in this tree")
            self.end_interrupted()
            self.write_table()
            for sent in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(sent, self.interrupted)
            return self.run_all(slices, minutes)

    def run_all(self, slices, minutes):
        until = time.monotonic() + minutes * 60 if minutes is not None else None
        good = True
        for one in slices:
            if until is not None and not one.lacks and time.monotonic() + self.usual_s(one) > until:
                print(f"{one.label} usually takes {-(-self.usual_s(one) // 60):.0f} min, which are not left")
                return False
            if why := self.commits.unclean():
                print(f"{one.label} was not begun: {why}")
                return False
            result = self.run_one(one)
            self.results.add(result)
            self.write_table()
            because = f": {result.reason}" if result.reason else ""
            print(f"{one.label}: {result.result} after {result.seconds} s{because}", flush=True)
            good = good and result.result == "passed"
        return good

    def run_one(self, one):
        log = self.state / f"{one.check}-{one.name}.log"
        started, begun = time.monotonic(), self.commits.head

        def result(word, reason="", figures="", log=log):
            path = os.path.relpath(log, self.root) if log else ""
            seconds = round(time.monotonic() - started)
            # The ledger is published, and has no paths of this machine.
            reason = reason.replace(f"{self.root}/", "")
            return Result(one.check, one.name, word, reason, figures, begun, now(), seconds, path, machine())

        if one.lacks:
            return result("not run", one.lacks, log=None)
        print(f"{one.label}, usually {one.minutes} min: {log}", flush=True)
        code = self.carry_out(one, log)
        output = log.read_text(encoding="utf-8", errors="replace")
        figures = figures_in(output, one.figures)
        if code is None:
            return result("failed", f"it had not ended after {LIMIT_S // 60} min", figures)
        if Commits(self.root).head != begun or self.commits.unclean():
            return result("failed", "the files of the tree were changed meanwhile", figures)
        if one.not_run and (found := re.search(one.not_run, output, re.M)):
            return result("not run", found[1], figures)
        if code:
            return result("failed", reason_in(output, code), figures)
        left_out = ", ".join(filter(None, [one.left_out, figures_in(output, one.leaves_out)]))
        return result("passed in part" if left_out else "passed", left_out, figures)

    def carry_out(self, one, log):
        """Returns the exit code, or None if the command hangs."""
        mark = uuid.uuid4().hex
        (self.state / "running").write_text(mark, encoding="ascii")
        with log.open("wb") as out:
            self.child = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", one.command], cwd=self.root, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True, env={**os.environ, MARK: mark},
            )  # fmt: skip
            try:
                code = self.child.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                code = None
        self.end_interrupted()
        return code

    def end_interrupted(self):
        """Ends what is left of the slice that ran last."""
        running = self.state / "running"
        if running.exists():
            if mark := running.read_text(encoding="ascii"):
                end_marked(mark)
            running.unlink()

    def interrupted(self, number, _):
        self.end_interrupted()
        print("interrupted: the next call begins with the slice that was running", flush=True)
        os._exit(128 + number)

    def write_table(self):
        text = table.rewritten(self.ledger.read_text(encoding="utf-8"), self.checks, self.results, self.commits)
        new = self.ledger.with_name(self.ledger.name + ".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, self.ledger)

    def list(self):
        print(f"{'check/slice':36} {'min':>3}  {'last result':14} commit    commits since")
        for one in self.slices():
            last = self.results.last_of(one)
            what = f"{last.result:14} {last.commit}  {self.commits.age(last.commit)}" if last else "-"
            print(f"{one.label:36} {one.minutes:3}  {what}")
