"""A call does not give a bare true or false to a function of ours, because the reader of the call cannot see what is
true. An enumeration with two named values says it. bare_bools.budget has the files that still do, as `FILE ARGUMENTS`,
by the name of the file without its folder.

Functions are known by their names: one that has a parameter `bool name` in src, include or tools, at its place among
the parameters. Bare are true and false themselves, also behind a ! and in bool{...}. Calls
through a pointer, and initializers of members, are not seen."""

import re

import budgets

BUDGET = "tests/tidy/bare_bools.budget"
FOLDERS = ("src/", "include/", "tools/")
BARE = re.compile(r"!*(?:bool[({] ?)?!*(?:true|false) ?[)}]?")
BOOL = re.compile(r"(?:const )?bool \w+(?: = (?:true|false))?$")
# A call, a declaration, or a variable of a type whose constructor is called.
NAME = re.compile(r"\b(?:(?P<type>[A-Z]\w*) [a-z]\w*|(?P<name>[A-Za-z_]\w*))[({]")
LAMBDA = re.compile(r"\b(?P<name>\w+) = \[[^\[\]]*\][({]")
# Functions whose argument is the value itself, and functions of the library that have the name of one of ours.
LEFT_OUT = {"boolean", "write", "store", "exchange", "push_back", "emplace", "emplace_back", "value_or"}


def parts_of(code, begin):
    """The parts between the commas of a list that begins behind a bracket at `begin`."""
    depth, parts, last = 0, [], begin
    for at in range(begin, len(code)):
        c = code[at]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth < 0:
                return parts + [" ".join(code[last:at].split())]
        elif c == ";" and depth == 0:
            break
        elif c == "," and depth == 0:
            parts.append(" ".join(code[last:at].split()))
            last = at + 1
    return []


def name_of(found):
    groups = found.groupdict()
    return groups.get("type") or groups["name"]


def places_of(tree):
    """The places of bool parameters, by the name of the function."""
    places = {}
    for file in tree:
        if not file.path.startswith(FOLDERS) or file.ending not in (".cc", ".h"):
            continue
        for pattern in (NAME, LAMBDA):
            for found in pattern.finditer(file.code):
                if name_of(found) in LEFT_OUT or found[0].endswith("{"):
                    continue
                parts = parts_of(file.code, found.end())
                if name_of(found).startswith("set_") and len(parts) == 1:
                    continue  # the name says what is true
                for place, part in enumerate(parts):
                    if BOOL.match(part):
                        places.setdefault(name_of(found), set()).add(place)
    return places


def counts_of(tree):
    places, counts = places_of(tree), {}
    for file in tree:
        if not file.path.startswith(FOLDERS) or file.ending not in (".cc", ".h"):
            continue
        for found in NAME.finditer(file.code):
            name = name_of(found)
            if name not in places:
                continue
            parts = parts_of(file.code, found.end())
            for place in sorted(places[name]):
                if place < len(parts) and BARE.fullmatch(parts[place]):
                    counts.setdefault(file.name, []).append(f"{file.path}:{file.line_of(found.start())}")
    return counts


def faults(tree):
    yield from budgets.faults(
        tree, BUDGET, budgets.read(tree[BUDGET].text), counts_of(tree),
        "a call gives a bare true or false: let the parameter be an enumeration with two named values.")
