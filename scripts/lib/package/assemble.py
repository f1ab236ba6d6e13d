"""assemble.py ROOT OUT VERSION COMMIT EPOCH ARCH...: makes all packages of the commands that scripts/package has built in
ROOT/build/package/ARCH, and their sums, into OUT."""

import datetime
import gzip
import hashlib
import os
import pathlib
import subprocess
import sys

import deb
import go
import java
import npm
import oci
import sbom
import wheel
from reproducible import Entry, from_disk, gz, tar, xz

CPUS = {"amd64": "x86_64", "arm64": "aarch64"}
DESCRIPTION = "A database with the API of Amazon DynamoDB"


class Packages:
    def __init__(self, root, out, version, commit, epoch):
        self.root, self.out, self.version, self.commit, self.epoch = root, out, version, commit, epoch
        moment = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
        self.created = moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def files_of(self, arch):
        """The command of the architecture and the texts that go with it in each package."""
        arch_dir = self.root / "build/package" / arch
        libraries = sbom.libraries(arch_dir, compiler_libraries())
        return {
            "partita": (arch_dir / "partita").read_bytes(),
            "license": (self.root / "LICENSE").read_bytes(),
            "third_party": sbom.third_party(libraries).encode(),
            "sbom": sbom.spdx(libraries, self.version, self.commit, arch, self.created).encode(),
        }

    def write(self, name, data):
        (self.out / name).write_bytes(data)

    def tarball(self, files, arch):
        top = f"partita-{self.version}-linux-{CPUS[arch]}"
        entries = {"partita": Entry(files["partita"], 0o755), **self.texts(files)}
        archive = tar(entries, self.epoch, top + "/")
        self.write(top + ".tar.gz", gz(archive))
        self.write(top + ".tar.xz", xz(archive))

    def texts(self, files):
        """The licences, the list of libraries, the manual page and the completions, by their names in the tarball."""
        out = {
            "LICENSE": Entry(files["license"]),
            "THIRD-PARTY": Entry(files["third_party"]),
            "sbom.spdx.json": Entry(files["sbom"]),
            "partita.service": from_disk(self.root / "packaging/partita.service"),
        }
        for path in sorted((self.root / "build/package/texts").rglob("*")):
            if path.is_file():
                out[path.relative_to(self.root / "build/package/texts").as_posix()] = from_disk(path)
        return out

    def debian(self, files, arch):
        doc = "usr/share/doc/partita/"
        entries = {
            "usr/bin/partita": Entry(files["partita"], 0o755),
            "usr/lib/systemd/system/partita.service": from_disk(self.root / "packaging/partita.service"),
            doc + "copyright": Entry(files["license"] + b"\n" + files["third_party"]),
            doc + "sbom.spdx.json": Entry(files["sbom"]),
            doc + "changelog.Debian.gz": Entry(gzip.compress(self.changelog(), mtime=0)),
        }
        places = {
            "man/": "usr/share/man/man1/",
            "completions/bash/": "usr/share/bash-completion/completions/",
            "completions/zsh/": "usr/share/zsh/vendor-completions/",
            "completions/fish/": "usr/share/fish/vendor_completions.d/",
        }
        for name, entry in self.texts(files).items():
            for begin, place in places.items():
                if name.startswith(begin):
                    packed = begin == "man/"
                    data = gzip.compress(entry.data, mtime=0) if packed else entry.data
                    entries[place + name[len(begin):] + (".gz" if packed else "")] = Entry(data)
        control = {
            "Package": "partita",
            "Version": f"{self.version}-1",
            "Architecture": arch,
            "Maintainer": "The Partita developers <partita@localhost>",
            "Section": "database",
            "Priority": "optional",
            "Description": f"{DESCRIPTION}\n A server for every AWS SDK, and tools for data models. The command has all of its\n libraries inside.",
        }
        scripts = {name: (self.root / "packaging/debian" / name).read_text() for name in ("postinst", "prerm", "postrm")}
        self.write(f"partita_{self.version}-1_{arch}.deb", deb.package(control, entries, self.epoch, scripts))

    def debian_library(self, files):
        """The library for programs in C++, which scripts/package has installed into build/package/library/root."""
        made = self.root / "build/package/library"
        entries = {
            path.relative_to(made / "root").as_posix(): Entry(link=os.readlink(path)) if path.is_symlink() else from_disk(path)
            for path in sorted((made / "root").rglob("*"))
            if path.is_symlink() or path.is_file()
        }
        doc = "usr/share/doc/libpartita-dev/"
        entries[doc + "copyright"] = Entry(files["license"])
        entries[doc + "changelog.Debian.gz"] = Entry(gzip.compress(self.changelog(), mtime=0))
        control = {
            "Package": "libpartita-dev",
            "Version": f"{self.version}-1",
            "Architecture": "amd64",
            "Maintainer": "The Partita developers <partita@localhost>",
            "Section": "libdevel",
            "Priority": "optional",
            # The headers of the model layer include some of Boost. The library loads curl for endpoints and the solver for
            # designs when they are needed.
            "Depends": (made / "depends").read_text().strip() + ", libboost1.81-dev, libcurl4",
            "Recommends": "coinor-libcbc3",
            "Description": f"{DESCRIPTION}, for programs in C++\n The library, its headers, and its files for CMake and pkg-config.",
        }
        self.write(f"libpartita-dev_{self.version}-1_amd64.deb", deb.package(control, entries, self.epoch, triggers="activate-noawait ldconfig\n"))

    def changelog(self):
        date = datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc).strftime("%a, %d %b %Y %H:%M:%S +0000")
        return (
            f"partita ({self.version}-1) stable; urgency=medium\n\n  * See CHANGELOG.md of Partita {self.version}.\n\n"
            f" -- The Partita developers <partita@localhost>  {date}\n"
        ).encode()

    def python(self, files, arch):
        description = (self.root / "packaging/python/README.md").read_text()
        data = wheel.wheel(files, arch, self.version, description, self.root / "packaging/python", self.epoch)
        self.write(wheel.name_of(self.version, arch), data)

    def node(self, files, arch):
        data = npm.platform_package(files, arch, self.version, self.epoch)
        self.write(f"{npm.platform_name(arch)}-{self.version}.tgz", data)

    def jars(self, by_arch, license_text):
        classes = self.root / "build/package/java/classes"
        out = java.extension_files(self.root / "packaging/java", by_arch, classes, license_text, self.version, self.epoch)
        for arch, files in by_arch.items():
            out.update(java.platform_files(files, arch, self.version, self.epoch))
        for name, data in out.items():
            self.write(name, data)

    def make(self, archs):
        self.out.mkdir(parents=True, exist_ok=True)
        for old in self.out.iterdir():
            old.unlink()
        by_arch = {arch: self.files_of(arch) for arch in archs}
        for arch, files in by_arch.items():
            self.tarball(files, arch)
            self.debian(files, arch)
            self.python(files, arch)
            self.node(files, arch)
            image = oci.archive(arch, files, self.version, self.commit, self.epoch)
            self.write(f"partita-{self.version}-image-{arch}.tar", image)
            self.write(f"partita-{self.version}-linux-{CPUS[arch]}.spdx.json", files["sbom"])
        self.debian_library(by_arch["amd64"])
        license_text = (self.root / "LICENSE").read_bytes()
        self.write(
            f"partita-{self.version}.tgz", npm.main_package(self.root / "packaging/npm", license_text, self.version, self.epoch)
        )
        self.jars(by_arch, license_text)
        modules = go.proxy(self.root / "packaging/go", by_arch, license_text, self.version, self.created, self.epoch)
        self.write(f"partita-go-{self.version}.tar.gz", modules)
        install = (self.root / "packaging/install.sh").read_text().replace("@VERSION@", self.version)
        self.write("install.sh", install.encode())
        sums = "".join(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(self.out.iterdir())
        )
        self.write("SHA256SUMS", sums.encode())


def compiler_libraries():
    """The C and C++ libraries, which the linker takes from the compiler's packages: {source: (version, copyright)}."""
    out = {}
    for source, package in {"glibc": "libc6-dev", "gcc-12": "libstdc++-12-dev"}.items():
        version = subprocess.check_output(["dpkg-query", "-W", "-f", "${source:Version}", package], text=True)
        folder = "gcc-12-base" if source == "gcc-12" else package
        out[source] = (version, pathlib.Path("/usr/share/doc", folder, "copyright").read_text(errors="replace"))
    version = subprocess.check_output(["dpkg-query", "-W", "-f", "${source:Version}", "node-mithril"], text=True)
    out["node-mithril"] = (version, pathlib.Path("/usr/share/doc/node-mithril/copyright").read_text(errors="replace"))
    return out


if __name__ == "__main__":
    root, out, version, commit, epoch, *archs = sys.argv[1:]
    Packages(pathlib.Path(root).resolve(), pathlib.Path(out), version, commit, int(epoch)).make(archs)
