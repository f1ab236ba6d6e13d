"""Files that comments and pages name exist: those with the endings of FILE, wherever they are, and those with a path from the
root of the tree. Names without such a path and with another ending are not seen, because many are those of users' files."""

import fnmatch
import posixpath
import re

FILE = re.compile(r"(?<![\w./<>*{}$%\[-])((?:[\w.-]+/)*[\w-]+\.(?:cc|h|def|md|cmake|py|sh|js))(?![\w*<{(]|\.\w)")
# A path from the root of the tree, with or without an ending.
FROM_ROOT = re.compile(
    r"(?<![\w./<>*{}$%-])((?:bench|cmake|docs|examples|include/partita|packaging|scripts|src|tests|tools)/[\w./-]*\w)(?![\w*<{])")
# A path from the root of the tree with a wildcard in its last part.
PATTERN = re.compile(
    r"(?<![\w./<>*{}$%-])((?:bench|cmake|docs|examples|include/partita|packaging|scripts|src|tests|tools)/(?:[\w.-]+/)*[\w.-]*\*[\w.-]*)(?![\w*<{/])")
# Names in texts that are not those of files of the tree.
OF_OTHERS = {
    "report.md",  # what `partita model design -o` writes
    "Node.js", "mithril.js", "entity.js",  # other programs, and a file of theirs
    "STACK.js",  # an argument
    "aio.py", "entities.py", "writers.py", "patterns.py",  # of generated packages
    "systems.def",  # what CMake makes in the build
    "tests/engine", "tests/upgrade/upgrade_tests",  # an argument of scripts/check, and a target
    "docs/api-quirks",  # of another project
    "tests/tier3/error-messages", "tests/tier3/limits", "tests/unit/auth/aws4_testsuite",  # folders of published suites
}


def exists(tree, file, name, known):
    """Whether the name is that of a file, from the root, from the folder of `file`, or the end of the path of one."""
    return (
        name in tree
        or posixpath.normpath(posixpath.join(file.folder, name)) in tree
        or any(path == name or path.endswith("/" + name) for path in known.get(name.rsplit("/", 1)[-1], ()))
    )


def faults(tree):
    known = {}
    paths = {file.path for file in tree} | {file.folder for file in tree}
    for file in tree:
        known.setdefault(file.name, []).append(file.path)
    for file in tree:
        if file.path == "CHANGELOG.md":
            continue  # it names what there was
        lines = file.lines_of_page if file.ending == ".md" else file.comments
        for number, line in lines:
            for name in FILE.findall(line):
                if name not in OF_OTHERS and not exists(tree, file, name, known):
                    yield f"{file.path}:{number}: there is no file {name}: correct the name"
            for name in PATTERN.findall(line):
                name = name.rstrip(".")
                if any(name.startswith(other) for other in OF_OTHERS):
                    continue
                if not any(fnmatch.fnmatchcase(path, name) for path in paths):
                    yield f"{file.path}:{number}: there is no file like {name}: correct the pattern"
            for name in FROM_ROOT.findall(line):
                if FILE.fullmatch(name) or any(name == other or name.startswith(other + "/") for other in OF_OTHERS):
                    continue
                both = [name, posixpath.join(file.folder, name)]
                if not any(path + end in tree for path in both for end in ("", ".h", ".cc", ".py", ".md")):
                    yield f"{file.path}:{number}: there is no file or folder {name}: correct the name"
