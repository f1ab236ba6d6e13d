"""A test fits a screen: no test and no function of the tests in C++ has more than 60 lines. long_tests.budget has those
that still have, as `FILE FUNCTIONS`, by the name of the file without its folder.

A function begins at a line with its name and a bracket, in the first column or, in a struct or class, behind two blanks, as
scripts/format writes it. It ends at the } below its first letter. Other functions, such as lambdas and members of a class in
a class, are not seen by themselves."""

import re

import budgets

BUDGET = "tests/tidy/long_tests.budget"
MOST_LINES = 60
NO_FUNCTION = re.compile(r"(?:inline )?(?:namespace|struct|class|enum|union|extern)\b|template|using ")
CLASS = re.compile(r"(?:struct|class)\b[^;]*$")
# A constant, whose value may have a bracket too.
CONSTANT = re.compile(r"(?:static |inline )*(?:constexpr|const) [^(]*[={]")


def counts_of(tree):
    counts = {}
    for file in tree:
        if not file.path.startswith("tests/") or file.ending not in (".cc", ".h"):
            continue
        begin, in_class = 0, False
        for number, line in enumerate(file.code.split("\n"), 1):
            if re.match(r"\w", line):
                in_class = bool(CLASS.match(line))
            blanks = "  " if in_class else ""
            if re.match(rf"{blanks}\w", line):
                text = line.strip()
                begin = number if "(" in text and not NO_FUNCTION.match(text) and not CONSTANT.match(text) else 0
            elif line.startswith(blanks + "}"):
                if begin and number - begin + 1 > MOST_LINES:
                    counts.setdefault(file.name, []).append(f"{file.path}:{begin} ({number - begin + 1} lines)")
                begin = 0
    return counts


def faults(tree):
    yield from budgets.faults(
        tree, BUDGET, budgets.read(tree[BUDGET].text), counts_of(tree),
        f"a test or function has more than {MOST_LINES} lines: divide it, or move its data to a table.")
