"""What is compared: how each side is started, on a free port of 127.0.0.1, and stopped again by its process id."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field

import start

STOP_PATIENCE_S = 60
CALM_LOOK_S = 0.2
CALM_PATIENCE_S = 90


@dataclass(frozen=True)
class Side:
    """Something that answers requests. `commands`: durability -> command, {port} and {data} left open; a side can be
    measured with the durabilities that it has a command for."""

    name: str
    version: str
    commands: dict[str, list[str]] = field(default_factory=dict)
    # An endpoint that runs already.
    url: str | None = None


def partita(program: str) -> Side:
    serve = [program, "serve", "--port", "{port}", "--log-level", "warning"]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    on_disk = [*serve, "--data", "{data}/partita", "--durability"]
    return Side(
        "partita", version, {"memory": [*serve, "--memory"], "sync": [*on_disk, "sync"], "os": [*on_disk, "os"]}
    )


def dynoxide(version: str, command: list[str]) -> Side:
    # On a file it runs SQLite with a write-ahead log and SQLite's default, synchronous=FULL: each commit is fsync'd.
    return Side("dynoxide", version, {"memory": command, "sync": [*command, "--db-path", "{data}/dynoxide.db"]})


def dynalite(version: str, command: list[str]) -> Side:
    # LevelDB's writes are not synced unless told to, and dynalite does not.
    return Side("dynalite", version, {"memory": command, "os": [*command, "--path", "{data}/dynalite"]})


class Server:
    """A side that runs."""

    def __init__(self, side: Side, durability: str, folder: pathlib.Path, core: set[int] | None):
        self.side = side
        self.name = side.name
        self.durability = durability
        self.data = folder / f"{side.name}-{durability}"
        self.process = None
        self.url = side.url
        if side.url is None:
            self._start(core)

    def _start(self, core: set[int] | None) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir(parents=True)
        port = start.free_port()
        self.process = start_process(start.fill_in(self.side.commands[self.durability], port, str(self.data)), core)
        self.url = f"http://127.0.0.1:{port}"
        try:
            start.wait_for_answer(self.process, port, self.name, pause_s=0.02)
        except RuntimeError:
            self.stop()
            raise

    def memory_mb(self) -> float | None:
        return round(start.resident_mb(self.process.pid), 1) if self.process else None

    def disk_mb(self) -> float | None:
        if self.durability == "memory" or not self.process:
            return None
        sizes = 0
        for path in self.data.rglob("*"):
            # Files come and go while a server runs.
            with contextlib.suppress(FileNotFoundError):
                sizes += path.stat().st_size
        return round(sizes / 2**20, 1)

    def wait_until_calm(self) -> None:
        """Until what it does behind the last answer (RocksDB's flushes and compactions) is done, or takes too long."""
        busy, waited = CALM_LOOK_S, 0.0
        while self.process and busy > CALM_LOOK_S / 10 and waited < CALM_PATIENCE_S:
            before = start.processor_seconds(self.process.pid)
            time.sleep(CALM_LOOK_S)
            busy = start.processor_seconds(self.process.pid) - before
            waited += CALM_LOOK_S

    def read_files(self) -> None:
        """So that the server does not wait for the disk when it reads them first. Nothing for an endpoint."""
        files = [path for path in self.data.rglob("*") if path.is_file()] if self.process else []
        for path in files:
            with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                while file.read(2**20):
                    pass

    def check_alive(self) -> None:
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"{self.name} has ended with {self.process.returncode}")

    def pause(self) -> None:
        """A side that waits for its turn does nothing."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self.process:
            # One that has ended is found out by check_alive().
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def stop(self) -> None:
        if self.process:
            stop_process(self.process)
            shutil.rmtree(self.data, ignore_errors=True)


def stop_with_us() -> None:
    """Lets SIGTERM and SIGHUP end this program as SIGINT does, so that what it started is stopped too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))


def start_process(command: list[str], core: set[int] | None, **options) -> subprocess.Popen:
    """In a process group of its own, on that core."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=(lambda: os.sched_setaffinity(0, core)) if core else None,
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options},
    )


def stop_process(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGCONT)
    process.terminate()
    try:
        process.wait(STOP_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def running(chosen: list[Side], durability: str, folder: pathlib.Path, core: set[int] | None, left_out: list[str]):
    """The servers of the sides that know this durability, and of the endpoints that run anyhow. What does not start is
    added to `left_out`."""
    servers: list[Server] = []
    try:
        for side in chosen:
            if side.url or durability in side.commands:
                try:
                    servers.append(Server(side, durability, folder, core))
                except RuntimeError as fault:
                    left_out.append(f"{side.name}, {durability}: {fault}")
        yield servers
    finally:
        for server in servers:
            server.stop()
