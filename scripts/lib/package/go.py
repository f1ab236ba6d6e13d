"""The modules of Go: those of packaging/go, and one for each platform with the command, in the layout of a module proxy
(go.dev/ref/mod#goproxy-protocol), so that GOPROXY=file:// installs them.

A module's zip has only its files, because go refuses other entries, and go's sum of it depends on nothing but them.
"""

import gzip
import hashlib
import json

from reproducible import Entry, from_disk, gz, tar, zip_of

PATH = "partita.test/partitatest"
# The modules of packaging/go, by their folders.
FOLDERS = {"": PATH, "awsv2": f"{PATH}/awsv2", "command": f"{PATH}/command"}

EMBEDDED = '''// Package {package} has the `partita` command for Linux on {arch}. Import partita.test/partitatest/command in its place.
package {package}

import _ "embed"

// Packed is the command, packed by gzip.
//
//go:embed partita.gz
var Packed string

// Sum is the SHA-256 of the command that is not packed, in hexadecimal digits.
const Sum = "{sum}"
'''

CHOICE = '''package command

import "{path}"

func init() {{ packed, sum = {package}.Packed, {package}.Sum }}
'''


def platform_name(arch):
    """The last part of the path of a platform's module, which is its package too. The names of architectures are Go's."""
    return f"linux_{arch}"


def platform_path(arch):
    return f"{FOLDERS['command']}/{platform_name(arch)}"


def platform_module(arch, files):
    package, command = platform_name(arch), files["partita"]
    text = EMBEDDED.format(package=package, arch=arch, sum=hashlib.sha256(command).hexdigest())
    return {
        "go.mod": Entry(f"module {platform_path(arch)}\n\ngo 1.21\n".encode()),
        "command.go": Entry(text.encode()),
        "partita.gz": Entry(gzip.compress(command, compresslevel=9, mtime=0)),
        "LICENSE": Entry(files["license"]),
        "THIRD-PARTY": Entry(files["third_party"]),
        "sbom.spdx.json": Entry(files["sbom"]),
    }


def released(manifest, version):
    """The text of a go.mod whose requirements of this project's modules, which are replaced by folders in the tree, are of this
    version."""
    kept = [line for line in manifest.splitlines() if not line.startswith("replace ")]
    return "\n".join(kept).rstrip().replace(" v0.0.0", f" v{version}") + "\n"


def source_module(go_dir, folder, license_text, version):
    """The files of a module of packaging/go, without those of the modules in its folders."""
    top = go_dir / folder
    inner = [go_dir / other for other in FOLDERS if other and other != folder]
    entries = {"LICENSE": Entry(license_text)}
    for path in sorted(top.rglob("*")):
        if path.is_file() and not any(path.is_relative_to(other) for other in inner):
            entries[path.relative_to(top).as_posix()] = from_disk(path)
    entries["go.mod"] = Entry(released((top / "go.mod").read_text(), version).encode())
    return entries


def with_platforms(entries, archs, version):
    """The module `command`, with a file and a requirement for each platform."""
    out = dict(entries)
    manifest = entries["go.mod"].data.decode()
    for arch in archs:
        path = platform_path(arch)
        choice = CHOICE.format(path=path, package=platform_name(arch))
        out[f"command_{platform_name(arch)}.go"] = Entry(choice.encode())
        manifest += f"\nrequire {path} v{version}\n"
    out["go.mod"] = Entry(manifest.encode())
    return out


def proxy_files(path, entries, version, created, epoch):
    """The files that a proxy has of one version of a module, by their names."""
    base = f"{path}/@v/"
    archive = zip_of({f"{path}@v{version}/{name}": entry for name, entry in entries.items()}, epoch)
    return {
        base + "list": Entry(f"v{version}\n".encode()),
        base + f"v{version}.info": Entry(json.dumps({"Version": f"v{version}", "Time": created}).encode() + b"\n"),
        base + f"v{version}.mod": entries["go.mod"],
        base + f"v{version}.zip": Entry(archive),
    }


def proxy(go_dir, by_arch, license_text, version, created, epoch):
    """The bytes of a tar archive with all modules. `by_arch` are the commands and texts of the architectures."""
    modules = {path: source_module(go_dir, folder, license_text, version) for folder, path in FOLDERS.items()}
    command = FOLDERS["command"]
    modules[command] = with_platforms(modules[command], by_arch, version)
    for arch, files in by_arch.items():
        modules[platform_path(arch)] = platform_module(arch, files)
    entries = {}
    for path, module in modules.items():
        entries.update(proxy_files(path, module, version, created, epoch))
    # The command is packed already, so gzip is only the usual form here.
    return gz(tar(entries, epoch, f"partita-go-{version}/"))
