"""The soak. scripts/soak calls it when everything is built.

A server on disk that syncs each write gets all operations at once from 64 connections, as fast as it answers. The table
keeps its size. The server's memory is read once a second. The soak fails if an answer is wrong, if memory grows after
the warm-up, or if `partita verify` finds a fault afterwards.

Growth: the median of the last quarter of the time after the warm-up may exceed that of the first quarter by
GROWTH_SHARE and GROWTH_MB. Memtables fill and are flushed, compactions come and go, and the allocator keeps a part of
the memory that they free. This moves the medians by some megabytes in both directions. A byte lost with each request
is 10 MB in ten minutes at 20 000 requests a second.
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from measure.generator import Generator
from plan.rows import Row
from sides.endpoint import free_port, wait_for_answer
from sides.process import resident_mb, start_process, stop_process, stop_with_us

# By then the block cache is full, all buffers have been used and the files have been rewritten several times.
WARM_UP_SHARE = 0.3
GROWTH_SHARE = 0.03
GROWTH_MB = 6
# Small enough to be full before the warm-up ends.
CACHE_MB = 64
CONNECTIONS = 64
ITEMS = 100_000


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    return parser.parse_args()


def watched(generator: subprocess.Popen, server: subprocess.Popen) -> list[float]:
    """The server's memory in MB, for each second while the generator runs."""
    samples = []
    while generator.poll() is None and server.poll() is None:
        samples.append(resident_mb(server.pid))
        time.sleep(1)
    return samples


def growth(samples: list[float]) -> tuple[float, float]:
    """The medians of the first and of the last quarter after the warm-up."""
    steady = samples[int(len(samples) * WARM_UP_SHARE) :]
    quarter = max(1, len(steady) // 4)
    return statistics.median(steady[:quarter]), statistics.median(steady[-quarter:])


def load(chosen: argparse.Namespace, server: subprocess.Popen, url: str) -> tuple[dict, list[float]]:
    """The generator's measurements, and the samples of memory. A wrong answer ends the program."""
    row = Row("soak", "soak", "mixed", CONNECTIONS, "sync", ITEMS)
    program = chosen.build / "bench_http"
    Generator(program, None).load(url, row)
    command = [program, "--endpoint", url, "--workload", row.workload, "--items", ITEMS, "--connections", CONNECTIONS]
    command += ["--seconds", chosen.minutes * 60, "--warm-up", 0, "--side", "partita", "--durability", "sync"]
    generator = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True)
    try:
        samples = watched(generator, server)
        if server.poll() is not None:
            sys.exit(f"soak: the server ended with {server.returncode}")
        if generator.returncode:
            sys.exit("soak: the load ended with an error")
        return json.loads(generator.stdout.read()), samples
    finally:
        generator.kill()
        generator.wait()


def soak(chosen: argparse.Namespace, folder: pathlib.Path) -> int:
    partita = chosen.build / "partita"
    data = folder / "data"
    port = free_port()
    command = [partita, "serve", "--data", data, "--port", port, "--durability", "sync", "--log-level", "warning"]
    command += ["--cache", CACHE_MB]
    with (folder / "server.log").open("wb") as log:
        server = start_process(list(map(str, command)), None, stdout=log, stderr=log)
        try:
            wait_for_answer(server, port, "partita serve", pause_s=0.05)
            result, samples = load(chosen, server, f"http://127.0.0.1:{port}")
        finally:
            stop_process(server)
    (folder / "memory.txt").write_text("".join(f"{sample:.1f}\n" for sample in samples), encoding="ascii")
    before, after = growth(samples)
    allowed = before * (1 + GROWTH_SHARE) + GROWTH_MB
    print(f"{result['ops_per_s']:,.0f} operations a second for {result['seconds']:.0f} s, no error")
    print(f"latency: p50 {result['p50_us']:,.0f} us, p99 {result['p99_us']:,.0f} us, p99.9 {result['p999_us']:,.0f} us")
    print(f"memory: {before:.0f} MB after the warm-up, {after:.0f} MB at the end, at most {max(samples):.0f} MB")
    verified = subprocess.run([partita, "verify", "--data", data]).returncode == 0
    if server.returncode != 0:
        print(f"The server ended with {server.returncode}; its log is {folder / 'server.log'}.")
    if after > allowed:
        print(
            f"Memory grew by more than {GROWTH_SHARE:.0%} and {GROWTH_MB} MB; second by second: {folder / 'memory.txt'}."
        )
    return 0 if verified and server.returncode == 0 and after <= allowed else 1


if __name__ == "__main__":
    stop_with_us()
    arguments = options()
    place = arguments.build.parent / "soak"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    sys.exit(soak(arguments, place))
