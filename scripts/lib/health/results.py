"""The results of slices, which build/health/results.jsonl keeps between runs, and the commits that they belong to."""

import dataclasses
import json
import subprocess

# Files that long checks and this script write. Commits that differ only in them have the same results.
WRITTEN = ["bench/health.md", "bench/health.md.new", "bench/results.md", "bench/plots"]


@dataclasses.dataclass
class Result:
    check: str
    slice: str
    # "passed", "passed in part", "failed" or "not run".
    result: str
    # Why the slice failed or was not run, or which parts it left out, in one line.
    reason: str
    figures: str
    commit: str
    date: str
    seconds: int
    log: str
    machine: str


class Results:
    """The results of HEAD and its ancestors, from the oldest to the newest one. A result is one line that is appended by one
    call, so a kill leaves at most one incomplete line, which is ignored."""

    def __init__(self, path, commits):
        self.path = path
        self.all = []
        if path.exists():
            for line in path.read_text(encoding="utf-8").split("\n"):
                try:
                    result = Result(**json.loads(line))
                except (ValueError, TypeError):
                    continue
                if commits.is_ancestor(result.commit):
                    self.all.append(result)

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
        self._ancestors = {}

    def _git(self, *arguments, check=True):
        return subprocess.run(["git", "-C", self.root, *arguments], check=check, capture_output=True, text=True).stdout.strip()

    def uncommitted(self):
        """The files that differ from HEAD, and those that Git neither has nor ignores."""
        excluded = [f":!{path}" for path in WRITTEN]
        lines = self._git("status", "--porcelain", "--untracked-files=all", "--no-renames", "--", ".", *excluded).splitlines()
        return [line.split(maxsplit=1)[1] for line in lines]

    def hidden(self):
        """The files of which `git status` does not tell changes: those marked assume-unchanged or skip-worktree."""
        lines = self._git("ls-files", "-v").splitlines()
        return [line[2:] for line in lines if line[0].islower() or line[0] == "S"]

    def unclean(self):
        """Why a result would not belong to HEAD, or ""."""
        if files := self.hidden():
            cure = "run git update-index with --no-assume-unchanged or --no-skip-worktree"
            return f"git does not see changes of some files, so {cure}: {', '.join(files[:5])}"
        if files := self.uncommitted():
            return f"commit first, because a result belongs to a commit: {', '.join(files[:5])}"
        return ""

    def is_ancestor(self, commit):
        """Whether the commit is HEAD or one of its ancestors."""
        if commit not in self._ancestors:
            command = ["git", "-C", self.root, "merge-base", "--is-ancestor", commit, "HEAD"]
            self._ancestors[commit] = subprocess.run(command, capture_output=True).returncode == 0
        return self._ancestors[commit]

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
