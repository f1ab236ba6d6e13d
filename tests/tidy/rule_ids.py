"""The id of a lint rule is not compared as text, because nothing fails to compile if the rule gets another number.
rule_ids.budget has the files that still do, as `FILE COMPARISONS`, by the name of the file without its folder. A
comparison by ==, != or compare() with the id as a literal is seen, and one with a variable or by another function is not."""

import re

import budgets

BUDGET = "tests/tidy/rule_ids.budget"
COMPARED = re.compile(r'(?:[=!]= ?(?:std::string(?:_view)?[({])?|\bcompare\()"P\d{3}"|"P\d{3}"(?:sv?)?[)}]? ?[=!]=')


def counts_of(tree):
    counts = {}
    for file in tree:
        if file.path.startswith(("src/", "tools/")) and file.ending in (".cc", ".h"):
            for found in COMPARED.finditer(file.text):
                counts.setdefault(file.name, []).append(f"{file.path}:{file.line_of(found.start())}")
    return counts


def faults(tree):
    yield from budgets.faults(
        tree, BUDGET, budgets.read(tree[BUDGET].text), counts_of(tree),
        "the id of a rule is compared as text: compare the address of the Rule, or a constant of its own.")
