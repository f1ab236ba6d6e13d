"""The compared sides. Each is started on a free port of 127.0.0.1 and stopped again by its process id."""

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

STOP_TIMEOUT_S = 60
CALM_LOOK_S = 0.2
CALM_TIMEOUT_S = 90


@dataclass(frozen=True)
class Side:
    """A program that answers requests. `commands` maps a durability to a command in which {port} and {data} are left
    open. A side can be measured only with the durabilities for which it has a command."""

    name: str
    version: str
    commands: dict[str, list[str]] = field(default_factory=dict)
    # The URL of an endpoint that runs already.
    url: str | None = None


def partita(program: str) -> Side:
    serve = [program, "serve", "--port", "{port}", "--log-level", "warning"]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    on_disk = [*serve, "--data", "{data}/partita", "--durability"]
    return Side(
        "partita", version, {"memory": [*serve, "--memory"], "sync": [*on_disk, "sync"], "os": [*on_disk, "os"]}
    )


def dynoxide(version: str, command: list[str]) -> Side:
    # On a file it runs SQLite with a write-ahead log and SQLite's default, synchronous=FULL, so each commit is fsync'd.
    return Side("dynoxide", version, {"memory": command, "sync": [*command, "--db-path", "{data}/dynoxide.db"]})


def dynalite(version: str, command: list[str]) -> Side:
    # LevelDB syncs writes only if asked to, and dynalite does not ask.
    return Side("dynalite", version, {"memory": command, "os": [*command, "--path", "{data}/dynalite"]})


class Server:
    """A running side."""

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
        """Waits until the work after the last answer (RocksDB's flushes and compactions) is done, or takes too long."""
        busy, waited = CALM_LOOK_S, 0.0
        while self.process and busy > CALM_LOOK_S / 10 and waited < CALM_TIMEOUT_S:
            before = start.processor_seconds(self.process.pid)
            time.sleep(CALM_LOOK_S)
            busy = start.processor_seconds(self.process.pid) - before
            waited += CALM_LOOK_S

    def read_files(self) -> None:
        """Reads all files, so that the server does not wait for the disk when it reads them first. Does nothing for
        an endpoint."""
        files = [path for path in self.data.rglob("*") if path.is_file()] if self.process else []
        for path in files:
            with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                while file.read(2**20):
                    pass

    def check_alive(self) -> None:
        if self.process and self.process.poll() is not None:
            raise RuntimeError(f"{self.name} has ended with {self.process.returncode}")

    def pause(self) -> None:
        """Stops a side that waits for its turn, so that it uses no processor time."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self.process:
            # check_alive() reports a process that has ended.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)

    def stop(self) -> None:
        if self.process:
            stop_process(self.process)
            shutil.rmtree(self.data, ignore_errors=True)


def stop_with_us() -> None:
    """Makes SIGTERM and SIGHUP end this program as SIGINT does, so that the processes it started are stopped too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))


def start_process(command: list[str], core: set[int] | None, **options) -> subprocess.Popen:
    """Starts the command in its own process group, on that core."""
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
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextlib.contextmanager
def running(chosen: list[Side], durability: str, folder: pathlib.Path, core: set[int] | None, left_out: list[str]):
    """The servers of the sides that have a command for this durability, and of the endpoints that run already. Adds
    the sides that do not start to `left_out`."""
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
