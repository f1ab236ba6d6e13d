"""Attacks by searches of vector indexes (attacks.py)."""

import threading
import time

from means import storm
from server import Connection, request


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


def found_items(server, size):
    """Searches whose results come with their large items, so that one answer has many megabytes, or too many."""
    dimensions = 8
    setup = Connection(server.port)
    setup.call("CreateTable", vector_table("books", dimensions))
    for number in range(60):
        item = {"pk": {"S": str(number)}, "tenant": {"S": "t"}, "v": {"L": vector(dimensions, number)}}
        setup.call("PutItem", {"TableName": "books", "Item": {**item, "text": {"S": "a" * 380_000}}})
    setup.close()
    began = server.neighbour.answered()

    def data_of(number):
        body = search("books", "t", dimensions, number, 50)
        del body["ProjectionExpression"]
        return request("SearchVectors", body)

    seen = storm(server, 8, int(20 * size) + 3, data_of)
    if set(seen) - {200, 413, 503}:
        raise AssertionError(f"got {seen}")
    answers = server.neighbour.answered() - began
    if answers < 5:
        raise AssertionError(f"the neighbour got {answers} answers beside {seen} searches")
    return f"{seen} for results of 19 MB, {answers} answers of the neighbour"
