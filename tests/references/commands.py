#!/usr/bin/env python3
"""commands.py PARTITA ROOT: compares the command lines of `partita` in the pages with the command: each subcommand and each
option of a line must be in its --help-all."""

import functools
import pathlib
import re
import shlex
import subprocess
import sys

# A code span, or a line of a block, that begins with the command, perhaps behind a prompt, variables, or a runner of packages.
SPAN = re.compile(r"`((?:[A-Z_]+=\S* )*(?:npx |uvx )?partita [^`]+)`")
LINE = re.compile(r"^\s*(?:\$ |RUN |ExecStart=\S*/)?((?:[A-Z_]+=\S+ )*(?:sudo )?(?:npx |uvx )?partita .+)$")
# The line goes on with another command, or with a comment.
END = re.compile(r"^(\||\|\||&&|&|;|>|>>|<|2>|2>&1|#.*|\(.*)$")


@functools.cache
def help_of(partita, path):
    """The options of `partita PATH...`, or None if there is no such subcommand."""
    texts = [
        subprocess.run([partita, *path, option], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL) for option in ("--help", "--help-all")
    ]
    # Only a subcommand with more options than --help shows has --help-all.
    if texts[0].returncode != 0:
        return None
    shown = "".join(done.stdout for done in texts if done.returncode == 0)
    return set(re.findall(r"(?<![\w-])(--?[a-z][a-z0-9-]*)", shown)) | {"--help", "--help-all", "-h"}


def words_of(text):
    """The words of the first command of a line, without variables in front of it and without the runner."""
    try:
        words = shlex.split(text.rstrip("\\"), comments=True)
    except ValueError:  # a quotation goes on in the next line
        words = text.rstrip("\\").split()
    while words and words[0] != "partita":
        words.pop(0)
    out = []
    for word in words[1:]:
        if END.match(word):
            break
        out.append(word.rstrip(";"))
        if word.endswith(";"):
            break
    return out


def faults_of(partita, text):
    words = words_of(text)
    path = ()
    while words and re.fullmatch(r"[a-z][a-z-]*", words[0]) and help_of(partita, path + (words[0],)) is not None:
        path += (words.pop(0),)
    if not path:
        known = {"--version", "--help", "--help-all", "--json"}
        return [f"{words[0]} is not a subcommand"] if words and words[0] not in known and re.fullmatch(r"[a-z]+", words[0]) else []
    options = help_of(partita, path)
    out = []
    for word in words:
        # Behind "..." or a choice, the line is one of several subcommands.
        if word in ("--", "...") or "|" in word:
            break
        name = word.split("=")[0]
        if re.fullmatch(r"--?[a-z][a-z0-9-]*", name) and name not in options:
            out.append(f"`partita {' '.join(path)}` has no option {name}")
    return out


def lines_of(page):
    """The command lines of a page with their numbers."""
    text = ""
    for number, line in enumerate(page.read_text().split("\n"), 1):
        for span in SPAN.findall(line):
            yield number, span
        found = LINE.match(text + line.strip() if text else line)
        text = ""
        if not found:
            continue
        if found[1].endswith("\\"):
            text = found[1][:-1]
            continue
        yield number, found[1]


def main():
    partita, root = sys.argv[1], pathlib.Path(sys.argv[2])
    pages = [root / "README.md", *sorted(root.glob("docs/**/*.md")), *sorted(root.glob("packaging/**/*.md"))]
    count = faults = 0
    for page in pages:
        for number, line in lines_of(page):
            count += 1
            for fault in faults_of(partita, line):
                faults += 1
                print(f"{page.relative_to(root)}:{number}: {fault}: {line}")
    print(f"{count} command lines of {len(pages)} pages")
    return 1 if faults or count < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
