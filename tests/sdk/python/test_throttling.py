"""boto3's retry modes against a server with `--throttle capacity`, with and without `--faults`: they finish their work
with few units, nothing is lost, and nothing happens twice.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import boto3
from botocore.config import Config

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from serving import server

TABLE = "throttling_boto3"
WORKERS = 4
ITEMS = 30
# Three of ten writes fail. Those that fail afterwards have happened.
RULES = [
    {"operations": ["PutItem", "UpdateItem"], "probability": 0.15, "error": "InternalServerError"},
    {"operations": ["PutItem"], "probability": 0.15, "when": "after", "error": "InternalServerError"},
    {"operations": ["UpdateItem"], "probability": 0.15, "error": "ThrottlingException"},
]


class ThrottlingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        # botocore stops retries while most calls fail, and then a program must decide. Here each call is retried.
        cls.enterClassContext(unittest.mock.patch("botocore.retries.quota.RetryQuota.acquire", lambda *_: True))

    def client(self, mode, *options):
        # The units of a second are fewer than the calls, so that some of them are refused.
        url = self.enterContext(
            server(
                os.environ["PARTITA_COMMAND"], "--throttle=capacity", "--throttle-burst=1", *options, log_level="error"
            )
        )
        client = boto3.client(
            "dynamodb",
            endpoint_url=url,
            region_name="us-east-1",
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(retries={"mode": mode, "total_max_attempts": 20}, max_pool_connections=WORKERS),
        )
        codes = collections.Counter()

        def count(parsed_response, **_):
            if parsed_response is not None and "Error" in parsed_response:
                codes[parsed_response["Error"]["Code"]] += 1

        client.meta.events.register("response-received.dynamodb.*", count)
        client.create_table(
            TableName=TABLE,
            ProvisionedThroughput={"ReadCapacityUnits": 1000, "WriteCapacityUnits": 20},
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        )
        return client, codes

    def work(self, client):
        """Puts items, and counts each of them up once. A counted item is known by its condition."""

        def one(i):
            key = {"pk": {"S": f"item{i}"}}
            client.put_item(TableName=TABLE, Item={**key, "n": {"N": "0"}, "text": {"S": f"text {i}"}})
            try:
                client.update_item(
                    TableName=TABLE,
                    Key=key,
                    UpdateExpression="SET n = n + :one",
                    ConditionExpression="n = :zero",
                    ExpressionAttributeValues={":one": {"N": "1"}, ":zero": {"N": "0"}},
                )
            except client.exceptions.ConditionalCheckFailedException:
                self.fail(f"item {i} was counted twice")

        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(one, range(ITEMS)))
        pages = client.get_paginator("scan").paginate(TableName=TABLE, ConsistentRead=True)
        stored = {item["pk"]["S"]: (item["n"]["N"], item["text"]["S"]) for page in pages for item in page["Items"]}
        self.assertEqual(stored, {f"item{i}": ("1", f"text {i}") for i in range(ITEMS)})

    def test_each_mode_finishes_its_work(self):
        for mode in ("standard", "adaptive"):
            with self.subTest(mode):
                client, codes = self.client(mode)
                self.work(client)
                self.assertGreater(codes["ProvisionedThroughputExceededException"], 0)

    def test_each_mode_finishes_its_work_under_faults(self):
        rules = pathlib.Path(self.folder, "faults.json")
        rules.write_text(json.dumps({"seed": 5, "rules": RULES}), encoding="utf-8")
        for mode in ("standard", "adaptive"):
            with self.subTest(mode):
                client, codes = self.client(mode, f"--faults={rules}")
                self.work(client)
                self.assertGreater(codes["InternalServerError"], 10)

    def test_a_refused_call_names_its_reason(self):
        client, _ = self.client("standard")
        once = boto3.client(
            "dynamodb",
            endpoint_url=client.meta.endpoint_url,
            region_name="us-east-1",
            aws_access_key_id="local",
            aws_secret_access_key="local",
            config=Config(retries={"total_max_attempts": 1}),
        )
        # 400 units are far more than a second has.
        once.put_item(TableName=TABLE, Item={"pk": {"S": "large"}, "text": {"S": "x" * 400_000}})
        with self.assertRaises(once.exceptions.ProvisionedThroughputExceededException) as refused:
            once.put_item(TableName=TABLE, Item={"pk": {"S": "small"}})
        reasons = refused.exception.response["ThrottlingReasons"]
        self.assertEqual([reason["reason"] for reason in reasons], ["TableWriteProvisionedThroughputExceeded"])
        self.assertTrue(reasons[0]["resource"].endswith(f":table/{TABLE}"), reasons)


if __name__ == "__main__":
    unittest.main()
