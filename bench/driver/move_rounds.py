"""Moves a table between two servers while 32 writers work on it, and the mover, the servers and the network between them
fail at random.

usage: move_rounds.py PARTITA DIRECTORY [--rounds N | --minutes N] [--seed N]
                      [--role target|source] [--lacks CAPABILITY REASON]... [--operations-per-second N]
                      [-- PEER COMMAND]

Each round kills the mover, the source or the target with SIGKILL and starts it again, or cuts the mover's connections for
some time. After half of the rounds the move is cut over, which is killed at random too, the writers go on at the target, and
at the end it is cut back.
Both times the items must be those that the writers know of: each writer remembers, for each of its keys, the states that
its last acknowledged write and those without an answer allow. `partita compare` must find no difference.

With a command behind `--`, one of the servers is a peer: the target, or with --role source the source. {port} and {data} in
the command are its port and its path for data. What a peer lacks changes the rounds:
  streams       a target that lacks them is cut over without a way back. A source that lacks them cannot be followed, so
                rounds of `partita copy` take the place of the move: the writers stop, and the copy is killed and goes on
                until it is done.
  transactions  the writers send a BatchWriteItem in the place of a transaction, while they write the peer
  ttl           the table of the peer has no time to live
  durability    the peer is not killed, because its data is in its memory only
"""

import argparse
import atexit
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

from cut_proxy import Proxy

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
    """A server with its data in a directory, or a peer: another program, and what it lacks."""

    def __init__(self, partita, directory, command=None, lacks=()):
        self.port = free_port()
        self.lacks = lacks
        self.arguments = command or [partita, "serve", "--data", "{data}", "--port", "{port}", "--durability", "os"]
        self.arguments = [
            part.replace("{port}", str(self.port)).replace("{data}", str(directory)) for part in self.arguments
        ]
        self.log = open(f"{directory}.log", "ab")
        self.start()
        atexit.register(self.stop)

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


def key_of(number):
    return {"pk": {"S": f"p{number % 50}"}, "sk": {"N": str(number)}}


class Writer(threading.Thread):
    """Writes its keys one operation after the other, and knows the states that each may have: JSON, or None if absent.

    `written` gives the server that is written now. `pause` is the time in seconds between two operations."""

    def __init__(self, number, written, pause):
        super().__init__(daemon=True)
        self.written = written
        self.pause = pause
        self.client = Client(lambda: written().port)
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
            if self.pause:
                time.sleep(self.pause * self.random.uniform(0.5, 1.5))

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
                puts.append(item)
            if "transactions" in self.written().lacks:
                puts = [{"PutRequest": {"Item": item}} for item in puts]
                self.attempt("BatchWriteItem", {"RequestItems": {TABLE: puts}}, after)
            else:
                puts = [{"Put": {"TableName": TABLE, "Item": item}} for item in puts]
                self.attempt("TransactWriteItems", {"TransactItems": puts}, after)
        else:
            key = self.random.choice(self.keys)
            item, state = self.item(key)
            self.attempt("PutItem", {"TableName": TABLE, "Item": item}, {key: state})

    def attempt(self, operation, request, after):
        try:
            answer = self.client.call(operation, request)
            if answer.get("UnprocessedItems"):
                raise Refused(200, answer)
            for key, state in after.items():
                self.states[key] = {state}
        except (ConnectionError, Refused):
            for key, state in after.items():
                self.states[key] = self.states[key] | {state}
            time.sleep(0.05)


def items_of(port, table):
    client, found, start = Client(lambda: port), {}, None
    while True:
        request = {"TableName": table} | ({"ExclusiveStartKey": start} if start else {})
        page = client.call("Scan", request)
        for item in page["Items"]:
            found[int(item["sk"]["N"])] = json.dumps(item, sort_keys=True)
        start = page.get("LastEvaluatedKey")
        if not start:
            return found


def check(writers, port, table, name):
    found = items_of(port, table)
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


def options_of(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("partita")
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--minutes", type=float, help="as many rounds as fit into this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--role", choices=["target", "source"], default="target", help="that of the peer")
    parser.add_argument("--operations-per-second", type=float, default=400,
                        help="of all writers together if there is a peer, so that it keeps up with them")  # fmt: skip
    parser.add_argument("--lacks", nargs=2, action="append", default=[], help="what the peer lacks, and why")
    at = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:at])
    options.peer = arguments[at + 1 :]
    options.lacks = dict(options.lacks)
    return options


class Rounds:
    """The servers, the proxies before them, the writers, and the incidents that befell them."""

    def __init__(self, options):
        self.options = options
        self.chance = random.Random(options.seed)
        servers = {}
        for role in ("source", "target"):
            is_peer = options.peer and role == options.role
            servers[role] = Server(options.partita, options.directory / role,
                                   options.peer if is_peer else None, options.lacks if is_peer else ())  # fmt: skip
        self.source, self.target = servers["source"], servers["target"]
        self.written = self.source
        self.proxies = {server: Proxy(server.port) for server in (self.source, self.target)}
        self.has_way_back = "streams" not in self.target.lacks
        self.incidents = {"mover": 0, "network": 0}
        self.incidents |= {role: 0 for role, server in servers.items() if "durability" not in server.lacks}
        self.mover = None
        self.log = open(options.directory / "move.log", "ab")
        self.make_table()
        pause = WRITERS / options.operations_per_second if options.peer else 0
        self.writers = [Writer(number, lambda: self.written, pause) for number in range(WRITERS)]
        for writer in self.writers:
            writer.start()
        self.let_write()
        atexit.register(self.kill_mover)

    def make_table(self):
        client = Client(lambda: self.source.port)
        client.call("CreateTable", {
            "TableName": TABLE, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"},
                                     {"AttributeName": "sk", "AttributeType": "N"},
                                     {"AttributeName": "state", "AttributeType": "S"}],
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [{"IndexName": "by_state", "Projection": {"ProjectionType": "ALL"},
                                        "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"},
                                                      {"AttributeName": "sk", "KeyType": "RANGE"}]}],
        })  # fmt: skip
        if "ttl" not in self.source.lacks:
            client.call("UpdateTimeToLive", {
                "TableName": TABLE, "TimeToLiveSpecification": {"Enabled": True, "AttributeName": "end"}})  # fmt: skip

    # ---- the mover: a process of `partita move` or `partita copy`

    def command(self, name, *more):
        ends = [f"http://127.0.0.1:{self.proxies[server].port}" for server in (self.source, self.target)]
        return [self.options.partita, name, *ends, "--state", str(self.options.directory / "state"), *more]

    def move_command(self, *more):
        way_back = [] if self.has_way_back else ["--no-way-back"]
        return self.command("move", "--table", TABLE, "--quiet", "0.5", *way_back, *more)

    def start_mover(self, command):
        if self.mover is None or self.mover.poll() is not None:
            self.mover = subprocess.Popen(command, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)

    def kill_mover(self):
        if self.mover and self.mover.poll() is None:
            self.mover.send_signal(signal.SIGKILL)
            self.mover.wait()
        self.mover = None

    def is_copied(self):
        # 2: the target lacks a setting, which the log tells.
        return self.mover is not None and self.mover.poll() in (0, 2)

    # ---- the writers

    def let_write(self):
        for writer in self.writers:
            writer.client.connection = None
            writer.goes_on.set()

    def stop_writers(self):
        for writer in self.writers:
            writer.goes_on.clear()
            writer.is_idle.clear()
        for writer in self.writers:
            writer.is_idle.wait(60)

    # ---- the rounds

    def incident(self):
        what = self.chance.choice(list(self.incidents))
        self.incidents[what] += 1
        if what == "mover":
            self.kill_mover()
        elif what == "network":
            self.chance.choice(list(self.proxies.values())).cut(self.chance.uniform(0, 1.5))
        else:
            server = self.source if what == "source" else self.target
            server.kill()
            time.sleep(self.chance.uniform(0, 1))
            server.start()

    def each_round(self, share):
        """Yields once for each round: `share` of all of them, or of the time."""
        end = time.monotonic() + (self.options.minutes or 0) * 60 * share
        number = 0
        while time.monotonic() < end if self.options.minutes else number < self.options.rounds * share:
            number += 1
            yield number

    def fail_for(self, share):
        for _ in self.each_round(share):
            self.start_mover(self.move_command())
            time.sleep(self.chance.uniform(0.1, 2))
            self.incident()

    def cut(self, option, home):
        self.stop_writers()
        # The cut-over itself is killed too, and given again.
        for _ in range(3):
            self.kill_mover()
            self.start_mover(self.move_command(option, "--writers-are-stopped"))
            time.sleep(self.chance.uniform(0, 3))
            self.kill_mover()
        done = subprocess.run(self.move_command(option, "--writers-are-stopped", "--until-level"),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # fmt: skip
        self.log.write((done.stdout + done.stderr).encode())
        if done.returncode != 0:
            sys.exit(f"{option} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        print(done.stdout, end="", flush=True)
        self.check(self.source, TABLE)
        self.check(self.target, TABLE)
        self.compare(TABLE)
        self.written = home

    def check(self, server, table):
        check(self.writers, server.port, table, "source" if server is self.source else "target")

    def compare(self, target_table):
        ends = [f"http://127.0.0.1:{server.port}" for server in (self.source, self.target)]
        tables = ["--table", f"{TABLE}={target_table}"]
        done = subprocess.run([self.options.partita, "compare", "--items-only", *ends, *tables],
                              capture_output=True, text=True, check=False)  # fmt: skip
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def move_rounds(self):
        self.fail_for(0.5 if self.has_way_back else 1)
        self.cut("--cutover", self.target)
        if self.has_way_back:
            self.let_write()
            self.fail_for(0.5)
            self.cut("--cut-back", self.source)

    def copy_rounds(self):
        """Copies the table to a new one in each round, with an incident each time that the copy is given."""
        for number in self.each_round(1):
            time.sleep(self.chance.uniform(0.5, 1.5))
            self.stop_writers()
            copy = f"{TABLE}_{number}"
            # At this pace, the copy takes longer than the time until an incident.
            command = self.command("copy", "--table", f"{TABLE}={copy}", "--rate", str(KEYS // 4))
            for _ in range(3):
                self.start_mover(command)
                time.sleep(self.chance.uniform(0.1, 1.5))
                if self.is_copied():
                    break
                self.incident()
                # The copy may have ended during the incident.
                if self.is_copied():
                    break
            if not self.is_copied():
                self.start_mover(command)
                self.mover.wait(120)
            if not self.is_copied():
                sys.exit(f"the copy ended with {self.mover.returncode}; its messages are in {self.log.name}")
            self.mover = None
            self.check(self.source, TABLE)
            self.check(self.target, copy)
            self.compare(copy)
            Client(lambda: self.target.port).call("DeleteTable", {"TableName": copy})
            self.let_write()
        print(f"{number} copies, nothing differs", flush=True)

    def run(self):
        time.sleep(1)
        for capability, reason in self.options.lacks.items():
            print(f"lacks {capability}: {reason}", flush=True)
        (self.copy_rounds if "streams" in self.source.lacks else self.move_rounds)()
        for writer in self.writers:
            writer.ends = True
        self.kill_mover()
        writes, incidents = sum(writer.count for writer in self.writers), sum(self.incidents.values())
        print(f"{writes} writes, {incidents} incidents: {self.incidents}: each item is as its writer knows it")


def main():
    # A driver that is ended takes its servers and its mover with it, by their registrations with atexit.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    options = options_of(sys.argv[1:])
    options.directory.mkdir(parents=True)
    Rounds(options).run()


if __name__ == "__main__":
    main()
