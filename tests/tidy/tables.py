"""Tables that list what is in the tree: scripts, tests, layers, decisions, rules of lint, subcommands. Whatever is added
must be in its table, and each line of a table must be of something that exists."""

import re

RULE = re.compile(r'\{\s*(?:\.id = )?"(P\d{3})",\s*(?:\.severity = )?Severity::(\w+),\s*(?:\.title = )?"([^"]+)"')


def compared(page, wanted, listed, what):
    """Faults if `page` does not list exactly what is wanted."""
    for name in sorted(set(wanted) - set(listed)):
        yield f"{page}: {what} {name} is not in its table: add a line for it"
    for name in sorted(set(listed) - set(wanted)):
        yield f"{page}: {what} {name} is in a table and does not exist: remove its line"
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"{page}: {what} {name} is listed twice: remove one of the lines"


def scripts(tree):
    wanted = [file.path for file in tree if file.folder == "scripts" and file.ending != ".txt"]
    section = re.search(r"^## Scripts$.*?(?=^## )", tree["CONTRIBUTING.md"].text, re.M | re.S)
    listed = re.findall(r"^\| `(scripts/[\w.-]+)", section[0] if section else "", re.M)
    yield from compared("CONTRIBUTING.md", wanted, listed, "the script")


def suites(tree):
    wanted = {file.path.split("/")[1] for file in tree if file.path.count("/") > 1 and file.path.startswith("tests/")}
    listed = re.findall(r"^\| (\w+)/ \|", tree["tests/README.md"].text, re.M)
    yield from compared("tests/README.md", wanted, listed, "the folder")
    rows = re.findall(r"^\| (`tests/.*?`) \|", tree["CONTRIBUTING.md"].text, re.M)
    listed = {re.match(r"`tests/(\w+)", row)[1] for row in rows}
    yield from compared("CONTRIBUTING.md", wanted, list(listed), "the folder of tests")


def layers(tree):
    wanted = {file.layer[4:] for file in tree if file.layer.startswith("src/")}
    page = tree["ARCHITECTURE.md"].text
    table = page[page.find("| layer | contents |"):].split("\n\n")[0]
    yield from compared("ARCHITECTURE.md", wanted, re.findall(r"^\| `(\w+)` \|", table, re.M), "the layer")
    drawn = page[page.find("```mermaid"):].split("```\n")[0]
    for layer in sorted(wanted):
        if not re.search(rf"\b{layer}\b", drawn):
            yield f"ARCHITECTURE.md: the layer {layer} is not in the map: draw it with the layers that it may include"
        if f"src/{layer}/README.md" not in tree:
            yield f"src/{layer}: it has no README.md: write its input, its result, and what it must not know"


def decisions(tree):
    records = [file for file in tree if re.match(r"docs/decisions/\d", file.path)]
    index = "docs/decisions/README.md"
    listed = re.findall(r"^- \[\d{4}\]\((\d{4}[\w-]*\.md)\)", tree[index].text, re.M)
    yield from compared(index, [file.name for file in records], listed, "the record")
    titles = dict(re.findall(r"\]\((\d{4}[\w-]*\.md)\) (.*)", tree[index].text))
    numbers = [file.name[:4] for file in records]
    for file in records:
        head = file.text.split("\n")[0]
        wanted = f"# {int(file.name[:4])}. {titles.get(file.name, '')}"
        if file.name in titles and head != wanted:
            yield f"{file.path}:1: the title is {head!r}, and {index} has {wanted!r}: make them equal"
        if numbers.count(file.name[:4]) > 1:
            yield f"{file.path}: another record has the same number: take the next one"
    for number in range(1, max([int(number) for number in numbers], default=0)):
        if f"{number:04}" not in numbers and f"{number:04}" not in tree[index].text:
            yield f"{index}: there is no record {number:04}, and the page does not say why"


def rules_of_lint(tree):
    page = "docs/modelling/lint.md"
    rules = {}
    for file in tree:
        if file.folder == "src/modelling/lint":
            for rule, severity, title in RULE.findall(file.text):
                rules[rule] = f"{rule} | {severity.lower()} | {title}"
            for rule, title in re.findall(r'^PARTITA_COMPILER_RULE\((P\d{3}), "([^"]+)"', file.text, re.M):
                rules[rule] = f"{rule} | error | {title}"
    listed = [row.replace("`", "") for row in re.findall(r"^\| (P\d{3} \| .*) \|$", tree[page].text, re.M)]
    yield from compared(page, rules.values(), listed, "the rule")


def subcommands(tree):
    commands = re.findall(r"^PARTITA_COMMAND\((\w+)\)", tree.named("commands.def").text, re.M)
    for command in commands:
        if not re.search(rf"`partita {command}\b", tree["docs/commands.md"].text):
            yield f"docs/commands.md: the command `partita {command}` is not there: add it to the table"
    commands = re.findall(r"^PARTITA_MODEL_COMMAND\((\w+)\)", tree.named("model_commands.def").text, re.M)
    for command in commands:
        if not re.search(rf"^ *partita model {command}\b", tree["docs/modelling.md"].text, re.M):
            yield f"docs/modelling.md: the command `partita model {command}` is not there: add it to the list at the top"
    if not commands:
        yield "tools: PARTITA_MODEL_COMMAND is in no model_commands.def: correct this check"


def faults(tree):
    for check in (scripts, suites, layers, decisions, rules_of_lint, subcommands):
        yield from check(tree)
