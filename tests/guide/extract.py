#!/usr/bin/env python3
"""Makes a program of a guide's code: extract.py GUIDE OUTPUT

The blocks that begin with ```cpp become declarations, in the order of the guide. Those that begin with ```cpp run
become the statements of main().
"""
import pathlib
import re
import sys

guide, output = map(pathlib.Path, sys.argv[1:])
blocks = re.findall(r"^```cpp( run)?\n(.*?)^```$", guide.read_text(), re.M | re.S)
declarations = "".join(text for run, text in blocks if not run)
statements = "".join(text for run, text in blocks if run)
assert declarations and statements, "the guide has no code"
output.parent.mkdir(parents=True, exist_ok=True)
# The program's assertions are its checks, so they must stay on in every build.
output.write_text(f"#undef NDEBUG\n#include <cassert>\n{declarations}\nint main() {{\n{statements}\n}}\n")
