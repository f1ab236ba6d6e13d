"""Measures the time from the start of an endpoint's process to its first answer, and its memory at rest."""

import contextlib
import http.client
import os
import pathlib
import shlex
import socket
import statistics
import subprocess
import tempfile
import time

HEADERS = {
    "X-Amz-Target": "DynamoDB_20120810.ListTables",
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Date": "20260101T000000Z",
    "Authorization": "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=" + 64 * "0",
}
TIMEOUT_S = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    """Whether ListTables is answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("POST", "/", "{}", HEADERS)
        return connection.getresponse().status == 200
    except ConnectionError:
        return False
    finally:
        connection.close()


def wait_for_answer(process: subprocess.Popen, port: int, name: str, pause_s: float = 0.0005) -> None:
    started = time.monotonic()
    while not answers(port):
        if process.poll() is not None or time.monotonic() - started > TIMEOUT_S:
            raise RuntimeError(f"does not answer: {name}")
        time.sleep(pause_s)


def resident_mb(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise RuntimeError(f"process {pid} has no VmRSS")


def processor_seconds(pid: int) -> float:
    """Processor time of all its threads so far, user's and system's together."""
    # The name, in parentheses, may hold spaces.
    after_name = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def fill_in(command: list[str], port: int, data: str) -> list[str]:
    return [word.replace("{port}", str(port)).replace("{data}", data) for word in command]


def measure(command: list[str]) -> tuple[float, float]:
    """Milliseconds to the first answer, tried every half millisecond, and MB resident one second after that."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        arguments = fill_in(command, port, data)
        started = time.monotonic()
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_answer(process, port, shlex.join(command))
            milliseconds = (time.monotonic() - started) * 1000
            time.sleep(1)
            return milliseconds, resident_mb(process.pid)
        finally:
            process.kill()
            process.wait()


def medians(commands: dict[str, list[str]], runs: int) -> dict[str, tuple[float, float]]:
    """Maps each name to the medians of that many runs. The commands take turns."""
    measured = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            measured[name].append(measure(command))
    return {
        name: tuple(statistics.median(values) for values in zip(*every_run)) for name, every_run in measured.items()
    }
