"""A wheel with the command and the Python package of packaging/python.

Sources: the binary distribution format (packaging.python.org/specifications/binary-distribution-format) and the platform
tags (.../platform-compatibility-tags). The command needs no C library, so one wheel serves glibc and musl.
"""

import base64
import hashlib

from reproducible import Entry, from_disk, zip_of

PLATFORMS = {
    "amd64": "manylinux_2_5_x86_64.manylinux1_x86_64.manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
}


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def name_of(version, arch):
    return f"partita-{version}-py3-none-{PLATFORMS[arch]}.whl"


def wheel(files, arch, version, description, python_dir, epoch):
    """`files` has the command and the texts of its architecture; `python_dir` is packaging/python."""
    info = f"partita-{version}.dist-info/"
    entries = {"partita/bin/partita": Entry(files["partita"], 0o755)}
    for path in sorted((python_dir / "partita").rglob("*.py")):
        entries[path.relative_to(python_dir).as_posix()] = from_disk(path)
    entries["partita/py.typed"] = Entry(b"")
    entries[info + "licenses/LICENSE"] = Entry(files["license"])
    entries[info + "licenses/THIRD-PARTY"] = Entry(files["third_party"])
    entries[info + "sboms/sbom.spdx.json"] = Entry(files["sbom"])
    tags = [f"py3-none-{platform}" for platform in PLATFORMS[arch].split(".")]
    wheel_text = "Wheel-Version: 1.0\nGenerator: scripts/package\nRoot-Is-Purelib: false\n"
    entries[info + "WHEEL"] = Entry((wheel_text + "".join(f"Tag: {tag}\n" for tag in tags)).encode())
    metadata = (python_dir / "METADATA").read_text().replace("@VERSION@", version)
    entries[info + "METADATA"] = Entry((metadata + "\n" + description).encode())
    entries[info + "entry_points.txt"] = from_disk(python_dir / "entry_points.txt")
    record = "".join(record_line(name, entry.data) for name, entry in sorted(entries.items()))
    entries[info + "RECORD"] = Entry((record + info + "RECORD,,\n").encode())
    return zip_of(entries, epoch)
