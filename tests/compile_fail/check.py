#!/usr/bin/env python3
"""Checks code that must not compile: check.py COMPILER BUILD_DIR FLAGS...

Every file of cases/ holds one mistake. It must not compile. The compiler's output must hold each of the file's
`// message:` texts. If the file has a line `// errors:`, the output must not hold more errors than that line says.
Clang continues after errors at which GCC stops, so with Clang the first error must be one of the messages. With
-DMENDED, which mends the one mistake, the file must compile without any output.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).parent
compiler, build_dir, *flags = sys.argv[1:]
build_dir = pathlib.Path(build_dir)
command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-fsyntax-only", "-I", str(here), *flags]


def compile_one(*arguments):
    return subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True)


is_clang = "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout


def precompile():
    """Precompiles shop.h, because all cases begin with it."""
    folder = build_dir / "precompiled"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shop.h").write_text(f'#include "{here}/shop.h"\n')
    target = folder / ("shop.h.pch" if is_clang else "shop.h.gch")
    build = [argument for argument in command if argument != "-fsyntax-only"]
    subprocess.run([*build, "-x", "c++-header", str(folder / "shop.h"), "-o", str(target)], check=True)
    return ["-include-pch", str(target)] if is_clang else ["-include", str(folder / "shop.h")]


def faults_of_mistake(case):
    expected = re.findall(r"^// message: (.*)$", case.read_text(), re.M)
    if not expected:
        return ["names no message"]
    found = []
    broken = compile_one(*prelude, case)
    # Clang splits the particulars of a message into pieces.
    output = re.sub(r'"}, (?:partita::model::)?fixed_string<\d+>{"', "", broken.stderr).replace('\\"', '"')
    if broken.returncode == 0:
        found.append("compiles with its mistake")
    found += [f"the compiler does not say: {text}\n{output[:3000]}" for text in expected if text not in output]
    most = re.search(r"^// errors: (\d+)$", case.read_text(), re.M)
    errors = re.findall(r"^.*\berror: .*$", broken.stderr, re.M)
    if most and is_clang:
        if errors and not any(text in errors[0] for text in expected):
            found.append(f"the compiler says first: {errors[0][:300]}")
    elif most and len(errors) > int(most[1]):
        found.append("the compiler says more than that:\n" + "\n".join(error[:300] for error in errors))
    return found


def faults_when_mended(case):
    mended = compile_one(*prelude, "-DMENDED", case)
    return ["does not compile when mended:\n" + mended.stderr[:3000]] if mended.returncode != 0 or mended.stderr else []


def faults_when_mended_together(number, batch):
    """Compiles the mended forms of a batch in one file, each in a namespace of its own, because that is much cheaper
    than one compilation for each. If the compiler prints a message, each case is compiled separately to find the
    faulty one."""
    together = build_dir / f"mended_{number}.cc"
    together.write_text('#include "shop.h"\n' + "".join(
        f'namespace mended_{case.stem} {{\n#include "{case}"\n}}\n' for case in batch))
    result = compile_one(*prelude, "-DMENDED", together)
    if result.returncode == 0 and not result.stderr:
        return {}
    return {case: faults_when_mended(case) for case in batch} | (
        {} if result.stderr else {batch[0]: [f"{together} does not compile"]})


prelude = precompile()
cases = sorted((here / "cases").glob("*.cc"))
# A specialization of a library's template cannot be in a namespace of the case's own.
alone = [case for case in cases if re.search(r"^template <>", case.read_text(), re.M)]
shared = [case for case in cases if case not in alone]
batches = [shared[start:start + 24] for start in range(0, len(shared), 24)]

faults = {case: [] for case in cases}
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    mended = [pool.submit(faults_when_mended_together, number, batch) for number, batch in enumerate(batches)]
    mended += [pool.submit(lambda case=case: {case: faults_when_mended(case)}) for case in alone]
    for case, found in zip(cases, pool.map(faults_of_mistake, cases)):
        faults[case] += found
    for one in mended:
        for case, found in one.result().items():
            faults[case] += found
for case, found in faults.items():
    for one in found:
        print(f"{case.name}: {one}")
failed = sum(map(bool, faults.values()))
print(f"{len(cases) - failed} passed, {failed} failed, 0 skipped")
sys.exit(failed != 0 or not cases)
