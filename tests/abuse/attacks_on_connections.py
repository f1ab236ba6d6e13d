"""Attacks by how requests are sent and answers are read: never, slowly, in parts, or on many connections (attacks.py)."""

import threading
import time

from means import LARGE_ITEMS, LARGE_TABLE, answered, answered_at_last, large_key, many, settle, storm
from server import MB, Connection, head, request


def unfinished_bodies(server, size):
    settle(server, many(server, int(64 * size), head("PutItem", 16 * MB) + b" " * (8 * MB)))


def unfinished_chunks(server, size):
    chunks = b"1\r\nx\r\n" * 200_000
    begun = head("PutItem", None, b"Transfer-Encoding: chunked\r\n")
    settle(server, many(server, int(64 * size), begun + b"100000\r\n" + b" " * MB + b"\r\n" + chunks))


def slow_bodies(server, size):
    connections = many(server, int(200 * size), head("PutItem", 16 * MB) + b" " * 300_000)
    for _ in range(int(20 * size) + 5):
        for connection in connections:
            connection.send_some(b" ")
        time.sleep(0.1)
    settle(server, connections, 0)


def slow_headers(server, size):
    settle(server, many(server, int(9000 * size), b"POST / HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * 60_000))


def header_flood(server, size):
    answered(server, b"POST / HTTP/1.1\r\n" + b"X-A: b\r\n" * 20_000 + b"\r\n", int(20 * size) + 1)
    answered(server, b"POST / HTTP/1.1\r\nX-A: " + b"a" * (4 * MB), int(10 * size) + 1, (0, 400, 431))


def trickling_bodies(server, size):
    """Bodies that announce much and come so slowly that they never stand still. Large writes of others pass them."""
    connections = many(server, int(30 * size) + 3, head("PutItem", 16 * MB) + b" " * 200_000)
    stop = threading.Event()

    def trickle():
        while not stop.is_set():
            for connection in connections:
                connection.send_some(b" " * 20_000)
            time.sleep(0.1)

    thread = threading.Thread(target=trickle)
    thread.start()
    put = {"TableName": "neighbour", "Item": {**large_key(5000), "text": {"S": "y" * 390_000}}}
    try:
        # No client may need more tries than an SDK makes.
        for _ in range(int(20 * size) + 1):
            answered_at_last(server, request("PutItem", put), 5)
    finally:
        stop.set()
        thread.join()
        settle(server, connections, 0)


def slow_readers(server, size):
    batch = {"RequestItems": {"large": {"Keys": [large_key(number) for number in range(LARGE_ITEMS)]}}}
    settle(server, many(server, int(60 * size), request("BatchGetItem", batch)))


def readers_of_pages(server, size):
    page = {
        "TableName": "large",
        "IndexName": "local",
        "Select": "ALL_ATTRIBUTES",
        "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": {":p": {"S": "p"}},
    }
    connection = Connection(server.port)
    status, body = connection.exchange(request("Query", page))
    connection.close()
    if status != 200 or len(body) > 2 * MB:
        raise AssertionError(f"a page of a local index got {status} with {len(body)} bytes")
    settle(server, many(server, int(400 * size), request("Query", page) * 4))


def writers_that_do_not_read(server, size):
    update = {
        "TableName": "large",
        "Key": large_key(0),
        "UpdateExpression": "SET touched = :n",
        "ExpressionAttributeValues": {":n": {"N": "1"}},
        "ReturnValues": "ALL_NEW",
    }
    settle(server, many(server, int(300 * size), request("UpdateItem", update) * 4))


def pipelined_requests(server, size):
    settle(server, many(server, int(50 * size), request("ListTables", {}) * 5000))


def pipelined_metrics(server, size):
    connections = many(server, 8, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
    for _ in range(int(900 * size) + 20):
        for connection in connections:
            connection.read()
    settle(server, connections, 0)


def scrapers(server, size):
    """GET /metrics by several clients at once, with many tables."""
    setup = Connection(server.port)
    tables = int(1000 * size)
    for number in range(tables):
        answer = setup.exchange(request("CreateTable", {**LARGE_TABLE, "TableName": f"table{number}"}))
        if answer[0] != 200 and b"ResourceInUse" not in answer[1]:
            raise AssertionError(f"got {answer}")
    scrape = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    began = server.neighbour.answered()
    seen = storm(server, 8, 20, lambda number: scrape)
    if set(seen) - {200, 503}:
        raise AssertionError(f"got {seen}")
    # Eight scrapes come in about the time of one, and no other request waits for one.
    answers = server.neighbour.answered() - began
    if answers < 20:
        raise AssertionError(f"the neighbour got {answers} answers beside {seen} scrapes")
    for number in range(tables):
        setup.call("DeleteTable", {"TableName": f"table{number}"})
    setup.close()


def idle_connections(server, size):
    """10,000 connections that carried a request once, in under 200 MB in all."""
    connections = []
    for number in range(int(9900 * size)):
        connection = Connection(server.port)
        connection.send(request("ListTables", {}))
        connections.append(connection)
    for connection in connections:
        connection.read()
    # A thirtieth of them carry a large request too.
    large = request("PutItem", {"TableName": "none", "Item": {"pk": {"S": "x" * 240_000}}})
    for connection in connections[: len(connections) // 30]:
        connection.send(large)
        connection.read()
    deadline = time.monotonic() + 30
    while server.metric("partita_memory_held_bytes") > 2 * MB and time.monotonic() < deadline:
        time.sleep(0.1)
    used_mb = server.memory_mb("VmRSS")
    if server.metric("partita_memory_held_bytes") > 2 * MB:
        raise AssertionError("idle connections hold buffers")
    settle(server, connections, 0)
    return f"{len(connections)} idle connections: {used_mb} MB resident in all"


def connection_flood(server, size):
    for _ in range(int(3000 * size)):
        Connection(server.port).close()
