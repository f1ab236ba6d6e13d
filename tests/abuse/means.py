"""What several attacks use: the tables that they read, and ways to send requests."""

import threading
import time

from server import Connection, request

LARGE_ITEMS = 40

LARGE_TABLE = {
    "TableName": "large",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "N"},
        {"AttributeName": "n", "AttributeType": "N"},
    ],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "local",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "n", "KeyType": "RANGE"}],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
}


def large_key(number):
    return {"pk": {"S": "p"}, "sk": {"N": str(number)}}


def prepare(connection):
    """Creates and fills the tables that the attacks read."""
    connection.call("CreateTable", LARGE_TABLE)
    for number in range(LARGE_ITEMS):
        item = {**large_key(number), "n": {"N": str(number)}, "text": {"S": "a" * 390_000}}
        connection.call("PutItem", {"TableName": "large", "Item": item})


def many(server, count, data):
    """`count` connections that sent `data` and do not read."""
    connections = [Connection(server.port) for _ in range(count)]
    for connection in connections:
        connection.send_some(data)
    return connections


def settle(server, connections, rounds=8):
    """Waits a while, so that the server reaches its limits, and then closes the connections."""
    for _ in range(rounds):
        time.sleep(0.25 * server.patience)
    for connection in connections:
        connection.close()


def answered(server, data, count=1, statuses=(200, 400, 413, 431, 503)):
    """Sends a request `count` times. Every answer must have one of the service's statuses."""
    for _ in range(count):
        connection = Connection(server.port)
        status, body = connection.exchange(data)
        connection.close()
        if status not in statuses:
            raise AssertionError(f"got {status}: {body[:200]!r}")


def answered_at_last(server, data, tries):
    """Sends a request again while it gets 503."""
    for _ in range(tries):
        connection = Connection(server.port)
        status, body = connection.exchange(data)
        connection.close()
        if status == 200:
            return
        if status != 503:
            raise AssertionError(f"got {status}: {body[:200]!r}")
    raise AssertionError(f"got 503 {tries} times")


def storm(server, connections, count, data_of):
    """Each of several connections sends `count` requests one after the other, which `data_of(number)` makes. Returns how
    often each status was answered."""
    seen, lock = {}, threading.Lock()

    def send(first):
        connection = Connection(server.port)
        for number in range(first, first + count):
            status, _ = connection.exchange(data_of(number))
            with lock:
                seen[status] = seen.get(status, 0) + 1
            if status == 0:
                connection = Connection(server.port)
        connection.close()

    threads = [threading.Thread(target=send, args=(number * count,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen
