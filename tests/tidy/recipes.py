"""Additions are complete: rules of lint, formats that are read and written, subcommands, places of the console. Each of them
is a definition that a list names. Without its line in the list the definition compiles and is never called, which no other
test sees. A definition begins its line and has the type and the form of a name that the others have, such as `const Rule
k_P012{` or `const Rule k_P012 = {`. One that is made in another way is not seen."""

import re

SEEDS = "tests/fuzz/seeds/model_files/"
# The pages whose commands tests/tutorial runs.
RUN_PAGES = ("docs/modelling/tutorial.md", "docs/modelling/design.md")


def defined(tree, folder, pattern):
    """The names that definitions have, with the files of them."""
    return {
        name: file
        for file in tree
        if file.path.startswith(folder) and file.ending == ".cc"
        for name in re.findall(pattern, file.text, re.M)
    }


def compared(tree, listed_in, macro, names):
    """Faults if the list has not exactly these names."""
    file = tree.named(listed_in)
    listed = re.findall(rf"^{macro}\((\w+)\)", file.text, re.M)
    for name in sorted(set(names) - set(listed)):
        yield f"{names[name].path}: {name} is never used, because {listed_in} does not have it: add {macro}({name})"
    for name in sorted(set(listed) - set(names)):
        yield f"{file.path}: {name} is not defined: define it, or remove its line"


RULES_PAGE = "src/modelling/lint/README.md"


def retired_rules(tree):
    """A number of a rule that was removed is never given to another rule (RULES_PAGE has the list)."""
    page = tree[RULES_PAGE]
    found = re.search(r"Numbers\s+of\s+rules\s+that\s+were\s+removed: ([^.]*)\.", page.text)
    if not found:
        yield f"{page.path}: it does not list the numbers of rules that were removed: say `Numbers of rules that were removed: the list is still empty.`"
        return
    for name in re.findall(r"\b\d{3}\b", found[1]):
        for listed in ("rules.def", "compiler_rules.def"):
            if re.search(rf"^PARTITA_(?:COMPILER_)?RULE\(P{name}\b", tree.named(listed).text, re.M):
                yield f"{tree.named(listed).path}: P{name} is the number of a rule that was removed: take another one"


def rules(tree):
    names = defined(tree, "src/modelling/lint/", r"^const Rule k_(P\d{3})(?: =)?\s*\{")
    yield from compared(tree, "rules.def", "PARTITA_RULE", names)
    listed = re.findall(r"^PARTITA_RULE\((\w+)\)", tree.named("rules.def").text, re.M)
    if listed != sorted(listed):
        yield f"{tree.named('rules.def').path}: the rules are not in the order of their numbers: sort them"
    tests = "".join(file.text for file in tree if file.path.startswith("tests/unit/"))
    for name, file in sorted(names.items()):
        if not file.name.startswith(name.lower() + "_"):
            yield f"{file.path}: it defines {name}: begin the name of the file with {name.lower()}_"
        if not re.search(rf"(?<![A-Za-z0-9]){name}\b", tests):
            yield f"{file.path}: no unit test names {name}: add a test (src/modelling/lint/README.md)"


def readers(tree):
    names = defined(tree, "src/modelling/read/", r"^const Reader k_(\w+)(?: =)?\s*\{")
    yield from compared(tree, "readers.def", "PARTITA_READER", names)
    formats = defined(tree, "src/modelling/read/", r'^const Reader k_\w+(?: =)?\s*\{\s*(?:\.name = )?"([\w-]+)"')
    page = tree["docs/modelling/formats.md"].text.split("## What is read")[1].split("\n\n")[1]
    listed = re.findall(r"^\| [^|]* \| `([a-z][\w-]*)` \|", page, re.M)
    seeds = [file.name for file in tree if file.path.startswith(SEEDS)]
    script = tree["scripts/test-model-files"].text
    for name, file in sorted(formats.items()):
        if name not in listed:
            yield f"docs/modelling/formats.md: the format {name} is not in the table of what is read: add a row"
        if not any(re.match(rf"{name}(?:-\w+)?\.", seed) for seed in seeds):
            yield f"{file.path}: no file of {SEEDS} has the format {name}: add one, with which fuzzing begins"
        if f'"{name}"' not in script:
            yield f"scripts/test-model-files: it does not know the format {name}: add a pattern by which its files are found"
    for name in sorted(set(listed) - set(formats)):
        yield f"docs/modelling/formats.md: no reader has the format {name}: correct the row"


def writers(tree):
    yield from compared(
        tree, "writers.def", "PARTITA_WRITER", defined(tree, "src/modelling/write/", r"^const Writer k_write_(\w+)(?: =)?\s*\{"))


def subcommands(tree):
    declared = {
        name
        for file in tree
        if file.path.startswith("tools/")
        for name in re.findall(r"^(?:static )?(?:auto|(?:std::vector<)?Command>?) add_(\w+)\([^;{]*;", file.text, re.M)
    }
    commands = re.findall(r"^PARTITA_COMMAND\((\w+)\)", tree.named("commands.def").text, re.M)
    of_model = re.findall(r"^PARTITA_MODEL_COMMAND\((\w+)\)", tree.named("model_commands.def").text, re.M)
    declared |= set(commands) | {f"model_{name}" for name in of_model}
    for name, file in sorted(defined(tree, "tools/", r"^(?:Command|auto) add_(\w+)\(CLI::App&[^;{]*\{").items()):
        # A command of one file is called there.
        if name not in declared and len(re.findall(rf"\badd_{name}\(", file.text)) == 1:
            yield f"{file.path}: nothing calls add_{name}: add its line to commands.def or model_commands.def"
    texts = "\n".join(file.text for file in tree if file.path.startswith("tests/") and "/unit/" not in file.path)
    texts += "".join(tree[page].text for page in RUN_PAGES)
    for name in of_model:
        if not re.search(rf"""\bmodel["', ]+{name}\b""", texts):
            yield f"tools: no test runs `partita model {name}`: add tests/tools/model_{name}_test.cc"
    for name in commands:
        if not re.search(rf"""["']{name}["' ]""", texts):
            yield f"tools: no test runs `partita {name}`: add tests/tools/{name}_test.cc"


SHELL = "src/console/web/app/shell.js"


def places(tree):
    """Each place of the console's navigation has a key, and the list of keys names it."""
    text = tree[SHELL].text
    keys = dict((path, key) for key, path in re.findall(r'\b(\w): "(/\w+)"', text))
    for path, name in re.findall(r'\["(/\w+)", "([^"]+)", "\w+"\]', text):
        if path not in keys:
            yield f"{SHELL}: the place {path} has no key: add one to the map in onKey"
        elif f'["g then {keys[path]}", "{name}"]' not in text:
            yield f'{SHELL}: the list of keys lacks {name}: add ["g then {keys[path]}", "{name}"] to shortcuts'


def faults(tree):
    for check in (rules, retired_rules, readers, writers, subcommands, places):
        yield from check(tree)
