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


poll_s = 0.005
legend = """
The seconds are the clock's, the shortest of three runs. The memory is the most of three runs.
"peak" counts all pages that the compiler uses, as the kernel counts them for a process.
"own" counts the pages among them that belong only to the process (RssAnon, read every 5 ms). The others are unchanged
pages of files that the kernel maps: the compiler's program and the precompiled header. Compilations that run at once
share them.
"""


def compiled(arguments):
    """Returns the seconds on the clock, the peak of memory in MB, and the peak of the compiler's own memory in MB."""
    command = ["g++", "-std=c++20", "-O0", "-I", str(root / "include"), *arguments]
    begin = time.monotonic()
    driver = subprocess.Popen(command)
    own_kb = 0
    while True:
        ended, status, usage = os.wait4(driver.pid, os.WNOHANG)
        if ended:
            break
        own_kb = max([own_kb, *map(rss_anon_kb, children(driver.pid))])
        time.sleep(poll_s)
    driver.returncode = os.waitstatus_to_exitcode(status)
    if status:
        sys.exit("it does not compile")
    return time.monotonic() - begin, usage.ru_maxrss / 1024, own_kb / 1024


def children(process):
    """Returns the processes that the driver has started: the compiler, later the assembler."""
    return pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()


def rss_anon_kb(process):
    """Returns 0 for a process that has ended in the meantime."""
    try:
        lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("RssAnon:")), 0)


def show(name, arguments):
    runs = [compiled(arguments) for _ in range(3)]
    seconds, peak, own = min(run[0] for run in runs), max(run[1] for run in runs), max(run[2] for run in runs)
    print(f"{name:46} {seconds:5.1f} s {peak:6.0f} MB {own:6.0f} MB", flush=True)


print(subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0])
print(f"{'':46} {'clock':>7} {'peak':>9} {'own':>9}")
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
print(legend, end="")
