"""Archives whose bytes depend only on their contents: names are sorted, owners are root, and all times are one time."""

import gzip
import io
import lzma
import os
import tarfile
import zipfile


class Entry:
    """A file, a directory (without data) or a link of an archive. `mode` has the permissions."""

    def __init__(self, data=None, mode=0o644, link=None, owner=0):
        self.data, self.mode, self.link, self.owner = data, mode, link, owner


def from_disk(path):
    with open(path, "rb") as file:
        return Entry(file.read(), 0o755 if os.access(path, os.X_OK) else 0o644)


def with_parents(entries):
    """The entries, and a directory for each folder above one of them."""
    out = dict(entries)
    for name in entries:
        parts = name.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            folder = "/".join(parts[:count])
            if folder not in ("", "."):
                out.setdefault(folder, Entry(None, 0o755))
    return out


def tar(entries, epoch, prefix=""):
    """The bytes of a tar archive of {name: Entry}."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, entry in sorted(with_parents(entries).items()):
            info = tarfile.TarInfo(prefix + name)
            info.mtime, info.mode, info.uid, info.gid = epoch, entry.mode, entry.owner, entry.owner
            info.uname = info.gname = "root" if entry.owner == 0 else ""
            if entry.link is not None:
                info.type, info.linkname = tarfile.SYMTYPE, entry.link
                archive.addfile(info)
            elif entry.data is None:
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                info.size = len(entry.data)
                archive.addfile(info, io.BytesIO(entry.data))
    return buffer.getvalue()


def gz(data):
    return gzip.compress(data, compresslevel=9, mtime=0)


def xz(data):
    return lzma.compress(data, preset=9)


def zip_of(entries, epoch, first=None):
    """The bytes of a zip archive of {name: Entry}, without directories. `first` is the name of the first entry, if the format
    asks for one. A zip's times begin with 1980."""
    import time

    moment = max(time.gmtime(epoch)[:6], (1980, 1, 1, 0, 0, 0))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, entry in sorted(entries.items(), key=lambda one: (one[0] != first, one[0])):
            info = zipfile.ZipInfo(name, moment)
            info.external_attr = (0o100000 | entry.mode) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, so that the permissions count
            archive.writestr(info, entry.data)
    return buffer.getvalue()
