"""The results of slices, which build/health/results.jsonl keeps between runs, and the commits that they belong to."""

import dataclasses
import json
import subprocess

# Files that long checks and this script write. Commits that differ only in them have the same results.
WRITTEN = ["bench/health.md", "bench/results.md", "bench/plots"]


@dataclasses.dataclass
class Result:
    check: str
    slice: str
    # "passed", "failed" or "not run".
    result: str
    # Why the slice failed or was not run, in one line.
    reason: str
    figures: str
    commit: str
    date: str
    seconds: int
    log: str
    machine: str


class Results:
    """All results, from the oldest to the newest one. A result is one line that is appended by one call, so a kill leaves
    at most one incomplete line, which is ignored."""

    def __init__(self, path):
        self.path = path
        self.all = []
        if path.exists():
            for line in path.read_text(encoding="utf-8").split("\n"):
                try:
                    self.all.append(Result(**json.loads(line)))
                except (ValueError, TypeError):
                    pass

    def add(self, result):
        self.all.append(result)
        # The newline before the line ends an incomplete one.
        with self.path.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps(dataclasses.asdict(result)))

    def of(self, one):
        return [result for result in self.all if (result.check, result.slice) == (one.check, one.name)]

    def last_of(self, one):
        return next(reversed(self.of(one)), None)


class Commits:
    """Questions to Git, each asked once."""

    def __init__(self, root):
        self.root = root
        self.head = self._git("rev-parse", "--short=8", "HEAD")
        self._same = {}

    def _git(self, *arguments, check=True):
        return subprocess.run(["git", "-C", self.root, *arguments], check=check, capture_output=True, text=True).stdout.strip()

    def uncommitted(self):
        """The changed files that are not committed."""
        excluded = [f":!{path}" for path in WRITTEN]
        return self._git("diff", "--name-only", "HEAD", "--", ".", *excluded).split()

    def are_same(self, left, right):
        """Whether the two commits differ only in files that the checks write."""
        if left == right:
            return True
        key = frozenset((left, right))
        if key not in self._same:
            excluded = [f":!{path}" for path in WRITTEN]
            done = subprocess.run(
                ["git", "-C", self.root, "diff", "--quiet", left, right, "--", ".", *excluded], capture_output=True
            )
            self._same[key] = done.returncode == 0
        return self._same[key]

    def age(self, commit):
        """How many commits were made after `commit`, as a text."""
        count = self._git("rev-list", "--count", f"{commit}..HEAD", check=False)
        return count or "?"
