#!/usr/bin/env python3
"""Compiles generated models and prints seconds and memory of each: measure.py PROJECT_ROOT"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import generate

root = pathlib.Path(sys.argv[1])
headers = "#include <partita/model.h>\n"
readme = (root / "tests/install/example/model.cc").read_text()
cases = [
    ("the headers", headers),
    ("the README's model", readme),
    ("50 entities with 4 keys each", generate.model(50) + generate.checked()),
    ("50 entities, 400 planned queries", generate.model(50) + generate.queries(50, 400, generate.planned)),
    ("50 entities, 400 planned queries, 100 called", generate.model(50) + generate.queries(50, 400, generate.planned)
     + generate.queries(50, 100, generate.called, "C")),
]


def compiled(arguments):
    """Seconds on the clock and the most memory, in MB."""
    command = ["g++", "-std=c++20", "-O0", "-I", str(root / "include"), *arguments]
    begin = time.monotonic()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("it does not compile")
    return time.monotonic() - begin, usage.ru_maxrss / 1024


def show(name, arguments):
    runs = [compiled(arguments) for _ in range(3)]
    seconds, megabytes = min(run[0] for run in runs), max(run[1] for run in runs)
    print(f"{name:46} {seconds:5.1f} s {megabytes:6.0f} MB")


print(subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0])
with tempfile.TemporaryDirectory() as directory:
    folder = pathlib.Path(directory)
    source = folder / "model.cc"
    for name, text in cases:
        source.write_text(text)
        show(name, ["-c", str(source), "-o", "/dev/null"])
    # The installed CMake package does the same for a target that links partita::model.
    header = folder / "precompiled.h"
    header.write_text(headers)
    show("precompiling the headers", ["-x", "c++-header", str(header), "-o", f"{header}.gch"])
    source.write_text(readme)
    show("the README's model, headers precompiled", ["-include", str(header), "-c", str(source), "-o", "/dev/null"])
