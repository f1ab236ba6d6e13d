"""Moves a table between two servers while 32 writers work on it, and the mover, the servers and the network between them
fail at random.

usage: rounds.py PARTITA DIRECTORY [--rounds N] [--seed N] [--target-command COMMAND]

Each round kills the mover, the source or the target with SIGKILL and starts it again, or cuts the mover's connections for
some time. After half of the rounds the move is cut over, which is killed at random too, the writers go on at the target, and
at the end it is cut back.
Both times the items must be those that the writers know of: each writer remembers, for each of its keys, the states that
its last acknowledged write and those without an answer allow. `partita compare` must find no difference.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import threading
import time

WRITERS = 32
KEYS = 2_000
TABLE = "orders"
AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/dynamodb/aws4_request, "
    "SignedHeaders=host;x-amz-date, Signature=0123"
)


class Refused(Exception):
    """The server answered with an error, so a write did not happen, or may have (5xx)."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Client:
    """One connection, which is opened again after an error."""

    def __init__(self, port_of):
        self.port_of = port_of
        self.connection = None

    def call(self, operation, request):
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port_of(), timeout=20)
            self.connection.request(
                "POST",
                "/",
                json.dumps(request),
                {
                    "X-Amz-Target": f"DynamoDB_20120810.{operation}",
                    "Content-Type": "application/x-amz-json-1.0",
                    "Authorization": AUTHORIZATION,
                    "X-Amz-Date": "20260101T000000Z",
                },
            )
            answer = self.connection.getresponse()
            body = json.loads(answer.read() or b"{}")
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection = None
            raise ConnectionError(str(error)) from error
        if answer.status != 200:
            raise Refused(answer.status, body)
        return body


class Server:
    """A server with its data in a directory, or another program that keeps its own."""

    def __init__(self, partita, directory, command=None):
        self.port = free_port()
        self.arguments = command or [
            partita, "serve", "--data", str(directory), "--port", str(self.port), "--durability", "os"
        ]  # fmt: skip
        self.arguments = [part.replace("{port}", str(self.port)) for part in self.arguments]
        self.log = open(f"{directory}.log", "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.arguments, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                Client(lambda: self.port).call("ListTables", {})
                return
            except (ConnectionError, Refused):
                time.sleep(0.05)
        sys.exit("the server does not answer: " + self.log.name)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Proxy:
    """Passes connections on, until it cuts them."""

    def __init__(self, port):
        self.target = port
        self.is_cut = False
        self.sockets = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.is_cut:
                client.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            with self.lock:
                self.sockets |= {client, server}
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self.pump, args=pair, daemon=True).start()

    def pump(self, source, target):
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self, seconds):
        self.is_cut = True
        with self.lock:
            cut, self.sockets = self.sockets, set()
        for one in cut:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        time.sleep(seconds)
        self.is_cut = False


def key_of(number):
    return {"pk": {"S": f"p{number % 50}"}, "sk": {"N": str(number)}}


class Writer(threading.Thread):
    """Writes its keys one operation after the other, and knows the states that each may have: JSON, or None if absent."""

    def __init__(self, number, port_of):
        super().__init__(daemon=True)
        self.client = Client(port_of)
        self.keys = [key for key in range(KEYS) if key % WRITERS == number]
        self.random = random.Random(number)
        self.states = {key: {None} for key in self.keys}
        self.goes_on = threading.Event()
        self.is_idle = threading.Event()
        self.ends = False
        self.count = 0

    def run(self):
        while not self.ends:
            if not self.goes_on.is_set():
                self.is_idle.set()
                self.goes_on.wait(0.1)
                continue
            self.is_idle.clear()
            self.write()

    def item(self, key):
        self.count += 1
        item = key_of(key) | {
            "n": {"N": str(self.count)},
            "state": {"S": self.random.choice(["open", "paid", "sent"])},
            "end": {"N": "4102444800"},
            "text": {"S": "x" * self.random.randrange(300)},
        }
        return item, json.dumps(item, sort_keys=True)

    def write(self):
        kind = self.random.random()
        if kind < 0.15:
            key = self.random.choice(self.keys)
            self.attempt("DeleteItem", {"TableName": TABLE, "Key": key_of(key)}, {key: None})
        elif kind < 0.35:
            after, puts = {}, []
            for key in self.random.sample(self.keys, 3):
                item, after[key] = self.item(key)
                puts.append({"Put": {"TableName": TABLE, "Item": item}})
            self.attempt("TransactWriteItems", {"TransactItems": puts}, after)
        else:
            key = self.random.choice(self.keys)
            item, state = self.item(key)
            self.attempt("PutItem", {"TableName": TABLE, "Item": item}, {key: state})

    def attempt(self, operation, request, after):
        try:
            self.client.call(operation, request)
            for key, state in after.items():
                self.states[key] = {state}
        except (ConnectionError, Refused):
            for key, state in after.items():
                self.states[key] = self.states[key] | {state}
            time.sleep(0.05)


class Move:
    def __init__(self, partita, source, target, directory, more):
        self.base = [
            partita, "move", f"http://127.0.0.1:{source.port}", f"http://127.0.0.1:{target.port}", "--table", TABLE,
            "--state", str(directory / "state"), "--quiet", "0.5", *more,
        ]  # fmt: skip
        self.log = open(directory / "move.log", "ab")
        self.process = None

    def start(self):
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.base, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        self.process = None

    def run(self, *more):
        self.kill()
        done = subprocess.run([*self.base, *more], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.log.write((done.stdout + done.stderr).encode())
        return done


def items_of(port):
    client, found, start = Client(lambda: port), {}, None
    while True:
        request = {"TableName": TABLE} | ({"ExclusiveStartKey": start} if start else {})
        page = client.call("Scan", request)
        for item in page["Items"]:
            found[int(item["sk"]["N"])] = json.dumps(item, sort_keys=True)
        start = page.get("LastEvaluatedKey")
        if not start:
            return found


def check(writers, port, name):
    found = items_of(port)
    wrong = [
        key
        for writer in writers
        for key, states in writer.states.items()
        if found.get(key) not in states
    ]
    if wrong:
        key = wrong[0]
        allowed = next(writer.states[key] for writer in writers if key in writer.states)
        sys.exit(f"{name}: {len(wrong)} items are wrong, such as {key}: {found.get(key)}, allowed: {allowed}")
    # Later writes begin from the states that are there.
    for writer in writers:
        for key in writer.states:
            writer.states[key] = {found.get(key)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("partita")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target-command", help="a target that is not Partita: words with {port}; no way back then")
    options = parser.parse_args()
    options.directory.mkdir(parents=True)
    chance = random.Random(options.seed)
    command = options.target_command.split() if options.target_command else None
    source = Server(options.partita, options.directory / "source")
    target = Server(options.partita, options.directory / "target", command)
    written = source
    Client(lambda: source.port).call("CreateTable", {
        "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                 {"AttributeName": "sk", "AttributeType": "N"},
                                 {"AttributeName": "state", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        "GlobalSecondaryIndexes": [{"IndexName": "by_state", "Projection": {"ProjectionType": "ALL"},
                                    "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"},
                                                  {"AttributeName": "sk", "KeyType": "RANGE"}]}],
    })  # fmt: skip
    Client(lambda: source.port).call("UpdateTimeToLive", {
        "TableName": TABLE, "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "end"}})  # fmt: skip
    proxies = {server: Proxy(server.port) for server in (source, target)}
    move = Move(options.partita, proxies[source], proxies[target], options.directory,
                ["--no-way-back"] if command else [])  # fmt: skip
    writers = [Writer(number, lambda: written.port) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
        writer.goes_on.set()
    time.sleep(1)
    incidents = {"mover": 0, "source": 0, "target": 0, "network": 0}

    def fail_for(rounds):
        for _ in range(rounds):
            move.start()
            time.sleep(chance.uniform(0.1, 2))
            what = chance.choice(list(incidents))
            incidents[what] += 1
            if what == "mover":
                move.kill()
            elif what == "network":
                chance.choice(list(proxies.values())).cut(chance.uniform(0, 1.5))
            elif what == "target" and command:
                continue
            else:
                server = source if what == "source" else target
                server.kill()
                time.sleep(chance.uniform(0, 1))
                server.start()

    def cut(option, home):
        nonlocal written
        for writer in writers:
            writer.goes_on.clear()
            writer.is_idle.clear()
        for writer in writers:
            writer.is_idle.wait(60)
        # The cut-over itself is killed too, and given again.
        for _ in range(3):
            move.kill()
            killed = subprocess.Popen([*move.base, option, "--writers-are-stopped"], stdout=move.log, stderr=move.log,
                                      stdin=subprocess.DEVNULL)  # fmt: skip
            time.sleep(chance.uniform(0, 3))
            killed.send_signal(signal.SIGKILL)
            killed.wait()
        done = move.run(option, "--writers-are-stopped", "--until-level")
        if done.returncode != 0:
            sys.exit(f"{option} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        print(done.stdout, end="", flush=True)
        check(writers, source.port, "source")
        check(writers, target.port, "target")
        compared = subprocess.run(
            [options.partita, "compare", "--items-only", f"http://127.0.0.1:{source.port}", f"http://127.0.0.1:{target.port}"],
            capture_output=True, text=True, check=False)  # fmt: skip
        if compared.returncode != 0:
            sys.exit(compared.stdout + compared.stderr)
        written = home
        for writer in writers:
            writer.client.connection = None
            writer.goes_on.set()

    fail_for(options.rounds if command else options.rounds // 2)
    cut("--cutover", target)
    if not command:
        fail_for(options.rounds - options.rounds // 2)
        cut("--cut-back", source)
    for writer in writers:
        writer.ends = True
    move.kill()
    print(f"{sum(writer.count for writer in writers)} writes, incidents: {incidents}: each item is as its writer knows it")
    source.stop()
    target.stop()


if __name__ == "__main__":
    main()
