"""Clean places to install a package in."""

import json
import os
import pathlib
import shutil
import subprocess

# A release of Debian that is older than the one that the command is built on, to its C library.
OLD_DEBIAN = "bullseye"


def run(*command, **more):
    """Runs a command; its output is shown if it fails."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def refused(command, why, **more):
    """Runs a command that must fail with a text in which `why` is."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **more)
    text = done.stderr + done.stdout
    if done.returncode == 0 or why not in text:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit code {done.returncode} without '{why}': {text}")


def mirror():
    """The address of the machine's mirror of Debian."""
    for file in [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]:
        if file.suffix in (".list", ".sources") and file.exists():
            for line in file.read_text().splitlines():
                for word in line.split():
                    if word.startswith("http") and word.rstrip("/").endswith("/debian"):
                        return word.rstrip("/")
    raise RuntimeError("apt on this machine has no mirror of Debian")


def empty_root(work):
    """A root with nothing but the kernel."""
    root = work / "empty-root"
    root.mkdir()
    return root


def debian_root(cache, release):
    """A minimal root of a release, made once."""
    root = cache / f"root-{release}"
    if not (root / "usr/bin/dpkg").exists() or not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        cache.mkdir(parents=True, exist_ok=True)
        run("debootstrap", "--variant=minbase", release, root, mirror())
        (root / "made").write_text("")
    return root


def copy_of(root, work):
    """A copy of a root, which a test may change."""
    copy = work / root.name
    run("cp", "-a", "--reflink=auto", root, copy)
    return copy


def give_apt(root):
    """Gives the root the machine's settings of apt, such as proxies."""
    for place in ("etc/apt/apt.conf.d", "etc/resolv.conf", "etc/hosts"):
        source, target = pathlib.Path("/") / place, root / place
        if source.is_dir():
            for one in source.iterdir():
                # Hooks call programs that the root does not have.
                if one.is_file() and "DPkg::Post-Invoke" not in one.read_text() and "APT::Update::Post-Invoke" not in one.read_text():
                    shutil.copy(one, target / one.name)
        elif source.exists():
            shutil.copy(source, target)
    run("chroot", root, "apt-get", "-qq", "update", env=apt_environment())


def apt_environment():
    kept = {name: os.environ[name] for name in os.environ if name.lower().endswith("_proxy")}
    return {**kept, "DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}


def clean_environment(home):
    """An environment with a home of its own and the usual path."""
    kept = {name: os.environ[name] for name in os.environ if name.lower().endswith("_proxy") or name.startswith(("PIP_", "NPM_", "npm_"))}
    return {**kept, "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin:" + os.path.dirname(shutil.which("npm") or "/usr/bin/npm"), "LANG": "C.UTF-8"}


def path_without(program, folder):
    """A PATH with links to the programs of the machine but for `program`."""
    folder.mkdir()
    for place in ("/usr/bin", "/bin"):
        for one in pathlib.Path(place).iterdir():
            if one.name != program and not (folder / one.name).is_symlink():
                (folder / one.name).symlink_to(one)
    return folder


def go_environment(home, modules):
    """An environment for Go with a home of its own. Go asks the folder `modules` first, and then the proxies of the machine."""
    go = shutil.which("go")
    if go is None:
        raise RuntimeError("there is no Go on PATH; it needs Go from 1.24 on")
    # The cache of compiled packages has no modules; without it each run compiles Amazon's SDK twice.
    names = ("GOCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GONOPROXY", "GOTOOLCHAIN")
    machine = json.loads(run(go, "env", "-json", *names))
    return {
        **clean_environment(home),
        **machine,
        "PATH": f"{os.path.dirname(go)}:/usr/local/bin:/usr/bin:/bin",
        "GOPROXY": f"file://{modules},{machine['GOPROXY']}",
        # The database of sums knows only modules that are published.
        "GONOSUMDB": ",".join(filter(None, ["partita.test", machine["GONOSUMDB"]])),
        # Files of modules are read-only otherwise, and the home is removed in the end.
        "GOFLAGS": "-mod=mod -modcacherw",
    }
