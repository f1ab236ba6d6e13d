"""The jars: `partita-junit` with the extension of packaging/java and one with its sources, and one jar for each platform with the
command, on which the first depends. Each has its pom beside it, and inside, where newer versions of Maven's install:install-file
find it."""

import hashlib
import re

from reproducible import Entry, from_disk, zip_of

GROUP = "partita"
CPUS = {"amd64": "x86_64", "arm64": "aarch64"}
MANIFEST = "META-INF/MANIFEST.MF"
PLATFORMS_HERE = "    <!-- the packages of the platforms -->\n"


def platform_name(arch):
    return f"partita-linux-{CPUS[arch]}"


def jar(entries, pom, version, epoch, module):
    """The bytes of a jar with the entries and those of every jar. `module` is the name for programs that consist of modules."""
    artifact = re.search(r"<artifactId>(.*?)</artifactId>", pom).group(1)
    manifest = f"Manifest-Version: 1.0\r\nAutomatic-Module-Name: {module}\r\n"
    manifest += f"Implementation-Title: {artifact}\r\nImplementation-Version: {version}\r\n\r\n"
    about = f"META-INF/maven/{GROUP}/{artifact}/"
    properties = f"artifactId={artifact}\ngroupId={GROUP}\nversion={version}\n"
    every = {
        MANIFEST: Entry(manifest.encode()),
        about + "pom.xml": Entry(pom.encode()),
        about + "pom.properties": Entry(properties.encode()),
    }
    return zip_of({**entries, **every}, epoch, first=MANIFEST)


def platform_files(files, arch, version, epoch):
    """{name of a file: its bytes}: the jar and the pom of a platform. `files` has the command and the texts of its architecture."""
    name = platform_name(arch)
    pom = f"""<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{GROUP}</groupId>
  <artifactId>{name}</artifactId>
  <version>{version}</version>
  <name>Partita for Linux on {CPUS[arch]}</name>
  <description>The partita command for Linux on {CPUS[arch]}; the package partita-junit starts it</description>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0</url>
      <distribution>repo</distribution>
    </license>
  </licenses>
</project>
"""
    folder = f"META-INF/partita/linux-{CPUS[arch]}/"
    entries = {
        folder + "partita": Entry(files["partita"], 0o755),
        folder + "partita.sha256": Entry(hashlib.sha256(files["partita"]).hexdigest().encode() + b"\n"),
        folder + "sbom.spdx.json": Entry(files["sbom"]),
        folder + "THIRD-PARTY": Entry(files["third_party"]),
        "META-INF/LICENSE": Entry(files["license"]),
    }
    # Java's own name for the jar would have the part 64, which is not a name.
    data = jar(entries, pom, version, epoch, name.replace("-", "."))
    return {f"{name}-{version}.jar": data, f"{name}-{version}.pom": pom.encode()}


def extension_pom(java_dir, archs, version):
    """The pom of packaging/java with the version, and with the packages of the platforms, which are needed only when tests run.
    They are those of all platforms, because tools other than Maven would not choose one of them by its platform."""
    platforms = "".join(
        f"""    <dependency>
      <groupId>{GROUP}</groupId>
      <artifactId>{platform_name(arch)}</artifactId>
      <version>{version}</version>
      <scope>runtime</scope>
    </dependency>
"""
        for arch in archs
    )
    pom = (java_dir / "pom.xml").read_text()
    for old, new in {"<version>0</version>": f"<version>{version}</version>", PLATFORMS_HERE: platforms}.items():
        if pom.count(old) != 1:
            raise SystemExit(f"package: packaging/java/pom.xml has {pom.count(old)} times {old.strip()}")
        pom = pom.replace(old, new)
    # The plugins are for the compilation, and the comment at the top is about packaging/java/pom.xml.
    pom = re.sub(r"  <build>.*</build>\n", "", pom, flags=re.S)
    return re.sub(r"<!--.*?-->\n", "", pom, count=1, flags=re.S)


def below(folder, pattern):
    return {path.relative_to(folder).as_posix(): from_disk(path) for path in sorted(folder.rglob(pattern))}


def extension_files(java_dir, archs, classes, license_text, version, epoch):
    """{name of a file: its bytes}: the jar of the extension, whose classes are in the folder `classes`, that of its sources, and
    the pom."""
    pom = extension_pom(java_dir, archs, version)
    texts = {"META-INF/LICENSE": Entry(license_text)}
    compiled = below(classes, "*.class")
    if "partita/junit/PartitaExtension.class" not in compiled:
        raise SystemExit(f"package: {classes} does not have the classes of packaging/java")
    return {
        f"partita-junit-{version}.pom": pom.encode(),
        f"partita-junit-{version}.jar": jar({**texts, **compiled}, pom, version, epoch, "partita.junit"),
        f"partita-junit-{version}-sources.jar": jar({**texts, **below(java_dir / "src", "*.java")}, pom, version, epoch, "partita.junit"),
    }
