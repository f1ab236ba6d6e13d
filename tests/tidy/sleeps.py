"""Tests do not sleep: they wait for an event, or move a clock. sleeps.allowed lists the files that may, with the reason,
as `FILE NUMBER-OF-SLEEPS  # REASON`, by the path below tests/. The pattern below has the calls
that the check knows. A pause that is made by other calls, such as a wait with a time limit, is not seen."""

import re

import budgets

ALLOWED = "tests/tidy/sleeps.allowed"
TIMERS = re.compile(r"\btimers/promises\b")
SLEEP = re.compile(
    r"\bsleep_(?:for|until)\s*\(|\b(?:u|nano)?sleep\s*\(|\btime\.sleep\s*\(|\bThread\.sleep\s*\(|\bwaitForTimeout\s*\("
    r"|\bnew Promise\(\(?[\w, ]*\)? => (?:\{\s*)?setTimeout\(|\bpoll\((?:nullptr|NULL|0), *0,"
    r"|(?:^|[;&|({]|\bdo|\bthen|\belse|\bif|\bwhile|\buntil)[ \t]*sleep [\d$.]", re.M)


def counts_of(tree):
    counts = {}
    for file in tree:
        if file.path.startswith("tests/") and not file.path.startswith("tests/tidy/") and file.ending != ".md":
            if not re.search(r"sleep|Timeout|timers/promises|poll", file.text):
                continue  # because the search below is slow
            text = file.code if file.ending in (".cc", ".h", ".js", ".mjs", ".rs", ".go", ".java") else file.text
            for found in [*SLEEP.finditer(text), *TIMERS.finditer(file.text)]:
                line = file.line_of(found.start())
                counts.setdefault(file.path[len("tests/"):], []).append(f"{file.path}:{line}")
    return counts


def faults(tree):
    text = tree[ALLOWED].text
    for line in text.splitlines():
        if line and not line.startswith("#") and "#" not in line:
            yield f"{ALLOWED}: {line!r} has no reason: add it behind #"
    yield from budgets.faults(
        tree, ALLOWED, budgets.read(text), counts_of(tree),
        "a test sleeps: wait for what the test needs, or inject a clock.")
