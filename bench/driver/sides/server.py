"""A side that runs. It is started on a free port of 127.0.0.1 and stopped again by its process id."""

import contextlib
import os
import pathlib
import shutil
import signal
import time

from sides.endpoint import answers, fill_in, free_port, is_healthy, wait_for_answer
from sides.process import processor_seconds, resident_mb, start_process, stop_process
from sides.side import Side

CALM_LOOK_S = 0.2
CALM_TIMEOUT_S = 90


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
        for name, text in self.side.files.items():
            (self.data / name).touch(mode=0o600)
            (self.data / name).write_text(text, encoding="utf-8")
        port = free_port()
        self.process = start_process(fill_in(self.side.commands[self.durability], port, str(self.data)), core)
        self.url = self.side.url_form.format(port=port)
        is_open = self.side.url_form == Side.url_form
        try:
            wait_for_answer(self.process, port, self.name, pause_s=0.02, is_up=answers if is_open else is_healthy)
        except RuntimeError:
            self.stop()
            raise

    def memory_mb(self) -> float | None:
        return round(resident_mb(self.process.pid), 1) if self.process else None

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
            before = processor_seconds(self.process.pid)
            time.sleep(CALM_LOOK_S)
            busy = processor_seconds(self.process.pid) - before
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
