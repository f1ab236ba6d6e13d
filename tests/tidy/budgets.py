"""Budgets: how often something may still occur at a place. A count above its budget is a fault. So is one below it, so
that the budget falls with the count and cannot be used up again. `check --write` lowers budgets, and never raises one.

A file of budgets has lines of names and numbers: `src/engine what 12`. Lines that begin with # are comments.
"""

import re


def read(text):
    """The budgets, by name. A name has blanks if it has several parts."""
    found = {}
    for line in text.splitlines():
        line = line.split("#")[0].rstrip()
        if line:
            name, number = line.rsplit(" ", 1)
            found[name] = int(number)
    return found


def shown(tree, places):
    """Those of the places that the work tree adds to the last commit, if git knows any. Otherwise the last ones."""
    added = [place for place in places if place.split(" ")[0] in tree.added_lines]
    if added:
        return f"Added since the last commit: {', '.join(added)}"
    return f"Git does not tell which one is new (try `git log -p`). The last ones are {', '.join(places[-8:])}"


def faults(tree, path, budgets, counts, cure):
    """`counts` has for each name the places, as `FILE:LINE` or `FILE:LINE (more)`. `cure` is a sentence."""
    for name in sorted(set(budgets) | set(counts)):
        count, budget = len(counts.get(name, ())), budgets.get(name, 0)
        if count > budget:
            yield f"{name}: {count}, and {path} allows {budget}: {cure} {shown(tree, counts[name])}"
        elif count < budget:
            yield f"{name}: {count}, and {path} still allows {budget}: lower it (tests/tidy/check . --write)"


def lowered(text, counts):
    """The text of the file with each budget at its count if that is lower. A line whose count is 0 goes."""
    lines = []
    for line in text.splitlines():
        found = re.match(r"([^#\s].*) (\d+)(\s*#.*)?$", line)
        if not found:
            lines.append(line)
        elif number := min(int(found[2]), len(counts.get(found[1].rstrip(), ()))):
            lines.append(f"{found[1]} {number}{found[3] or ''}")
    return "\n".join(lines) + "\n"
