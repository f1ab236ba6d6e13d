"""Attacks by requests that need much work or memory (attacks.py)."""

import json
import threading
import time
import zlib

from means import LARGE_ITEMS, LARGE_TABLE, answered, large_key, many, settle, storm
from server import MB, Connection, request


def gzip_bombs(server, size):
    def bomb(megabytes):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        return b"".join(packer.compress(b" " * MB) for _ in range(megabytes)) + packer.flush()

    for megabytes in (15, 200):
        data = request("PutItem", bomb(megabytes), b"Content-Encoding: gzip\r\n")
        settle(server, many(server, int(40 * size), data), 2)
        answered(server, data)


def deep_json(server, size):
    for opening in (b"[", b'{"L":[', b'{"M":{"a":'):
        body = b'{"TableName":"large","Item":{"pk":' + opening * int(2 * MB * size / len(opening))
        answered(server, request("PutItem", body), 2)
    nested = b'{"L":[' * 5000 + b"]}" * 5000
    answered(server, request("PutItem", b'{"TableName":"large","Item":{"pk":' + nested + b"}}"))


def empty_objects(server, size):
    for member, operation in ((b"TransactItems", "TransactWriteItems"), (b"TransactItems", "TransactGetItems")):
        for megabytes in (1.5, 15 * size):
            objects = b"{}," * int(megabytes * MB / 3)
            answered(server, request(operation, b'{"' + member + b'":[' + objects + b"{}]}"))


def dense_values(server, size):
    for element in (b'{"L":[]},', b'{"M":{}},', b'{"NULL":true},'):
        elements = element * int(15 * MB * size / len(element))
        body = b'{"TableName":"large","Item":{"pk":{"S":"p"},"sk":{"N":"1"},"l":{"L":[' + elements[:-1] + b"]}}}"
        data = request("PutItem", body)
        answered(server, data)
        settle(server, many(server, int(20 * size), data), 4)


def giant_numbers(server, size):
    for text in (b"9" * int(4 * MB * size), b"1e" + b"9" * 1000, b"0." + b"0" * int(4 * MB * size) + b"1"):
        item = b'{"pk":{"S":"p"},"sk":{"N":"' + text + b'"}}'
        answered(server, request("PutItem", b'{"TableName":"large","Item":' + item + b"}"), statuses=(400,))
    numbers = b",".join(b'"%d"' % number for number in range(int(400_000 * size)))
    answered(server, request("PutItem", b'{"TableName":"large","Item":{"pk":{"NS":[' + numbers + b"]}}}"))


def placeholders(server, size):
    expression = "SET " + ", ".join(f"a{number} = :v" for number in range(300))
    body = {
        "TableName": "large",
        "Key": large_key(1000),
        "UpdateExpression": expression,
        "ExpressionAttributeValues": {":v": {"S": "x" * int(3 * MB * size)}},
    }
    answered(server, request("UpdateItem", body), 2, (400, 503))
    names = {f"#n{number}": "x" * 1000 for number in range(int(4000 * size))}
    body = {"TableName": "large", "Key": large_key(1), "ProjectionExpression": "pk", "ExpressionAttributeNames": names}
    answered(server, request("GetItem", body), 2, (400, 503))


def catastrophic_filters(server, size):
    scan = {
        "TableName": "large",
        "FilterExpression": "contains(#t, :needle)",
        "ExpressionAttributeNames": {"#t": "text"},
        "ExpressionAttributeValues": {":needle": {"S": "a" * 100_000 + "b"}},
    }
    connections = many(server, int(32 * size) + 2, request("Scan", scan))
    for connection in connections:
        status, body = connection.read()
        if status not in (200, 503):
            raise AssertionError(f"Scan got {status}: {body[:200]!r}")
    settle(server, connections, 0)


def tags(server, size):
    arn = "arn:aws:dynamodb:us-east-1:123456789012:table/large"
    listed = [{"Key": f"k{number}", "Value": "v"} for number in range(int(480_000 * size))]
    body = json.dumps({"ResourceArn": arn, "Tags": listed}).encode()[: 16 * MB]
    answered(server, request("TagResource", body), 1, (400, 413, 503))
    answered(server, request("UntagResource", {"ResourceArn": arn, "TagKeys": [t["Key"] for t in listed]}), 1, (200, 400, 413, 503))


def long_names(server, size):
    item = {**large_key(1), "n" * int(8 * MB * size): {"S": "x"}}
    answered(server, request("PutItem", {"TableName": "large", "Item": item}), 2, (400, 503))
    answered(server, request("PutItem", {"TableName": "t" * int(8 * MB * size), "Item": {}}), 2, (400, 503))


def large_transactions(server, size):
    members = [
        {
            "Update": {
                "TableName": "large",
                "Key": large_key(number),
                "UpdateExpression": "SET b = :v",
                "ExpressionAttributeValues": {":v": {"S": "y" * 9_000}},
            }
        }
        for number in range(LARGE_ITEMS)
    ]
    settle(server, many(server, int(40 * size), request("TransactWriteItems", {"TransactItems": members})), 4)


def hot_key(server, size):
    update = {
        "TableName": "large",
        "Key": {"pk": {"S": "hot"}, "sk": {"N": "1"}},
        "UpdateExpression": "SET t = :t ADD n :n",
        "ExpressionAttributeValues": {":n": {"N": "1"}, ":t": {"S": "x" * 100_000}},
    }
    settle(server, many(server, int(500 * size), request("UpdateItem", update)), 8)


def large_items(server, size):
    """Clients that write and read items of up to 400 KB, as fast as they are answered."""
    until = time.monotonic() + 10 * server.patience

    def client(number):
        connection = Connection(server.port)
        for turn in range(1000):
            key = large_key(1000 + (number * 7 + turn) % 300)
            item = {**key, "n": {"N": "1"}, "text": {"S": "x" * (1000 + (number * 7919 + turn * 104729) % 390_000)}}
            update = {
                "TableName": "large",
                "Key": key,
                "UpdateExpression": "ADD n :n",
                "ExpressionAttributeValues": {":n": {"N": "1"}},
                "ReturnValues": "ALL_NEW",
            }
            for operation, body in (
                ("PutItem", {"TableName": "large", "Item": item}),
                ("GetItem", {"TableName": "large", "Key": key}),
                ("UpdateItem", update),
            ):
                if time.monotonic() > until:
                    return connection.close()
                status, _ = connection.exchange(request(operation, body))
                if status == 0:
                    connection = Connection(server.port)

    clients = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(int(100 + 100 * size))]
    for one in clients:
        one.start()
    for one in clients:
        one.join()


def many_expressions(server, size):
    """Texts that differ in each request, so that a cache of them would grow. Many of the requests are refused."""

    def attributes(number, count):
        return ",".join(f"a{(number * 991 + i) % 9973}" for i in range(count))

    def texts(number):
        table = "nothing" if number % 2 else "neighbour"
        key = {"TableName": table, "Key": {"pk": {"S": "p"}, "sk": {"N": "1"}}}
        kind = number // 2 % 4
        if kind == 0:
            statement = f"SELECT {attributes(number, 120)} FROM {table} WHERE pk = 'x{number}'"
            return request("ExecuteStatement", {"Statement": statement[:1020]})
        if kind == 1:
            return request("GetItem", {**key, "ProjectionExpression": attributes(number, 140)})
        condition = " OR ".join(f"{chr(97 + (number + i) % 26)}{number}=b" for i in range(60))
        if kind == 2:
            return request("DeleteItem", {**key, "ConditionExpression": condition})
        update = {"ConditionExpression": "attribute_exists(zz)", "UpdateExpression": "REMOVE " + attributes(number, 140)}
        return request("UpdateItem", {**key, **update})

    seen = storm(server, 4, int(4000 * size) + 1000, texts)
    if set(seen) - {200, 400}:
        raise AssertionError(f"got {seen}")


def small_items(server, count):
    """A table with one partition of `count` tiny items."""
    setup = Connection(server.port)
    if "tiny" not in setup.call("ListTables", {})["TableNames"]:
        setup.call("CreateTable", {**LARGE_TABLE, "TableName": "tiny"})
        for first in range(0, count, 25):
            puts = [{"PutRequest": {"Item": large_key(number)}} for number in range(first, first + 25)]
            setup.call("BatchWriteItem", {"RequestItems": {"tiny": puts}})
    setup.close()


def pages_of_small_items(server, size):
    """Whole pages, counts and filters that drop everything. All of them read thousands of items."""
    small_items(server, 20_000)
    page = {
        "TableName": "tiny",
        "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": {":p": {"S": "p"}},
    }
    with_items = [
        request("Query", page),
        request("Query", {**page, "ScanIndexForward": False}),
        request("Query", {**page, "Limit": 2000}),
        request("ExecuteStatement", {"Statement": "SELECT * FROM tiny WHERE pk = 'p'"}),
    ]
    without_items = [
        request("Query", {**page, "Select": "COUNT"}),
        request("Query", {**page, "FilterExpression": "attribute_exists(nothing)"}),
        request("Scan", {"TableName": "tiny", "FilterExpression": "attribute_exists(nothing)"}),
    ]
    notes = []
    for kinds, count in ((with_items, 40), (without_items, 400)):
        began = server.neighbour.answered()
        seen = storm(server, 16, int(count * size) + 3, lambda number: kinds[number % len(kinds)])
        if set(seen) - {200, 503}:
            raise AssertionError(f"got {seen}")
        # Each page costs as much as hundreds of the neighbour's requests, which may not wait behind 16 pages.
        answers, pages = server.neighbour.answered() - began, sum(seen.values())
        if answers < pages / 4:
            raise AssertionError(f"the neighbour got {answers} answers beside {pages} pages")
        notes.append(f"{answers} answers of the neighbour beside {pages} pages")
    return "; ".join(notes)


def large_writes(server, size):
    """Batches that need much of the memory. Several clients must get at least about as many through as one."""
    setup = Connection(server.port)
    if "batches" not in setup.call("ListTables", {})["TableNames"]:
        setup.call("CreateTable", {**LARGE_TABLE, "TableName": "batches"})
    setup.close()

    def batch(number):
        puts = [
            {"PutRequest": {"Item": {**large_key(25 * (number % 20) + i), "text": {"S": "y" * 100_000}}}} for i in range(25)
        ]
        return request("BatchWriteItem", {"RequestItems": {"batches": puts}})

    batches = [batch(number) for number in range(20)]
    count = int(60 * size) + 4
    seen = storm(server, 8, count, lambda number: batches[number % len(batches)])
    if set(seen) - {200, 503}:
        raise AssertionError(f"got {seen}")
    if seen.get(200, 0) < 8 * count * 0.75:
        raise AssertionError(f"the writers that came together got {seen}")
    return f"{seen} for batches of 2.5 MB"
