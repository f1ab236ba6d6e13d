"""Partita with `serve --archive`, its writer bench_http."""

import contextlib
import http.client
import json
import pathlib
import shutil
import subprocess
import time
from urllib.parse import urlsplit

from measure.generator import Generator
from plan.rows import Row
from sides.endpoint import HEADERS, free_port, wait_for_answer
from sides.process import processor_seconds, start_process, stop_process

DEADLINE_S = 600


class PartitaSide:
    name = "partita"
    # One connection, as SQLite has one writer, and as many as a service has.
    writers = (1, 64)

    def __init__(self, program: pathlib.Path, generator: Generator, folder: pathlib.Path, items: int, durability: str):
        self.program, self.generator, self.items, self.durability = program, generator, items, durability
        self.folder = folder / self.name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.data, self.replica, self.socket = self.folder / "data", self.folder / "replica", self.folder / "admin.sock"
        self.process, self.url = None, ""

    def version(self) -> str:
        done = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def row(self, writers: int) -> Row:
        return Row("Archive", "PutItem", "put_item", connections=writers, durability=self.durability, items=self.items)

    def running(self, archived: bool, *options: object):
        archive = ["--archive", f"file://{self.replica}"] if archived else []
        return self.serving(self.data, "--durability", self.durability, *archive, *options)

    def following(self, data: pathlib.Path):
        """A standby of the archive, which answers when it has its newest write."""
        return self.serving(data, "--follow", f"file://{self.replica}")

    @contextlib.contextmanager
    def serving(self, data: pathlib.Path, *options: object):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [self.program, "serve", "--data", data, "--port", port, "--admin-socket", self.socket, *options]
        with (self.folder / "log").open("ab") as log:
            self.process = start_process(list(map(str, command)), None, stderr=log)
        try:
            wait_for_answer(self.process, port, "partita")
            yield
        finally:
            stop_process(self.process)

    def fill(self) -> None:
        with self.running(archived=False):
            self.generator.load(self.url, self.row(16))
            self.request("CreateTable", {
                "TableName": "markers", "BillingMode": "PAY_PER_REQUEST",
                "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            })  # fmt: skip

    def write(self, writers: int, seconds: float, run: int) -> dict:
        """Throughput, latency and processor time of the server for each write."""
        before = processor_seconds(self.process.pid)
        result = self.generator.measure(self.url, self.row(writers), self.name, run, seconds, warm_up=0)
        spent = processor_seconds(self.process.pid) - before
        made = round(result["ops_per_s"] * result["seconds"])
        return {
            "per_s": result["ops_per_s"], "p50_us": result["p50_us"], "p99_us": result["p99_us"], "writes": made,
            "cpu_us": 1e6 * spent / made,
        }  # fmt: skip

    def wait_until_archived(self) -> None:
        """Waits until the archive has a base and all changes."""
        until = time.monotonic() + DEADLINE_S
        while True:
            done = subprocess.run(
                ["curl", "--silent", "--unix-socket", self.socket, "http://localhost/archive"], capture_output=True, check=True
            )
            state = json.loads(done.stdout)
            if state["state"] == "current" and state["lag_ms"] == 0 and state["base_complete_ms"] > 0:
                return
            if time.monotonic() > until:
                raise RuntimeError(f"the archive is not current: {state}")
            time.sleep(0.1)

    def request(self, operation: str, body: dict, connection: http.client.HTTPConnection | None = None) -> dict:
        own = connection or http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        own.request("POST", "/", json.dumps(body), {**HEADERS, "X-Amz-Target": f"DynamoDB_20120810.{operation}"})
        answer = own.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{operation}: {text!r}")
        if not connection:
            own.close()
        return json.loads(text)

    def mark(self, stop) -> None:
        """Writes the time into an item, again and again."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=30)
        while not stop.wait(0.01):
            item = {"pk": {"S": "now"}, "at": {"N": repr(time.time())}}
            self.request("PutItem", {"TableName": "markers", "Item": item}, connection)
        connection.close()

    def restore(self, replica: pathlib.Path, target: pathlib.Path, *options: str) -> None:
        shutil.rmtree(target, ignore_errors=True)
        command = [self.program, "restore", "--from", f"file://{replica}", "--data", target, *options]
        subprocess.run(command, check=True, capture_output=True, timeout=DEADLINE_S)

    def drill(self) -> None:
        command = [self.program, "restore", "--drill", "--from", f"file://{self.replica}", "--scratch", self.folder]
        subprocess.run(command, check=True, capture_output=True, timeout=DEADLINE_S)

    def restored_mark(self, replica: pathlib.Path) -> float:
        """The time in the newest marker of a replica."""
        target = self.folder / "marker"
        self.restore(replica, target, "--table", "markers")
        command = [self.program, "export", "markers", "--to", "-", "--format", "jsonl", "--data", target]
        done = subprocess.run(command, check=True, capture_output=True, timeout=DEADLINE_S)
        return json.loads(done.stdout)["at"]

    def check(self, target: pathlib.Path) -> None:
        """Fails unless a restored directory is whole."""
        done = subprocess.run([self.program, "verify", "--data", target], capture_output=True, text=True, timeout=DEADLINE_S)
        if done.returncode or f"{self.items + 1} items" not in done.stdout.replace(",", ""):
            raise RuntimeError(f"the restored directory: {done.stdout} {done.stderr}")
