"""Numbered lists of pages count 1, 2, 3, and no list or paragraph of a layer's README is too long to be read. The
README and the list of pages stay short. Each word of the glossary has one entry."""

import re

ITEM = re.compile(r"^( *)(\d{1,2})\. \S")
MOST_ITEMS = 16
MOST_WORDS = 150
MOST_BYTES = {"README.md": 12 * 1024, "docs/README.md": 2 * 1024}


def numbering(lines):
    """Pairs of a line and what is wrong with its number. `lines` are pairs of a number and a text without its marks. A
    list may go on after a paragraph, and a heading ends it. A new one begins only after a line that is in no list."""
    next_of, last, in_paragraph = {}, -1, False  # the next number by the indentation
    begun = set()  # the indentations of lists that a 1 cannot begin anew
    for number, line in lines:
        found = ITEM.match(line)
        if number > last + 1:
            in_paragraph = not found and not line.startswith((" ", "#", "-", "*", "|"))
        # A line of a paragraph may begin with a number. Only 1 begins a list there.
        if found and (not in_paragraph or found[2] == "1"):
            indent, value, in_paragraph = len(found[1]), int(found[2]), False
            next_of = {other: following for other, following in next_of.items() if other <= indent}
            wanted = next_of.get(indent, 1)
            begun = {other for other in begun if other <= indent}
            if value != wanted and (value != 1 or indent in begun):
                yield number, f"the number is {value}, and {wanted} comes next"
            next_of[indent] = value + 1
            begun.add(indent)
        elif re.match(r"#+ ", line):
            next_of, in_paragraph = {}, False
        if not found:
            begun = {other for other in begun if other < len(line) - len(line.lstrip())}
        last = number


def long_parts(page):
    text = re.sub(r"^```.*?^```$", "", page.text, flags=re.S | re.M)
    for part in re.split(r"\n\s*\n", text):
        begin = " ".join(part.split()[:5])
        items = len(re.findall(r"^(?:\d+\.|-) ", part, re.M))
        if items > MOST_ITEMS:
            yield f"{page.path}: the list that begins with {begin!r} has {items} items: group them below headings, \
{MOST_ITEMS} at most in each"
        if not items and not part.startswith("|") and len(part.split()) > MOST_WORDS:
            yield f"{page.path}: the paragraph that begins with {begin!r} has {len(part.split())} words: divide it, \
{MOST_WORDS} at most in each"


def glossary(page):
    entries = {}
    for number, line in page.lines_of_page:
        found = re.match(r"\| ([^|]+) \| ", line)
        if found and found[1] != "word" and not found[1].startswith("-"):
            for word in found[1].split(", "):
                if word in entries:
                    yield f"{page.path}:{number}: the word {word!r} has an entry in line {entries[word]} too: write one"
                entries[word] = number


def faults(tree):
    for file in tree:
        if file.ending == ".md":
            for number, fault in numbering(file.lines_of_page):
                yield f"{file.path}:{number}: {fault}: number the list anew"
        if re.fullmatch(r"src/.*README\.md", file.path):
            yield from long_parts(file)
    for path, most in MOST_BYTES.items():
        if len(tree[path].text.encode()) > most:
            yield f"{path}: it has more than {most} bytes: move a part to a page of docs/ and refer to that"
    yield from glossary(tree["docs/glossary.md"])
