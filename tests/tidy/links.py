"""Links of Markdown: the file or folder exists, and a page has the heading that an anchor names. Each page of docs/ is
in the list of docs/README.md, or can be reached from there if it is in a folder. No two of them refer to each other,
because a reader would go back and forth."""

import posixpath
import re

LINK = re.compile(r"\]\(([^)\s]+)\)")
# Records of decisions refer to each other if one completes the other.
BACK_AND_FORTH = re.compile(r"docs/(?!decisions/).*(?<!README)\.md")


def anchors_of(page):
    headings = [re.match(r"#+ (.*)", line) for _, line in page.lines_of_page]
    return {anchor_of(found[1]) for found in headings if found}


def anchor_of(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def links_of(page):
    """Triples of the line, the path of the target, and its anchor. Links to other sites are left out."""
    for number, line in page.prose:
        for target in LINK.findall(line):
            if not re.match(r"[a-z]+:", target):
                path, _, anchor = target.partition("#")
                yield number, posixpath.normpath(posixpath.join(page.folder, path)) if path else page.path, anchor


def faults(tree):
    leads_to = {page.path: set() for page in tree.pages()}
    for page in tree.pages():
        for number, path, anchor in links_of(page):
            leads_to[page.path].add(path)
            if path not in tree:
                yield f"{page.path}:{number}: the link leads to {path}, which does not exist: correct the link"
            elif anchor and path.endswith(".md") and anchor not in anchors_of(tree[path]):
                yield f"{page.path}:{number}: {path} has no heading for #{anchor}: correct the anchor"
    reached, waiting = set(), ["docs/README.md"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += [target for target in leads_to.get(path, ()) if target.startswith("docs/")]
    for path in leads_to:
        is_listed = path in leads_to.get("docs/README.md", ()) or path.count("/") > 1 or path == "docs/README.md"
        if path.startswith("docs/") and not (path in reached and is_listed):
            yield f"{path}: docs/README.md does not lead here: list the page there, under its reader"
    for path, targets in leads_to.items():
        for target in sorted(targets):
            if path < target and path in leads_to.get(target, ()) and all(map(BACK_AND_FORTH.match, (path, target))):
                yield f"{path}: it refers to {target} and {target} to it: leave out the link to the page that comes first"
