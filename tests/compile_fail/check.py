#!/usr/bin/env python3
"""Checks what must not compile: check.py COMPILER BUILD_DIR FLAGS...

Every file of cases/ holds one mistake. It must not compile, and the compiler's output must hold each of the file's
`// message:` texts, and no more errors than its `// errors:` line says, if it has one. With -DMENDED, which mends the one
mistake, it must compile without a word.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).parent
compiler, build_dir, *flags = sys.argv[1:]
command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", "-I", str(here), *flags]


def precompile():
    """shop.h, precompiled once, as all cases begin with it."""
    folder = pathlib.Path(build_dir) / "precompiled"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shop.h").write_text(f'#include "{here}/shop.h"\n')
    is_clang = "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    target = folder / ("shop.h.pch" if is_clang else "shop.h.gch")
    build = [argument for argument in command if argument != "-fsyntax-only"]
    subprocess.run([*build, "-x", "c++-header", str(folder / "shop.h"), "-o", str(target)], check=True)
    return ["-include-pch", str(target)] if is_clang else ["-include", str(folder / "shop.h")]


def complaints(case, prelude):
    expected = re.findall(r"^// message: (.*)$", case.read_text(), re.M)
    if not expected:
        return ["names no message"]
    found = []
    broken = subprocess.run([*command, *prelude, str(case)], capture_output=True, text=True)
    # Clang's messages have the particulars in pieces.
    output = re.sub(r'"}, (?:partita::model::)?fixed_string<\d+>{"', "", broken.stderr).replace('\\"', '"')
    if broken.returncode == 0:
        found.append("compiles with its mistake")
    found += [f"the compiler does not say: {text}\n{output[:3000]}" for text in expected if text not in output]
    most = re.search(r"^// errors: (\d+)$", case.read_text(), re.M)
    errors = re.findall(r"^.*\berror: .*$", broken.stderr, re.M)
    if most and len(errors) > int(most[1]):
        found.append("the compiler says more than that:\n" + "\n".join(error[:300] for error in errors))
    mended = subprocess.run([*command, *prelude, "-DMENDED", str(case)], capture_output=True, text=True)
    if mended.returncode != 0 or mended.stderr:
        found.append("does not compile when mended:\n" + mended.stderr[:3000])
    return found


prelude = precompile()
cases = sorted((here / "cases").glob("*.cc"))
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(lambda case: complaints(case, prelude), cases))
failed = 0
for case, found in zip(cases, results):
    for one in found:
        print(f"{case.name}: {one}")
    failed += bool(found)
print(f"{len(cases) - failed} passed, {failed} failed, 0 skipped")
sys.exit(failed != 0 or not cases)
