#!/usr/bin/env python3
"""Tests of check and check_rooms: each accepts a small tree and refuses one with each kind of fault."""

import pathlib
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
OTHERS = [f"other{letter}" for letter in "abcdefgh"]
TREE = {
    "CMakeLists.txt": "partita_layer(base)\npartita_layer(value DEPENDS base)\n"
    + "".join(f"partita_layer({name})\n" for name in OTHERS)
    + "partita_rooms(value low high BOTTOM texts.h TOP whole.h)\n",
    "src/base/clock.h": "#include <memory>\n",
    "src/value/texts.h": "",
    "src/value/low/a.h": '#include "base/clock.h"  // a clock\n#include "value/texts.h"\n',
    "src/value/high/b.h": '#include "value/low/a.h"\n  # include <partita/x.h>\n',
    "src/value/whole.h": '#include "value/high/b.h"\n',
    "include/partita/x.h": "", "tools/x.cc": "", "tests/x.cc": "", "examples/x.cc": "",
    **{f"src/{name}/x.h": "" for name in OTHERS},
}  # fmt: skip


class LayeringTest(unittest.TestCase):
    def said(self, check, texts):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**TREE, **texts}.items():
                file = pathlib.Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            done = subprocess.run([HERE / check, folder], capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def refuses(self, check, path, text, *parts):
        code, said = self.said(check, {path: text})
        self.assertEqual(code, 1, said)
        for part in parts:
            self.assertIn(part, said)

    def test_a_tree_in_order(self):
        self.assertEqual(self.said("check", {}), (0, ""))
        self.assertEqual(self.said("check_rooms", {})[0], 0)

    def test_a_layer_that_may_not_be_known(self):
        for include in ('"value/texts.h"', "<value/texts.h>"):
            self.refuses("check", "src/base/a.h", f"\n#include {include}\n", "src/base/a.h:2: base includes a header of value")

    def test_paths_that_do_not_begin_at_a_layer(self):
        for include in ('"low/a.h"', "<low/a.h>", '"texts.h"'):
            self.refuses("check", "src/value/b.h", f"#include {include}\n", "src/value/b.h:1: the include begins at the folder")
        self.refuses("check", "src/value/b.h", '#include "low/../texts.h"\n', "includes that reach upwards", "b.h:1")
        self.refuses("check", "src/value/b.h", "#include <src/value/texts.h>\n", "from the root of the tree", "b.h:1")

    def test_includes_that_are_not_plain_lines(self):
        for line in ('/* */ #include "base/clock.h"', '/*\n*/ #include "base/clock.h"', "#include CLOCK", "#/**/include <memory>",
                     '#include/**/"base/clock.h"', '#include\\\n"base/clock.h"', '#\\\ninclude "base/clock.h"',
                     '%:include "base/clock.h"', "#include_next <memory>"):
            self.refuses("check", "src/value/b.def", line + "\n", "no plain line", "src/value/b.def:")

    def test_a_room_above(self):
        for include in ('"value/high/b.h"', "<value/high/b.h>"):
            self.refuses("check_rooms", "src/value/low/a.h", f"#include {include}\n", "src/value/low/a.h:1: low includes high/b.h")
        self.refuses("check_rooms", "src/value/texts.h", '#include "value/low/a.h"\n', "BOTTOM includes low/a.h")

    def test_a_file_without_a_place(self):
        self.refuses("check_rooms", "src/value/loose.h", "", "src/value/loose.h is in no room")
        self.refuses("check_rooms", "src/value/middle/x.h", "", "src/value/middle is not in the line")


if __name__ == "__main__":
    unittest.main()
