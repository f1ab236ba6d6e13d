"""The files of the tree as texts, with the parts that the checks look at: comments, string literals, prose."""

import functools
import pathlib
import re
import subprocess

FOLDERS = [".ci", ".devcontainer", "bench", "cmake", "docs", "examples", "include", "packaging", "scripts", "src", "tests", "tools"]
LEFT_OUT = {"node_modules", "__pycache__", "target", "build"}
CODE = {".cc", ".h", ".def", ".js", ".mjs", ".rs", ".go", ".java", ".c"}
SCRIPTS = {".py", ".sh", ".cmake", ""}

# A comment, or a literal, whose text may look like a comment.
TOKEN = re.compile(
    r'R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"'
    r'|"(?P<text>(?:\\.|[^"\\\n])*)"'
    r"|(?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])*'"
    r"|`(?:\\.|[^`\\])*`"
    r"|(?P<line>//[^\n]*)"
    r"|(?P<block>/\*.*?\*/)",
    re.DOTALL,
)


class File:
    """One file. `path` is relative to the root of the tree, with slashes."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.name = path.rsplit("/", 1)[-1]
        self.folder = path.rsplit("/", 1)[0] if "/" in path else ""
        self.ending = "." + self.name.rsplit(".", 1)[1] if "." in self.name.lstrip(".") else ""

    @functools.cached_property
    def layer(self):
        """The layer of a file of src, such as src/engine. Of other files the first folder."""
        parts = self.path.split("/")
        return "/".join(parts[:2]) if parts[0] == "src" and len(parts) > 2 else parts[0] if len(parts) > 1 else "docs"

    @functools.cached_property
    def is_script(self):
        return self.name == "CMakeLists.txt" or (self.ending in SCRIPTS and self.text.startswith("#")) or self.ending in (
            ".py", ".sh", ".cmake")

    @functools.cached_property
    def comments(self):
        """Pairs of a line number and the text of a comment without its marks. Of a page, its prose."""
        if self.ending == ".md":
            return self.prose
        if self.ending in CODE:
            return [
                (self.line_of(found.start()), re.sub(r"^\s*(?://+|/?\*+/?)|\*/$", "", line))
                for found in TOKEN.finditer(self.text)
                if found["line"] or found["block"]
                for line in found[0].split("\n")
            ]
        if self.is_script:
            return [
                (number, found[1])
                for number, line in enumerate(self.text.split("\n"), 1)
                if (found := re.match(r"\s*#(?!!)\s?(.*)", line))
            ]
        return []

    @functools.cached_property
    def literals(self):
        """Pairs of a line number and the text between the quotes of a string literal of C++ or JavaScript."""
        if self.ending not in CODE:
            return []
        return [(self.line_of(found.start()), found["text"]) for found in TOKEN.finditer(self.text) if found["text"]]

    @functools.cached_property
    def code(self):
        """The text with blanks in place of comments and literals, so that lines keep their numbers."""
        return TOKEN.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)

    @functools.cached_property
    def prose(self):
        """The lines of a page that are no block of code, without what stands between backticks."""
        return [(number, re.sub(r"`[^`]*`", "", line)) for number, line in self.lines_of_page]

    @functools.cached_property
    def lines_of_page(self):
        """The lines of a page that are no block of code between ``` or behind four blanks."""
        lines, inside, was_blank, indented = [], False, True, False
        in_list = False
        for number, line in enumerate(self.text.split("\n"), 1):
            if re.match(r"\s*```", line):
                inside = not inside
                continue
            if not inside:
                indented = line.startswith("    ") and (was_blank or indented) and not in_list
                if not indented and line.strip():
                    lines.append((number, line))
                if re.match(r"\s*(?:[-*]|\d+\.) ", line):
                    in_list = True
                elif line and not line.startswith(" "):
                    in_list = False
            was_blank = not line.strip()
        return lines

    def line_of(self, position):
        return self.text.count("\n", 0, position) + 1


class Tree:
    """The files of a tree. A test gives them as a dict of paths and texts."""

    def __init__(self, texts, root=None):
        self.root = root
        self.files = {path: File(path, text) for path, text in sorted(texts.items())}

    @classmethod
    def read(cls, root):
        root = pathlib.Path(root)
        paths = [path for path in root.iterdir() if path.is_file()]
        for folder in FOLDERS:
            paths += [path for path in (root / folder).rglob("*") if path.is_file()]
        texts = {}
        for path in paths:
            relative = path.relative_to(root)
            if LEFT_OUT.isdisjoint(relative.parts) and not relative.parts[0].startswith(".git"):
                try:
                    texts[relative.as_posix()] = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    texts[relative.as_posix()] = ""  # a picture or a database: only its name matters
        return cls(texts, root)

    def __getitem__(self, path):
        """The file of that path. Of a file that is missing the text is empty."""
        return self.files.get(path) or File(path, "")

    def __contains__(self, path):
        return path in self.files or path in self.folders

    def __iter__(self):
        return iter(self.files.values())

    @functools.cached_property
    def folders(self):
        folders = set()
        for path in self.files:
            while "/" in path:
                path = path.rsplit("/", 1)[0]
                folders.add(path)
        return folders

    @functools.cached_property
    def added_lines(self):
        """The lines that the work tree adds to the last commit, as `FILE:LINE`. None without git."""
        if self.root is None:
            return frozenset()

        def git(*arguments):
            done = subprocess.run(["git", "-C", str(self.root), *arguments], capture_output=True, text=True)
            return done.stdout if done.returncode == 0 else ""
        added, path = set(), ""
        try:
            for line in git("diff", "--unified=0", "--no-color", "--relative", "HEAD").splitlines():
                if line.startswith("+++ b/"):
                    path = line[len("+++ b/"):]
                elif found := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
                    begin = int(found[1])
                    added |= {f"{path}:{number}" for number in range(begin, begin + int(found[2] or 1))}
            for path in git("ls-files", "--others", "--exclude-standard").splitlines():
                added |= {f"{path}:{number}" for number in range(1, self[path].text.count("\n") + 1)}
        except FileNotFoundError:  # there is no git
            pass
        return frozenset(added)

    def named(self, name):
        """The text of the only file with this name, wherever its folder is moved to."""
        found = [file for file in self if file.name == name]
        return found[0] if len(found) == 1 else File(name, "")

    def pages(self):
        return [file for file in self if file.ending == ".md"]
