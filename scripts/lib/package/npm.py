"""The packages of npm: `partita`, with the launcher and the fixtures of packaging/npm, and one package for each platform
with the command, which npm installs only where its `os` and `cpu` fit."""

import json

from reproducible import Entry, from_disk, gz, tar

CPUS = {"amd64": "x64", "arm64": "arm64"}


def platform_name(arch):
    return f"partita-linux-{CPUS[arch]}"


def packed(entries, epoch):
    return gz(tar(entries, epoch, "package/"))


def platform_package(files, arch, version, epoch):
    manifest = {
        "name": platform_name(arch),
        "version": version,
        "description": f"The partita command for Linux on {CPUS[arch]}; the package partita installs it",
        "license": "Apache-2.0",
        "os": ["linux"],
        "cpu": [CPUS[arch]],
        "preferUnplugged": True,
        "files": ["bin", "LICENSE", "THIRD-PARTY", "sbom.spdx.json"],
    }
    return packed(
        {
            "package.json": Entry(json.dumps(manifest, indent=2).encode() + b"\n"),
            "bin/partita": Entry(files["partita"], 0o755),
            "LICENSE": Entry(files["license"]),
            "THIRD-PARTY": Entry(files["third_party"]),
            "sbom.spdx.json": Entry(files["sbom"]),
        },
        epoch,
    )


def main_package(npm_dir, license_text, version, epoch):
    manifest = json.loads((npm_dir / "package.json").read_text())
    manifest["version"] = version
    manifest["optionalDependencies"] = {platform_name(arch): version for arch in CPUS}
    entries = {"package.json": Entry(json.dumps(manifest, indent=2).encode() + b"\n"), "LICENSE": Entry(license_text)}
    for path in sorted(npm_dir.rglob("*")):
        name = path.relative_to(npm_dir).as_posix()
        if path.is_file() and name != "package.json" and not name.startswith(("test/", "node_modules/", "example/")):
            entries[name] = from_disk(path)
    return packed(entries, epoch)
