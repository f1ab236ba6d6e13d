"""The well-behaved client beside the attack, in a process of its own. It never repeats a request."""

import multiprocessing
import time

from server import Connection, request

TABLE = {
    "TableName": "neighbour",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
}


def requests_of(round_number):
    key = {"pk": {"S": "p"}, "sk": {"N": str(round_number % 50)}}
    yield "PutItem", {"TableName": "neighbour", "Item": {**key, "text": {"S": "x" * 400}}}
    yield "GetItem", {"TableName": "neighbour", "Key": key}
    yield (
        "UpdateItem",
        {
            "TableName": "neighbour",
            "Key": key,
            "UpdateExpression": "ADD n :one",
            "ExpressionAttributeValues": {":one": {"N": "1"}},
            "ReturnValues": "ALL_NEW",
        },
    )
    yield (
        "Query",
        {
            "TableName": "neighbour",
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": {":p": {"S": "p"}},
            "Limit": 10,
        },
    )
    # Every tenth round has a larger item.
    if round_number % 10 == 0:
        yield "PutItem", {"TableName": "neighbour", "Item": {**key, "sk": {"N": "999"}, "text": {"S": "x" * 100_000}}}


def _run(port, stop, report, count):
    connection = Connection(port)
    answered, failed, worst_s, round_number = 0, [], 0.0, 0
    while not stop.is_set() or round_number == 0:
        for operation, body in requests_of(round_number):
            data = request(operation, body)
            began = time.monotonic()
            status, answer = connection.exchange(data)
            worst_s = max(worst_s, time.monotonic() - began)
            answered += 1
            count.value = answered
            if status != 200:
                failed.append(f"{operation}: {status} {answer[:200]!r}")
            if status == 0:
                connection = Connection(port)
        round_number += 1
        time.sleep(0.002)
    report.send((answered, failed, worst_s))


class Neighbour:
    def __init__(self, port):
        self._stop = multiprocessing.Event()
        self._report, there = multiprocessing.Pipe(duplex=False)
        self._count = multiprocessing.Value("q", 0)
        self._process = multiprocessing.Process(target=_run, args=(port, self._stop, there, self._count), daemon=True)
        self._process.start()
        there.close()

    def answered(self):
        """The number of requests that were answered so far."""
        return self._count.value

    def end(self):
        """The number of answered requests, the results of those that failed, and the longest wait in seconds."""
        self._stop.set()
        try:
            report = self._report.recv() if self._report.poll(120) else (0, ["the neighbour hangs"], 120.0)
        except EOFError:  # it could not connect any more
            report = (0, ["the server refuses connections"], 0.0)
        self._process.join(10)
        return report
