"""run.py ROOT [--write] [NAME...]: tries the packages, prints a table, and fails if one does not work."""

import os
import pathlib
import re
import shutil
import sys
import tempfile
import time
import traceback

import packages

BEGIN, END = "<!-- the table of scripts/test-packages -->", "<!-- end of the table -->"


def table(rows):
    lines = ["| package | MB | tried in | seconds to the first answer | again |", "|---|---|---|---|---|"]
    for row in rows:
        first, again = row.times
        lines.append(f"| {row.package} | {row.bytes / 1e6:.1f} | {row.place} | {first:.2f} | {again:.2f} |")
    return "\n".join(lines)


def write(page, text):
    before, rest = page.read_text().split(BEGIN)
    page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.split(END)[1])


def main():
    root, *names = sys.argv[1:]
    root = pathlib.Path(root)
    writes = "--write" in names
    names = [name for name in names if name != "--write"] or packages.ALL
    version = re.search(r"project\(partita VERSION (\S+)", (root / "CMakeLists.txt").read_text()).group(1)
    files, cache = pathlib.Path(os.environ.get("PARTITA_PACKAGES", root / "build/package/files")), root / "build/package/roots"
    if not (files / "SHA256SUMS").exists():
        sys.exit(f"test-packages: {files} has no packages; run scripts/package first")
    work = pathlib.Path(tempfile.mkdtemp(prefix="partita-packages-"))
    # Users without rights must be able to enter it.
    work.chmod(0o755)
    rows, failed = [], []
    try:
        tried = packages.Packages(files, work, cache, version)
        for name in names:
            began = time.monotonic()
            try:
                rows += getattr(tried, name)()
                print(f"{name}: passed in {time.monotonic() - began:.0f} s", flush=True)
            except Exception:
                failed.append(name)
                print(f"{name}: FAILED\n{traceback.format_exc()}", flush=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(table(rows))
    if failed:
        sys.exit(f"test-packages: {len(failed)} of {len(names)} failed: {', '.join(failed)}")
    if writes:
        write(root / "docs/install.md", table(rows))


if __name__ == "__main__":
    main()
