"""The attacks. Each takes the server and its size (1 is the full form, less is the short form). It returns after its
worst moment has passed and the connections that it left open have been closed."""

import json
import threading
import time
import zlib

from server import MB, Connection, head, request

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


def vector_table(name, dimensions):
    return {
        "TableName": name,
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "tenant", "AttributeType": "S"},
        ],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
        "VectorIndexes": [
            {
                "IndexName": "near",
                "VectorAttribute": {"AttributeName": "v"},
                "SearchSchema": [{"AttributeName": "tenant", "SearchSchemaElementType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
                "Dimensions": dimensions,
                "DistanceFunction": "EUCLIDEAN",
            }
        ],
    }


def vector(dimensions, seed):
    return [{"N": str((seed * 7919 + place * place * 31 + seed * place) % 97)} for place in range(dimensions)]


def search(table, tenant, dimensions, seed, top):
    return {
        "TableName": table,
        "IndexName": "near",
        "SearchVector": vector(dimensions, seed),
        "TopK": top,
        "ProjectionExpression": "pk",
        "SearchConditionExpression": "tenant = :t",
        "ExpressionAttributeValues": {":t": {"S": tenant}},
    }


def searchers(server, count, seconds, body_of):
    """Clients that search as fast as they are answered. Each search must be answered with results."""
    until = time.monotonic() + seconds * server.patience
    faults = []

    def client(number):
        connection = Connection(server.port)
        turn = 0
        while time.monotonic() < until:
            turn += 1
            status, body = connection.exchange(request("SearchVectors", body_of(number + 31 * turn)))
            if status not in (200, 503) or (status == 200 and b'"Score"' not in body):
                faults.append(f"SearchVectors got {status}: {body[:200]!r}")
                break
        connection.close()

    clients = [threading.Thread(target=client, args=(number,), daemon=True) for number in range(count)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    if faults:
        raise AssertionError(faults[0])


def vector_partitions(server, size):
    """Searches of more partitions than fit into memory, each large enough for an index of codes."""
    dimensions, rows = 256, 400
    partitions = int(24 + 100 * size)
    setup = Connection(server.port)
    setup.call("CreateTable", vector_table("tenants", dimensions))
    for first in range(0, partitions * rows, 25):
        puts = [
            {
                "PutRequest": {
                    "Item": {
                        "pk": {"S": str(number)},
                        "tenant": {"S": str(number % partitions)},
                        "v": {"L": vector(dimensions, number)},
                    }
                }
            }
            for number in range(first, first + 25)
        ]
        setup.call("BatchWriteItem", {"RequestItems": {"tenants": puts}})
    setup.close()
    searchers(server, 50, 15, lambda seed: search("tenants", str(seed % partitions), dimensions, seed, 10))


def large_results(server, size):
    """Searches that find many large items and answer only their keys."""
    dimensions = 16
    setup = Connection(server.port)
    setup.call("CreateTable", vector_table("papers", dimensions))
    for number in range(int(40 + 60 * size)):
        item = {"pk": {"S": str(number)}, "tenant": {"S": "t"}, "v": {"L": vector(dimensions, number)}}
        setup.call("PutItem", {"TableName": "papers", "Item": {**item, "text": {"S": "a" * 390_000}}})
    setup.close()
    searchers(server, 32, 10, lambda seed: search("papers", "t", dimensions, seed, 100))


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
        # Each page costs as much as hundreds of the neighbour's requests, none of which may wait behind 16 pages.
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
        # Nobody may need more tries than an SDK makes.
        for _ in range(int(20 * size) + 1):
            answered_at_last(server, request("PutItem", put), 5)
    finally:
        stop.set()
        thread.join()
        settle(server, connections, 0)


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


ALL = [
    many_expressions,
    pages_of_small_items,
    large_writes,
    scrapers,
    trickling_bodies,
    vector_partitions,
    large_results,
    large_items,
    unfinished_bodies,
    unfinished_chunks,
    slow_bodies,
    slow_headers,
    header_flood,
    slow_readers,
    readers_of_pages,
    writers_that_do_not_read,
    pipelined_requests,
    pipelined_metrics,
    idle_connections,
    connection_flood,
    gzip_bombs,
    deep_json,
    empty_objects,
    dense_values,
    giant_numbers,
    placeholders,
    catastrophic_filters,
    tags,
    long_names,
    large_transactions,
    hot_key,
]
