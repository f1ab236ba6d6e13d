"""Docker's daemon of the Debian package docker.io, for the time of a test."""

import contextlib
import os
import subprocess
import threading

from places import run


@contextlib.contextmanager
def docker(work):
    """Starts a daemon with its data below `work`, and gives an environment in which Docker's clients use it. The daemon leaves
    its bridge docker0 and the rules of its firewall behind, as every one does."""
    folder = work / "docker"
    folder.mkdir()
    address = f"unix://{folder}/socket"
    places = {"host": address, "data-root": folder / "data", "exec-root": folder / "exec", "pidfile": folder / "pid"}
    # The reaper of Testcontainers is an image of its own, which would be downloaded.
    env = {**os.environ, "DOCKER_HOST": address, "TESTCONTAINERS_RYUK_DISABLED": "true"}
    command = ["dockerd", *(f"--{name}={place}" for name, place in places.items())]
    daemon = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        lines = []
        while not lines or "API listen on" not in lines[-1]:
            lines.append(daemon.stderr.readline())
            if not lines[-1]:
                raise RuntimeError("the daemon does not start:\n" + "".join(lines[-20:]))
        threading.Thread(target=daemon.stderr.read, daemon=True).start()
        try:
            yield env
        finally:
            containers = run("docker", "ps", "--all", "--quiet", env=env).split()
            if containers:
                run("docker", "rm", "--force", "--volumes", *containers, env=env)
    finally:
        daemon.terminate()
        daemon.wait(timeout=60)
