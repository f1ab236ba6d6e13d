"""An image of the Open Container Initiative, as a layout in a tar archive.

Sources: image-spec 1.1 (image-layout.md, manifest.md, config.md, image-index.md). Podman, skopeo and containerd take the
archive as oci-archive. `docker load` takes it by manifest.json, whose form is that of `docker save` ("Docker Image
Specification v1.2"), and which other readers ignore.
"""

import datetime
import hashlib
import json

from reproducible import Entry, gz, tar

USER = 65532  # "nonroot" of other images without a shell


def sha256(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


def path_of(descriptor):
    return "blobs/" + descriptor["digest"].replace(":", "/")


class Layout:
    def __init__(self):
        self.files = {"oci-layout": Entry(b'{"imageLayoutVersion":"1.0.0"}')}

    def add(self, media_type, data, **more):
        digest = sha256(data)
        self.files["blobs/sha256/" + digest[len("sha256:"):]] = Entry(data)
        return {"mediaType": media_type, "digest": digest, "size": len(data), **more}

    def add_json(self, media_type, value, **more):
        return self.add(media_type, json.dumps(value, separators=(",", ":"), sort_keys=True).encode(), **more)


def root_files(arch_files):
    """The files of the image's root: the command, the licences, a user without rights, and directories to write to."""
    return {
        "usr/bin/partita": Entry(arch_files["partita"], 0o755),
        # Compose files for amazon/dynamodb-local may name it as their entry point.
        "usr/bin/java": Entry(link="partita"),
        "usr/share/doc/partita/LICENSE": Entry(arch_files["license"]),
        "usr/share/doc/partita/THIRD-PARTY": Entry(arch_files["third_party"]),
        "usr/share/doc/partita/sbom.spdx.json": Entry(arch_files["sbom"]),
        "etc/passwd": Entry(f"root:x:0:0:root:/:/\nnonroot:x:{USER}:{USER}:nonroot:/data:/\n".encode()),
        "etc/group": Entry(f"root:x:0:\nnonroot:x:{USER}:\n".encode()),
        "data": Entry(None, 0o755, owner=USER),
        "tmp": Entry(None, 0o1777),
    }


def image(layout, arch, arch_files, version, commit, epoch):
    layer = tar(root_files(arch_files), epoch)
    packed = gz(layer)
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": "partita",
        "org.opencontainers.image.description": "A database with the API of Amazon DynamoDB",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.revision": commit,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.created": created,
    }
    config = {
        "architecture": arch,
        "os": "linux",
        "created": created,
        "config": {
            "User": f"{USER}:{USER}",
            "WorkingDir": "/data",
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/partita", "container"],
            "ExposedPorts": {"8000/tcp": {}},
            "Volumes": {"/data": {}},
            "Labels": labels,
            "StopSignal": "SIGTERM",
            # Docker's extension, which OCI readers ignore: https://github.com/moby/docker-image-spec
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/partita", "healthcheck", "--container"],
                "Interval": 5_000_000_000, "Timeout": 3_000_000_000, "StartPeriod": 5_000_000_000, "Retries": 3,
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [sha256(layer)]},
        "history": [{"created": created, "created_by": "scripts/package"}],
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": layout.add_json("application/vnd.oci.image.config.v1+json", config),
        "layers": [layout.add("application/vnd.oci.image.layer.v1.tar+gzip", packed)],
        "annotations": labels,
    }
    layout.files["manifest.json"] = Entry(
        json.dumps(
            [
                {
                    "Config": path_of(manifest["config"]),
                    "RepoTags": [f"partita:{version}"],
                    "Layers": [path_of(one) for one in manifest["layers"]],
                }
            ]
        ).encode()
    )
    platform = {"architecture": arch, "os": "linux", **({"variant": "v8"} if arch == "arm64" else {})}
    return layout.add_json(manifest["mediaType"], manifest, platform=platform)


def archive(arch, files, version, commit, epoch):
    """The bytes of the tar archive for an architecture. `files` are those that root_files() takes."""
    layout = Layout()
    manifests = [image(layout, arch, files, version, commit, epoch)]
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests}
    described = layout.add_json(index["mediaType"], index)
    described["annotations"] = {
        "org.opencontainers.image.ref.name": version,
        "io.containerd.image.name": f"docker.io/library/partita:{version}",
    }
    outer = {"schemaVersion": 2, "mediaType": index["mediaType"], "manifests": [described]}
    layout.files["index.json"] = Entry(json.dumps(outer, separators=(",", ":"), sort_keys=True).encode())
    return tar(layout.files, epoch)
