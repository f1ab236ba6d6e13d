"""The libraries inside the command, from the linker's map: their versions, their licences, and the two texts about them."""

import json
import os
import re

# Debian's source package, or the compiler's library, to its licence in SPDX's words. Debian's copyright files have the whole.
LICENSES = {
    "abseil": "Apache-2.0",
    "boost1.81": "BSL-1.0",
    "bzip2": "bzip2-1.0.6",
    "ca-certificates": "MPL-2.0",
    "cli11": "BSD-3-Clause",
    "clp": "EPL-1.0",
    "coinor-cbc": "EPL-1.0",
    "coinor-cgl": "EPL-1.0",
    "coinor-osi": "EPL-1.0",
    "coinutils": "EPL-1.0",
    "curl": "curl",
    "fmtlib": "MIT",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "icu": "Unicode-DFS-2016",
    "lapack": "BSD-3-Clause-Open-MPI",
    "lz4": "BSD-2-Clause",
    "node-mithril": "MIT",
    "openssl": "Apache-2.0",
    "rocksdb": "Apache-2.0",
    "simde": "MIT",
    "simdjson": "Apache-2.0",
    "snappy": "BSD-3-Clause",
    "spdlog": "MIT",
    "xxhash": "BSD-2-Clause",
    "yaml-cpp": "MIT",
    "zlib": "Zlib",
    "libisal": "BSD-3-Clause",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
}
# Libraries that are only headers, or data, so that the linker does not name them.
HEADERS_ONLY = ("libboost1.81-dev", "libcli11-dev", "libsimde-dev", "ca-certificates")


class Library:
    def __init__(self, source, version, copyright_text):
        if source not in LICENSES:
            raise SystemExit(f"package: sbom.py does not know the licence of {source}")
        self.source, self.version, self.copyright, self.license = source, version, copyright_text, LICENSES[source]


def packages_of(lines):
    """{binary package: (source package, source version)} of packages.txt."""
    return {name: (source, version) for name, _, source, version in (line.split() for line in lines)}


def owners(archives, root, packages):
    """The binary packages whose archives, by their paths below `root`, the linker took."""
    lists = {}
    for name in packages:
        for path in root.parent.joinpath("files", name).read_text().splitlines():
            lists[path] = name
    return {lists[path] for path in archives}


def archives_of(map_text):
    """The paths of the archives from which the linker took an object."""
    head = map_text.split("\nMemory Configuration")[0]
    return {os.path.normpath(match.group(1)) for match in re.finditer(r"^(/[^\s(]+\.a)\(", head, re.M)}


def libraries(arch_dir, compiler_versions):
    """All libraries inside the command of `arch_dir`, by the name of the source package."""
    root, sources = arch_dir / "root", arch_dir / "sources"
    packages = packages_of((arch_dir / "packages.txt").read_text().splitlines())
    used = archives_of((arch_dir / "build/partita.map").read_text())
    of_root = {"/" + str(path)[len(str(root)) + 1:] for path in used if path.startswith(str(root) + "/")}
    of_compiler = {path for path in used if path.startswith(("/usr/lib/", "/usr/aarch64-linux-gnu/lib/"))}
    if unknown := [p for p in used - of_compiler if not p.startswith((str(root) + "/", str(sources) + "/"))]:
        raise SystemExit(f"package: sbom.py does not know the package of {unknown[0]}")
    out = {}
    for name in sorted(owners(of_root, root, packages) | set(HEADERS_ONLY)):
        source, version = packages[name]
        text = (root / "usr/share/doc" / name / "copyright").read_text(errors="replace")
        out.setdefault(source, Library(source, version, text))
    if any(path.startswith(str(sources)) for path in used):
        for line in (arch_dir / "sources.txt").read_text().splitlines():
            name, version = line.split()
            text = (arch_dir / "src" / name / "debian/copyright").read_text(errors="replace")
            out[name] = Library(name, version, text)
    for name, (version, text) in compiler_versions.items():
        out[name] = Library(name, version, text)
    return [out[name] for name in sorted(out)]


def third_party(libraries):
    """The licences of all libraries, as one text."""
    head = "The command `partita` has these libraries inside. Their licences follow.\n\n"
    head += "".join(f"  {one.source} {one.version}: {one.license}\n" for one in libraries)
    head += (
        "\nThe C library (glibc) is under the LGPL. Whoever wants to link the command with another version of it finds the\n"
        "sources of Partita, and the scripts that build it, at the address of the project.\n"
    )
    rule = "=" * 100
    return head + "".join(f"\n{rule}\n{one.source} {one.version}\n{rule}\n\n{one.copyright.rstrip()}\n" for one in libraries)


def spdx(libraries, version, commit, arch, created):
    """The list of libraries as a document of SPDX 2.3 in JSON."""

    def package(name, version, license, purl=None):
        out = {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
            "name": name,
            "versionInfo": version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": license,
            "copyrightText": "NOASSERTION",
        }
        if purl:
            reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
            out["externalRefs"] = [reference]
        return out

    inside = [
        package(one.source, one.version, one.license, f"pkg:deb/debian/{one.source}@{one.version}?arch=source&distro=bookworm")
        for one in libraries
    ]
    own = package("partita", version, "Apache-2.0")
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"partita-{version}-{arch}",
        "documentNamespace": f"https://spdx.org/spdxdocs/partita-{version}-{arch}-{commit}",
        "creationInfo": {"created": created, "creators": ["Tool: partita-scripts-package"]},
        "packages": [own, *inside],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *(
                {"spdxElementId": own["SPDXID"], "relationshipType": "STATIC_LINK", "relatedSpdxElement": one["SPDXID"]}
                for one in inside
            ),
        ],
    }
    return json.dumps(document, indent=2) + "\n"
