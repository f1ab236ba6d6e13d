"""The examples of the pages: blocks with a fence, and blocks that are indented by four spaces."""

import pathlib
import re

# The pages that users read. Other tests have the pages below docs/decisions and the READMEs of folders of code.
PAGES = ["README.md", "SECURITY.md", "docs/*.md", "docs/modelling/*.md", "packaging/*/README.md"]
FENCED = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```$", re.M | re.S)
INDENTED = re.compile(r"(?:(?<=\n\n)|\A)((?:    [^\n]*\n|\n(?=    ))+)")


class Block:
    def __init__(self, page, line, language, text):
        self.page, self.line, self.language, self.text = page, line, language, text
        self.taken = False

    @property
    def first(self):
        return self.text.lstrip("\n").split("\n", 1)[0].strip()

    def __str__(self):
        return f"{self.page}:{self.line}: {self.first}"


def line_of(match):
    return match.string.count("\n", 0, match.start()) + 1


def blocks_of(name, text):
    for match in FENCED.finditer(text):
        yield Block(name, line_of(match), match.group(2), re.sub(f"^{match.group(1)}", "", match.group(3), flags=re.M))
    without = FENCED.sub(lambda match: "x\n" * match.group(0).count("\n") + "x", text)
    for match in INDENTED.finditer(without):
        yield Block(name, line_of(match), "", re.sub("^    ", "", match.group(1), flags=re.M))


class Pages:
    def __init__(self, root):
        self.blocks = []
        for pattern in PAGES:
            for path in sorted(pathlib.Path(root).glob(pattern)):
                self.blocks += blocks_of(path.relative_to(root).as_posix(), path.read_text())

    def text(self, page, first):
        """The text of the one block of the page that begins with `first`, for an example that needs it beside its own."""
        [found] = [block for block in self.blocks if block.page == page and block.text.startswith(first)]
        return found.text

    def take(self, page, first, language=None):
        """The text of the one block of the page that begins with `first`. It then counts as run."""
        found = [
            block for block in self.blocks if block.page == page and block.text.startswith(first) and language in (None, block.language)
        ]
        if len(found) != 1:
            raise AssertionError(f"{page} has {len(found)} blocks that begin with '{first}': {', '.join(map(str, found))}")
        found[0].taken = True
        return found[0].text
