"""Words of the private English that comments and pages should not have, by layer. CONTRIBUTING.md ("Conventions") says
how a comment is written. The budgets are in words.budget, as LAYER GROUP NUMBER."""

import re

import budgets

BUDGET = "tests/tidy/words.budget"
GROUPS = {
    "what": r"\b[Ww]hat\b",  # "What is known of X" for "The facts about X"
    "where": r"\b[Ww]here\b",  # for "if", "in which" or "at which"; WHERE is a clause of a statement
    "stand": r"\b(?:[Ss]tands?|standing|stood)\b",  # for "is"
    "is-no": r"\b(?:is|are|was|were) no\b",  # "is no list" for "is not a list"
    "none": r"\b(?:[Nn]obody|[Nn]othing|[Nn]one|[Nn]o one|[Nn]owhere)\b",
}
# In texts for users. "there is no X" is plain English.
TEXT = re.compile(r"(?<!here )\b(?:is|are|was|were) no (?!more\b|longer\b)")
CURES = {
    "what": 'name the thing in place of "what".',
    "where": 'write "if", "in which" or "at which".',
    "stand": 'write "is".',
    "is-no": 'write "is not a".',
    "none": 'say which thing is absent, or "not any", "no X".',
    "text": 'write "is not a" in texts for users.',
}
PATTERNS = {group: re.compile(pattern) for group, pattern in GROUPS.items()}


def counts_of(tree):
    """The places of each group in each layer: {"src/engine what": ["src/engine/engine.h:3", ...]}."""
    counts = {}
    for file in tree:
        if file.path.startswith("tests/tidy/") or file.path == "CHANGELOG.md":
            continue  # the words themselves, and texts that are not written anew
        has_value = file.ending in (".py", ".rs") or "/python/" in file.path
        for number, line in file.comments:
            if has_value:
                line = line.replace("None", "")  # the value of Python and Rust
            for group, pattern in PATTERNS.items():
                for _ in pattern.findall(line):
                    counts.setdefault(f"{file.layer} {group}", []).append(f"{file.path}:{number}")
        if file.layer.startswith(("src/", "tools", "include")):
            for number, text in file.literals:
                for _ in TEXT.findall(text):
                    counts.setdefault(f"{file.layer} text", []).append(f"{file.path}:{number}")
    return counts


def faults(tree):
    allowed, counts = budgets.read(tree[BUDGET].text), counts_of(tree)
    for group, cure in CURES.items():
        def of(table, group=group):
            return {name: value for name, value in table.items() if name.endswith(" " + group)}
        yield from budgets.faults(tree, BUDGET, of(allowed), of(counts), cure)
