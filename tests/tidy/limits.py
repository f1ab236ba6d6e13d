"""Limits of the service are named once, in src/value/limits.h and include/partita/limits.h. Elsewhere a constant or a
comparison with such a number repeats a limit, and a change of the service would be made in half of the places.

limits.allowed lists the places that still do so, as `FILE NUMBER-OF-LINES`, by the name of the file without its folder,
and those whose number is another one that has the same value (with the reason). A value is seen in the forms of the
patterns below: numbers that are hardly anything else, others in a constant whose name tells a limit, and 25 and 100 beside
a size(). A number in another form, or in a variable whose name tells nothing, is not seen.

The pages of the console have a module of their own, in which a constant must have the name and the value of one in C++."""

import re

import budgets

ALLOWED = "tests/tidy/limits.allowed"
HOMES = {"src/value/limits.h", "include/partita/limits.h"}
PAGES = "src/console/web/app/dynamo/service_limits.js"
CONSTANT = re.compile(r"\b(k\w+)(?: =|\{) ?(\d[\d']*(?:ll|u)?(?: \* \d[\d']*(?:ll|u)?)*)(?=[,;}])")
# Values that are hardly anything else: units of a partition and its size, the size of an item.
CERTAIN = re.compile(
    r"(?<![\w.'])(?:3'?000(?:\.0)?|400(?:\.0)? \* (?:1024|1'?000)|(?:1024|1'?000) \* 400(?:\.0)?|400 << 10|409'?600|10(?:u?ll|\.0)? ?\* 1024 \* 1024 \* 1024|10(?:u?ll)? << 30"
    r"|10'?737'?418'?240|10'?000'?000'?000)(?![\w.']|e)"
    r"|\bsize\(\) (?:[<>]=?|[=!]=) (?:25|100)(?![\w.'])"
    r"|kMuch = 0\.8")  # the share of a partition's units from which a key is hot
# Values that are others too, in a constant whose name says that it is a limit of the service.
NAMED = re.compile(
    r"\b(?P<name>k\w*(?:Units?|Page|Batch|Items?|Keys?|Gigabytes?|Partition|Projected|Included|Transaction|Writes|Reads|Unit)\w*)"
    r"(?: =|\{) ?(?P<value>1'?000|100|25|20|10|4'?096|1024 \* 1024(?: / 4'?096\.0)?|1 << 20|16 \* 1024 \* 1024)(?![\w.'*]| [*/] ?\d)")


def counts_of(tree):
    counts = {}
    for file in tree:
        if file.path in HOMES | {PAGES} or not file.path.startswith(("src/", "include/", "tools/")):
            continue
        if file.ending not in (".cc", ".h", ".js", ".def"):
            continue
        for number, line in enumerate(file.code.split("\n"), 1):
            if re.search(r"[ ({=](?:\d|k[A-Z])", line) and (CERTAIN.search(line) or NAMED.search(line)):
                counts.setdefault(file.name, []).append(f"{file.path}:{number}")
    return counts


def constants_of(text):
    """The constants of a text by their names, with their values as texts of factors."""
    return {name: re.sub(r"[' lu]", "", value) for name, value in CONSTANT.findall(text)}


def faults_of_pages(tree):
    known = {}
    for home in HOMES:
        known |= constants_of(tree[home].code)
    code = tree[PAGES].code
    own = constants_of(code)
    for name, value in own.items():
        if known.get(name) != value:
            yield f"{PAGES}: {name} is {value}, and {known.get(name, 'not a constant')} in limits.h: make them equal."
    unread = len(re.findall(r"\bk\w+ =", code)) - len(own)
    if unread:
        yield f"{PAGES}: {unread} values are not products of whole numbers: write them as limits.h does."


def faults(tree):
    yield from faults_of_pages(tree)
    yield from budgets.faults(
        tree, ALLOWED, budgets.read(tree[ALLOWED].text), counts_of(tree),
        "a limit of the service is a literal: use the constant of src/value/limits.h, or add it there.")
