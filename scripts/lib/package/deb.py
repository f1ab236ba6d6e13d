"""A Debian package, as deb(5) describes it: an ar archive of debian-binary, control.tar.xz and data.tar.xz."""

import hashlib

from reproducible import Entry, tar, xz


def ar(members, epoch):
    out = b"!<arch>\n"
    for name, data in members:
        out += f"{name:<16}{epoch:<12}{0:<6}{0:<6}{0o100644:<8o}{len(data):<10}`\n".encode() + data
        out += b"\n" if len(data) % 2 else b""
    return out


def package(control, files, epoch, scripts=None, conffiles=(), triggers=""):
    """`control` has the fields without Installed-Size; `files` are {path without a leading slash: Entry}; `scripts` are the
    maintainer's, such as {"postinst": text}; `triggers` are those of deb-triggers(5)."""
    size = sum(1 + len(entry.data) // 1024 for entry in files.values() if entry.data is not None)
    fields = {**control, "Installed-Size": str(size)}
    sums = "".join(
        f"{hashlib.md5(entry.data).hexdigest()}  {name}\n"
        for name, entry in sorted(files.items())
        if entry.data is not None and name not in conffiles
    )
    info = {
        "control": Entry("".join(f"{name}: {text}\n" for name, text in fields.items()).encode()),
        "md5sums": Entry(sums.encode()),
    }
    if triggers:
        info["triggers"] = Entry(triggers.encode())
    if conffiles:
        info["conffiles"] = Entry("".join(f"/{name}\n" for name in conffiles).encode())
    for name, text in (scripts or {}).items():
        info[name] = Entry(text.encode(), 0o755)
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.xz", xz(tar(info, epoch, "./"))),
        ("data.tar.xz", xz(tar(files, epoch, "./"))),
    ]
    return ar(members, epoch)
