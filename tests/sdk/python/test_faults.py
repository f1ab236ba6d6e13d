"""boto3's own retries against a server with `--faults`: nothing is lost, and nothing happens twice.

Three of ten writes meet a throttle, an error before or after the write, or a connection that is cut.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest
import unittest.mock
import uuid

import boto3
from botocore.config import Config

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from serving import server

TABLE = "faults_boto3"
WORKERS = 8
RULES = [
    {"operations": ["writes"], "probability": 0.08, "error": "ProvisionedThroughputExceededException"},
    {"operations": ["reads"], "probability": 0.1, "error": "ThrottlingException"},
    {"operations": ["writes"], "probability": 0.08, "error": "InternalServerError"},
    {"operations": ["writes"], "probability": 0.08, "when": "after", "error": "InternalServerError"},
    {"operations": ["PutItem", "UpdateItem"], "probability": 0.05, "when": "after", "connection": "cut"},
    {"operations": ["PutItem", "GetItem"], "probability": 0.05, "connection": "cut"},
    {"operations": ["TransactWriteItems"], "probability": 0.1, "error": "TransactionConflictException"},
    {"operations": ["BatchWriteItem", "BatchGetItem"], "unprocessed": 0.3, "delay_ms": 1},
]


class FaultsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # botocore waits up to a second before its first retry. The server has no reason to be waited for.
        no_time = types.SimpleNamespace(sleep=lambda seconds: None)
        cls.enterClassContext(unittest.mock.patch("botocore.endpoint.time", no_time))
        # botocore stops retries while most calls fail, and then a program must decide. Here each call is retried.
        cls.enterClassContext(unittest.mock.patch("botocore.retries.quota.RetryQuota.acquire", lambda *_: True))
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        rules = pathlib.Path(folder, "faults.json")
        rules.write_text(json.dumps({"seed": 42, "rules": RULES}), encoding="utf-8")
        command = os.environ["PARTITA_COMMAND"]
        url = cls.enterClassContext(server(command, f"--faults={rules}", log_level="error"))
        cls.attempts = collections.Counter()
        cls.client = boto3.client(
            "dynamodb",
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(retries={"mode": "standard", "total_max_attempts": 20}, max_pool_connections=WORKERS),
        )
        cls.client.meta.events.register("response-received.dynamodb.*", cls.count)
        cls.client.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        )

    @classmethod
    def count(cls, parsed_response, exception, **_):
        if exception is not None:
            cls.attempts[type(exception).__name__] += 1
        elif parsed_response is not None and "Error" in parsed_response:
            cls.attempts[parsed_response["Error"]["Code"]] += 1

    def in_parallel(self, function, count):
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            return list(pool.map(function, range(count)))

    def read(self, key):
        return self.client.get_item(TableName=TABLE, Key={"pk": {"S": key}}, ConsistentRead=True).get("Item")

    def stored(self, prefix):
        """All items whose key begins with the prefix, by key."""
        pages = self.client.get_paginator("scan").paginate(TableName=TABLE)
        items = [item for page in pages for item in page["Items"]]
        return {item["pk"]["S"]: item for item in items if item["pk"]["S"].startswith(prefix)}

    def test_puts_are_neither_lost_nor_changed(self):
        self.in_parallel(
            lambda i: self.client.put_item(TableName=TABLE, Item={"pk": {"S": f"put{i}"}, "n": {"N": str(i)}}), 300
        )
        expected = {f"put{i}": {"pk": {"S": f"put{i}"}, "n": {"N": str(i)}} for i in range(300)}
        self.assertEqual(self.stored("put"), expected)

    def create(self, key, owner):
        """Whether the item is this owner's. A refused condition may be the trace of an own write with a lost answer."""
        try:
            self.client.put_item(
                TableName=TABLE,
                Item={"pk": {"S": key}, "owner": {"S": owner}},
                ConditionExpression="attribute_not_exists(pk)",
            )
            return True
        except self.client.exceptions.ConditionalCheckFailedException:
            return self.read(key)["owner"]["S"] == owner

    def test_of_racing_creations_exactly_one_wins(self):
        won = self.in_parallel(lambda i: (f"create{i // 3}", str(i), self.create(f"create{i // 3}", str(i))), 300)
        winners = {key: owner for key, owner, is_winner in won if is_winner}
        self.assertEqual(sum(is_winner for _, _, is_winner in won), 100)
        self.assertEqual({key: item["owner"]["S"] for key, item in self.stored("create").items()}, winners)

    def increment(self, key):
        """Adds one to n. The token tells whether an own write with a lost answer has happened."""
        token = str(uuid.uuid4())
        while True:
            item = self.read(key)
            if item and token in item["tokens"]["SS"]:
                return
            values = {":next": {"N": str(int(item["n"]["N"]) + 1 if item else 1)}, ":token": {"SS": [token]}}
            condition = "attribute_not_exists(pk)"
            if item:
                condition, values[":old"] = "n = :old", item["n"]
            try:
                self.client.update_item(
                    TableName=TABLE,
                    Key={"pk": {"S": key}},
                    UpdateExpression="SET n = :next ADD tokens :token",
                    ConditionExpression=condition,
                    ExpressionAttributeValues=values,
                )
                return
            except self.client.exceptions.ConditionalCheckFailedException:
                pass

    def test_conditional_increments_count_each_caller_once(self):
        self.in_parallel(lambda i: self.increment(f"count{i % 10}"), 200)
        expected = {f"count{i}": "20" for i in range(10)}
        self.assertEqual({key: item["n"]["N"] for key, item in self.stored("count").items()}, expected)

    def transfer(self, i):
        # botocore sends each attempt with the same token. The loop must do so too.
        token = str(uuid.uuid4())
        while True:
            try:
                return self.client.transact_write_items(
                    ClientRequestToken=token,
                    TransactItems=[
                        {
                            "Update": {
                                "TableName": TABLE,
                                "Key": {"pk": {"S": key}},
                                "UpdateExpression": "ADD n :by",
                                "ExpressionAttributeValues": {":by": {"N": by}},
                            }
                        }
                        for key, by in ((f"account{i % 5}", "-1"), (f"account{5 + i % 5}", "1"))
                    ],
                )
            except self.client.exceptions.TransactionCanceledException as cancelled:
                codes = [reason["Code"] for reason in cancelled.response["CancellationReasons"]]
                retried = codes.count("TransactionConflict") + codes.count("ProvisionedThroughputExceeded")
                self.assertEqual((codes.count("None"), retried), (1, 1), codes)

    def test_transactions_with_a_token_happen_once(self):
        self.in_parallel(self.transfer, 200)
        expected = {f"account{i}": "-40" if i < 5 else "40" for i in range(10)}
        self.assertEqual({key: item["n"]["N"] for key, item in self.stored("account").items()}, expected)

    def test_batches_are_completed(self):
        left = {TABLE: [{"PutRequest": {"Item": {"pk": {"S": f"batch{i}"}}}} for i in range(25)]}
        rounds = 0
        while left:
            left = self.client.batch_write_item(RequestItems=left)["UnprocessedItems"]
            rounds += 1
        self.assertGreater(rounds, 1)
        self.assertEqual(len(self.stored("batch")), 25)
        left = {TABLE: {"Keys": [{"pk": {"S": f"batch{i}"}} for i in range(25)], "ConsistentRead": True}}
        found = []
        while left:
            answer = self.client.batch_get_item(RequestItems=left)
            found += [item["pk"]["S"] for item in answer["Responses"].get(TABLE, [])]
            left = answer["UnprocessedKeys"]
        self.assertEqual(sorted(found), sorted(f"batch{i}" for i in range(25)))

    @classmethod
    def tearDownClass(cls):
        # The tests above would also pass without faults.
        for name in (
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "InternalServerError",
            "ConnectionClosedError",
            "TransactionCanceledException",
        ):
            assert cls.attempts[name] > 5, cls.attempts


if __name__ == "__main__":
    unittest.main()
