"""Clean places to install a package in."""

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


def clean_environment(home):
    """An environment with a home of its own and the usual path."""
    kept = {name: os.environ[name] for name in os.environ if name.lower().endswith("_proxy") or name.startswith(("PIP_", "NPM_", "npm_"))}
    return {**kept, "HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin:" + os.path.dirname(shutil.which("npm") or "/usr/bin/npm"), "LANG": "C.UTF-8"}
