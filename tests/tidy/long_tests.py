"""A test fits a screen: no test and no function of the tests in C++ has more than 60 lines. long_tests.budget has those
that still have, as `FILE FUNCTIONS`, by the name of the file without its folder."""

import re

import budgets

BUDGET = "tests/tidy/long_tests.budget"
MOST_LINES = 60
NO_FUNCTION = re.compile(r"(?:inline )?(?:namespace|struct|class|enum|union|extern)\b|constexpr|const |template|using ")


def counts_of(tree):
    counts = {}
    for file in tree:
        if not file.path.startswith("tests/") or file.ending not in (".cc", ".h"):
            continue
        begin = 0
        for number, line in enumerate(file.code.split("\n"), 1):
            if re.match(r"\w", line):
                begin = number if "(" in line and not NO_FUNCTION.match(line) else 0
            elif line.startswith("}"):
                if begin and number - begin + 1 > MOST_LINES:
                    counts.setdefault(file.name, []).append(f"{file.path}:{begin} ({number - begin + 1} lines)")
                begin = 0
    return counts


def faults(tree):
    yield from budgets.faults(
        tree, BUDGET, budgets.read(tree[BUDGET].text), counts_of(tree),
        f"a test or function has more than {MOST_LINES} lines: divide it, or move its data to a table.")
