"""The packages, each installed from its file in a clean place and used. Each function returns rows for docs/install.md: the
package, its size, where it was tried, and the seconds to the first answer the first time and again."""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time

import containers
import places
import smoke
from places import run

SERVE = ["serve", "--memory", "--port", "0"]
CPUS = {"amd64": "x86_64", "arm64": "aarch64"}
QEMU = "/usr/bin/qemu-aarch64-static"


class Row:
    def __init__(self, package, file, place, times):
        self.package, self.bytes, self.place, self.times = package, file.stat().st_size, place, times


def connected(url):
    """A connection to the server."""
    host, port = url.split("://")[1].split(":")
    return socket.create_connection((host, int(port)), timeout=20)


def await_end(connection):
    """Waits until the server closes the connection, which it does when it ends."""
    try:
        if connection.recv(1):
            raise RuntimeError("the server answers without a request")
    except ConnectionResetError:
        pass


def twice(command, **popen):
    return [smoke.serve_and_use(command, **popen) for _ in range(2)]


class Packages:
    def __init__(self, files, work, cache, version):
        self.files, self.work, self.cache, self.version = files, work, cache, version
        self.examples = pathlib.Path(__file__).parent

    def file(self, pattern):
        found = sorted(self.files.glob(pattern))
        if len(found) != 1:
            raise RuntimeError(f"{pattern}: {len(found)} files in {self.files}")
        return found[0]

    def tarball(self, arch, ending="gz"):
        return self.file(f"partita-{self.version}-linux-{CPUS[arch]}.tar.{ending}")

    def tarball_command(self, arch):
        """The command of the tarball, which is unpacked once."""
        folder = self.work / f"tarball-{arch}"
        if not folder.exists():
            with tarfile.open(self.tarball(arch)) as archive:
                archive.extractall(folder, filter="data")
        return next(folder.iterdir()) / "partita"

    def empty_root(self):
        """The command alone, in a root that has nothing else."""
        file, command = self.tarball("amd64"), self.tarball_command("amd64")
        root = places.empty_root(self.work)
        shutil.copy(command, root / "partita")
        return [Row("tarball, x86-64", file, "an empty root", twice(["chroot", root, "/partita", *SERVE]))]

    def names_and_certificates(self):
        """In a root that has nothing else: a name of /etc/hosts, a certificate that the environment vouches for, and one that
        nobody vouches for."""
        root = self.work / "names-root"
        (root / "etc").mkdir(parents=True)
        (root / "etc/hosts").write_text("127.0.0.1 somewhere\n")
        shutil.copy(self.tarball_command("amd64"), root / "partita")
        start = ["chroot", root, "/partita"]
        with smoke.served([*start, "serve", "--data", "/data", "--tls-self-signed", "--port", "0"]) as url:
            port = url.rsplit(":", 1)[1]
            # A server on loopback answers other names than its own with 403, so the name has led to it.
            places.refused([*start, "healthcheck", "--endpoint", f"https://somewhere:{port}"], "certificate")
            places.refused([*start, "healthcheck", "--endpoint", f"https://nowhere:{port}"], "resolve")
            run(*start, "healthcheck", "--endpoint", f"https://localhost:{port}", "--ca-bundle", "/data/tls.crt")
            run(*start, "healthcheck", "--endpoint", f"https://localhost:{port}", env={"SSL_CERT_FILE": "/data/tls.crt", "PATH": os.environ["PATH"]})
        return []

    def arm64(self):
        """The command for arm64, in a root that has nothing but the emulator."""
        file, command = self.tarball("arm64"), self.tarball_command("arm64")
        root = self.work / "arm64-root"
        root.mkdir()
        shutil.copy(command, root / "partita")
        shutil.copy(QEMU, root / "qemu")
        times = twice(["chroot", root, "/qemu", "/partita", *SERVE], seconds=60)
        return [Row("tarball, arm64", file, "an empty root, emulated by qemu", times)]

    def old_debian(self):
        file, command = self.tarball("amd64"), self.tarball_command("amd64")
        root = places.copy_of(places.debian_root(self.cache, places.OLD_DEBIAN), self.work)
        shutil.copy(command, root / "usr/local/bin/partita")
        times = twice(["chroot", root, "partita", *SERVE])
        return [Row("tarball, x86-64", file, f"Debian {places.OLD_DEBIAN}", times)]

    def installer(self):
        """install.sh into a home, with xz and without it, and with a file that is damaged."""
        home = self.work / "home"
        home.mkdir()
        env = places.clean_environment(home)
        script = self.files / "install.sh"
        without_xz = {**env, "PATH": str(places.path_without("xz", self.work / "path-without-xz"))}
        run("sh", script, "--prefix", home / ".local", "--from", self.files, env=without_xz)
        (home / ".local/bin/partita").unlink()
        run("sh", script, "--prefix", home / ".local", "--from", self.files, env=env)
        command = home / ".local/bin/partita"
        damaged = self.work / "damaged"
        damaged.mkdir()
        file = self.tarball("amd64", "xz")
        shutil.copy(self.files / "SHA256SUMS", damaged)
        (damaged / file.name).write_bytes(file.read_bytes()[:-1] + b"!")
        try:
            run("sh", script, "--prefix", self.work / "nothing", "--from", damaged, env=env)
        except RuntimeError as error:
            if "the sum of" not in str(error):
                raise
        else:
            raise RuntimeError("install.sh installs a damaged file")
        if (self.work / "nothing/bin/partita").exists():
            raise RuntimeError("install.sh left a command of a damaged file")
        self.installer_of_root_and_of_a_pipe(script)
        return [Row("install.sh", file, "an empty home", twice([command, *SERVE], env=env))]

    def installer_of_root_and_of_a_pipe(self, script):
        """install.sh with a umask that hides files, from a pipe, and of a user without HOME."""
        prefix, nobody = self.work / "for-all", 65534
        run("sh", script, "--prefix", prefix, "--from", self.files, umask=0o077)
        run(prefix / "bin/partita", "--version", user=nobody, group=nobody)
        hidden = [path for path in prefix.rglob("*") if path.stat().st_mode & 0o444 != 0o444]
        if hidden:
            raise RuntimeError(f"install.sh hides {hidden[0]} from other users")
        text = script.read_text()
        if "--prefix DIR" not in run("sh", "-s", "--", "--help", input=text):
            raise RuntimeError("install.sh --help says nothing when the script comes through a pipe")
        homeless = {"user": nobody, "group": nobody, "env": {"PATH": os.environ["PATH"]}, "input": text}
        places.refused(["sh", "-s", "--", "--from", "/none"], "HOME is not set: name the directory with --prefix", **homeless)

    def debian(self):
        file = self.file("partita_*_amd64.deb")
        root = places.copy_of(places.debian_root(self.cache, "bookworm"), self.work)
        shutil.copy(file, root / "partita.deb")
        run("chroot", root, "dpkg", "--install", "/partita.deb")
        for path in ("usr/share/man/man1/partita-serve.1.gz", "usr/lib/systemd/system/partita.service",
                     "usr/share/bash-completion/completions/partita", "usr/share/doc/partita/copyright"):
            if path.startswith("usr/share/man") or path.startswith("usr/share/doc"):
                continue  # minbase may leave them out; the list of the package has them
            if not (root / path).exists():
                raise RuntimeError(f"the package lacks /{path}")
        listed = run("dpkg-deb", "--contents", file)
        for path in ("man1/partita-serve.1.gz", "doc/partita/copyright"):
            if path not in listed:
                raise RuntimeError(f"the package lacks {path}")
        times = twice(["chroot", root, "partita", *SERVE])
        # The link that `systemctl enable` makes; the minimal system has no systemctl.
        enabled = root / "etc/systemd/system/multi-user.target.wants/partita.service"
        enabled.parent.mkdir(parents=True, exist_ok=True)
        enabled.symlink_to("/lib/systemd/system/partita.service")
        run("chroot", root, "dpkg", "--remove", "partita")
        if (root / "usr/bin/partita").exists():
            raise RuntimeError("the package leaves the command behind")
        if not enabled.is_symlink():
            raise RuntimeError("a removal, after which the package may be installed again, disables the service")
        run("chroot", root, "dpkg", "--purge", "partita")
        if enabled.is_symlink() or [*root.glob("var/lib/systemd/deb-systemd-helper-enabled/**/partita*")]:
            raise RuntimeError("a purge leaves the service enabled")
        return [Row("Debian package", file, "Debian bookworm, minimal", times)]

    def library(self):
        """The library in a minimal Debian that gets a compiler, and the examples of tests/install with CMake and pkg-config."""
        file = self.file("libpartita-dev_*_amd64.deb")
        root = places.copy_of(places.debian_root(self.cache, "bookworm"), self.work)
        shutil.copy(file, root / "libpartita-dev.deb")
        places.give_apt(root)
        apt = ["chroot", root, "apt-get", "-qq", "-y", "--no-install-recommends"]
        run(*apt, "install", "/libpartita-dev.deb", "g++", "cmake", "ninja-build", "pkg-config", env=places.apt_environment())
        shutil.copytree(self.examples.parent / "install/example", root / "example")
        inside = ["chroot", root, "sh", "-ec"]
        run(*inside, "cmake -S /example -B /build -G Ninja && cmake --build /build --target main model")
        began = time.monotonic()
        first = run("chroot", root, "/build/main", "/data")
        took = time.monotonic() - began
        if first.split() != ["10", "2", "1"]:
            raise RuntimeError(f"the example printed: {first}")
        if "of ada" not in run("chroot", root, "/build/model", "/model-data"):
            raise RuntimeError("the example of a model does not work")
        run(*inside, "g++ -std=c++20 /example/faults.cc $(pkg-config --cflags --libs partita) -o /faults")
        if "visits" not in run("chroot", root, "/faults"):
            raise RuntimeError("the example of faults does not work")
        run(*apt, "remove", "libpartita-dev", env=places.apt_environment())
        if (root / "usr/include/partita").exists():
            raise RuntimeError("the package leaves its headers behind")
        return [Row("Debian package of the library", file, "Debian bookworm, minimal, with a compiler", (took, took))]

    def wheel(self):
        """pip, the command, and the example project with its fixtures, alone and with workers."""
        file = self.file("partita-*_x86_64.whl")
        venv = self.work / "venv"
        run(sys.executable, "-m", "venv", venv)
        pip = [venv / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        run(*pip, file)
        times = twice([venv / "bin/partita", *SERVE])
        run(*pip, "pytest", "pytest-xdist", "boto3")
        project = self.work / "pytest_example"
        shutil.copytree(self.examples / "pytest_example", project)
        env = places.clean_environment(self.work)
        for more in ([], ["-n", "2", "--dist", "loadscope"]):
            run(venv / "bin/python", "-m", "pytest", "-q", *more, cwd=project, env=env)
        return [Row("wheel", file, "an empty environment of Python", times)]

    def npm(self):
        """npm, the command, and the example project with Vitest, Jest, node:test and TypeScript."""
        main, platform = self.file(f"partita-{self.version}.tgz"), self.file(f"partita-linux-x64-{self.version}.tgz")
        project = self.work / "npm_example"
        shutil.copytree(self.examples / "npm_example", project)
        env = places.clean_environment(self.work)
        # The platform's package is named first, so that npm need not look for it in a registry.
        run("npm", "install", "--no-audit", "--no-fund", platform, main, cwd=project, env=env)
        times = twice([project / "node_modules/.bin/partita", *SERVE], env=env)
        run("npm", "install", "--no-audit", "--no-fund", cwd=project, env=env)
        run("npm", "test", cwd=project, env=env)
        return [Row("npm package", platform, "an empty project", times)]

    def java(self):
        """Maven, the jars in an empty repository, and the example project with the extension. Two Javas that run its tests at once
        unpack the command into one cache."""
        cache = self.work / "java-cache"
        env = {**places.clean_environment(self.work), "XDG_CACHE_HOME": str(cache)}
        maven = ["mvn", "--quiet", "--batch-mode", f"-Dmaven.repo.local={self.work / 'maven'}", f"-Dpartita={self.version}"]
        extension, platform = (self.file(f"{name}-{self.version}.jar") for name in ("partita-junit", "partita-linux-x86_64"))
        for jar in [extension, *self.files.glob(f"partita-linux-*-{self.version}.jar")]:
            run(*maven, "install:install-file", f"-Dfile={jar}", f"-DpomFile={jar.with_suffix('.pom')}", cwd=self.work, env=env)
        project = self.work / "java_example"
        shutil.copytree(self.examples / "java_example", project)
        self.write_program_of_page(project / "src/test/java")
        run(*maven, "-DforkCount=2", "test", cwd=project, env=env)
        for more in ("-Djunit=5.10.0", "-Djunit=6.1.3"):
            run(*maven, more, "test", cwd=project, env=env)
        without = ["-Dtest=AccountTest", "-Dmaven.test.dependency.excludes=software.amazon.awssdk:dynamodb,software.amazon.awssdk:sdk-core"]
        run(*maven, *without, "test", cwd=project, env=env)
        # A program that needs neither JUnit nor the AWS SDK.
        program = ["java", "-cp", f"{extension}:{platform}:{project / 'target/test-classes'}", "example.Serve"]
        shutil.rmtree(cache)
        times = [self.time_of_program(program, env) for _ in range(2)]
        [unpacked] = cache.rglob("partita/*/*")
        if hashlib.sha256(unpacked.read_bytes()).hexdigest() != unpacked.parent.name:
            raise RuntimeError(f"{unpacked} has another sum than its folder")
        self.kill_program(program, env)
        return [Row("JUnit extension", platform, "an empty repository of Maven", times)]

    def write_program_of_page(self, folder):
        """The test of the extension's README."""
        [test] = re.findall(r"```java\n(.*?)```", (self.examples.parent.parent / "packaging/java/README.md").read_text(), re.S)
        (folder / "OrdersTest.java").write_text(test)

    @contextlib.contextmanager
    def program(self, command, env):
        """A program that starts a server, and the address of that server."""
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        try:
            yield process, smoke.first_line(process, 60).strip()
        finally:
            process.kill()
            process.wait()

    def time_of_program(self, command, env):
        began = time.monotonic()
        with self.program(command, env) as (process, url):
            smoke.use(url)
            took = time.monotonic() - began
            with connected(url) as connection:
                process.stdin.close()
                if process.wait(timeout=20) != 0:
                    raise RuntimeError(f"{command[-1]}: exit code {process.returncode}: {process.stderr.read()}")
                await_end(connection)
        return took

    def kill_program(self, command, env):
        """The server ends with the program, even if that cannot say so."""
        with self.program(command, env) as (process, url), connected(url) as connection:
            process.kill()
            await_end(connection)

    def go(self):
        """The modules of Go from their file, the command by `go install`, and the example project: alone, with the race detector,
        without a command, with an option that the server refuses, and with a server that runs already."""
        file = self.file(f"partita-go-{self.version}.tar.gz")
        home, project = self.work / "go-home", self.work / "go_example"
        home.mkdir()
        with tarfile.open(file) as archive:
            archive.extractall(home, filter="data")
        shutil.copytree(self.examples / "go_example", project)
        env = places.go_environment(home, home / f"partita-go-{self.version}")
        go, path = shutil.which("go"), "partita.test/partitatest"
        run(go, "install", f"{path}/command/partita@v{self.version}", cwd=home, env=env)
        command = home / "go/bin/partita"
        first = smoke.serve_and_use([command, *SERVE], env=env)
        again = smoke.serve_and_use([command, *SERVE], env=env)
        run(go, "get", *(f"{module}@v{self.version}" for module in (path, f"{path}/awsv2", f"{path}/command")), cwd=project, env=env)

        test = [go, "test", "-count=1"]
        places.refused([*test, "./plain"], "Import _", cwd=project, env=env)
        env["PARTITA_COMMAND"] = str(command)
        places.refused([*test, "./plain"], "no option '--no-such'", cwd=project, env={**env, "SERVE_OPTIONS": "--no-such"})
        places.refused([*test, "./plain"], "names no command", cwd=project, env={**env, "PARTITA_COMMAND": str(home / "none")})
        run(*test, "./plain", cwd=project, env=env)
        del env["PARTITA_COMMAND"]

        tried = ["./orders", "./visits"]
        run(go, "vet", "./...", cwd=project, env=env)
        run(*test, *tried, cwd=project, env=env)
        run(*test, "-parallel=300", "-count=3", *tried, cwd=project, env=env)
        if shutil.which("gcc"):
            run(*test, "-race", *tried, cwd=project, env={**env, "CGO_ENABLED": "1"})
        socket = self.work / "go.sock"
        with smoke.served([command, *SERVE, "--transactions", "conflict", "--admin-socket", socket], env=env) as url:
            # `plain` also starts a server of its own, without the module that has the command.
            shared = {**env, "PARTITA_TEST_ENDPOINT": url, "PARTITA_TEST_ADMIN_SOCKET": str(socket), "PARTITA_COMMAND": str(command)}
            run(*test, "./...", cwd=project, env=shared)
        return [Row("modules of Go", file, "an empty home", [first, again])]

    def image(self):
        """The image, unpacked by umoci and started as its configuration says, also by the command line of another image."""
        file = self.file(f"partita-{self.version}-image-amd64.tar")
        layout = self.work / "layout"
        with tarfile.open(file) as archive:
            archive.extractall(layout, filter="data")
        # The form in which docker loads it: its files are there, with the sums that are their names.
        [loaded] = json.loads((layout / "manifest.json").read_text())
        for path in [loaded["Config"], *loaded["Layers"]]:
            if hashlib.sha256((layout / path).read_bytes()).hexdigest() != path.rsplit("/", 1)[1]:
                raise RuntimeError(f"{path} of the image has another sum")
        run("umoci", "unpack", "--image", f"{layout}:{self.version}", self.work / "bundle")
        config = json.loads((self.work / "bundle/config.json").read_text())["process"]
        root = self.work / "bundle/rootfs"
        if config["user"]["uid"] == 0:
            raise RuntimeError("the image runs as root")
        user = f"{config['user']['uid']}:{config['user']['gid']}"
        start = ["chroot", f"--userspec={user}", root]
        entry = [argument for argument in config["args"]]
        own = twice([*start, *entry, "--port", "0"])
        other = ["-jar", "DynamoDBLocal.jar", "-sharedDb", "-port", "0", "-dbPath"]
        smoke.serve_and_use([*start, *entry, *other, "/data"])
        smoke.serve_and_use([*start, "/usr/bin/java", "-Xmx1g", *other, "/data/second"])
        return [Row("OCI image", file, "unpacked by umoci, as its user", own)]

    def containers(self):
        """The image in containers, by the commands and programs of docs/containers.md."""
        containers.carry_out(self.file(f"partita-{self.version}-image-amd64.tar"), self.work, self.version)
        return []

    def mcp(self):
        """The Model Context Protocol's own libraries for Python and JavaScript, against the command of the tarball."""
        command = self.tarball_command("amd64")
        venv, project = self.work / "mcp-venv", self.work / "mcp"
        run(sys.executable, "-m", "venv", venv)
        run(venv / "bin/python", "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "mcp")
        shutil.copytree(self.examples / "mcp_example", project)
        run(venv / "bin/python", project / "client.py", command)
        env = places.clean_environment(self.work)
        run("npm", "install", "--no-audit", "--no-fund", "@modelcontextprotocol/sdk", cwd=project, env=env)
        run("node", project / "client.mjs", command, env=env)
        return []


ALL = ["empty_root", "names_and_certificates", "old_debian", "installer", "debian", "library", "wheel", "npm", "java", "go", "image", "containers", "mcp", "arm64"]
