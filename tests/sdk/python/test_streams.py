"""A reader of streams written with boto3: it lists the shards, reads each from its beginning, and follows the pages."""

import unittest

import boto3
from endpoint import connection

TABLE = "streams_python"


def records_of(streams, arn):
    """All records that the stream has now."""
    found = []
    for shard in streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"]:
        iterator = streams.get_shard_iterator(
            StreamArn=arn, ShardId=shard["ShardId"], ShardIteratorType="TRIM_HORIZON"
        )["ShardIterator"]
        while iterator:
            page = streams.get_records(ShardIterator=iterator, Limit=2)
            found += page["Records"]
            iterator = page.get("NextShardIterator") if page["Records"] else None
    return found


class Streams(unittest.TestCase):
    def setUp(self):
        self.dynamodb = boto3.client("dynamodb", **connection())
        self.streams = boto3.client("dynamodbstreams", **connection())
        self.addCleanup(self.dynamodb.close)
        self.addCleanup(self.streams.close)
        self.dynamodb.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        )
        self.addCleanup(self.dynamodb.delete_table, TableName=TABLE)
        self.arn = self.dynamodb.describe_table(TableName=TABLE)["Table"]["LatestStreamArn"]

    def test_a_reader_gets_every_change_in_order(self):
        for count in ("1", "2"):
            self.dynamodb.put_item(TableName=TABLE, Item={"pk": {"S": "a"}, "n": {"N": count}})
        self.dynamodb.delete_item(TableName=TABLE, Key={"pk": {"S": "a"}})
        records = records_of(self.streams, self.arn)
        self.assertEqual([record["eventName"] for record in records], ["INSERT", "MODIFY", "REMOVE"])
        change = records[1]["dynamodb"]
        self.assertEqual(change["OldImage"], {"pk": {"S": "a"}, "n": {"N": "1"}})
        self.assertEqual(change["NewImage"], {"pk": {"S": "a"}, "n": {"N": "2"}})
        self.assertEqual(change["Keys"], {"pk": {"S": "a"}})
        self.assertEqual(change["SizeBytes"], 15)
        self.assertEqual(records[1]["eventSource"], "aws:dynamodb")

    def test_a_stream_that_does_not_exist_has_its_own_exception(self):
        with self.assertRaises(self.streams.exceptions.ResourceNotFoundException):
            self.streams.describe_stream(StreamArn=self.arn[:-1] + "x")

    def test_an_iterator_continues_after_a_number(self):
        for key in ("a", "b", "c"):
            self.dynamodb.put_item(TableName=TABLE, Item={"pk": {"S": key}})
        records = records_of(self.streams, self.arn)
        shard = self.streams.describe_stream(StreamArn=self.arn)["StreamDescription"]["Shards"][0]["ShardId"]
        iterator = self.streams.get_shard_iterator(
            StreamArn=self.arn,
            ShardId=shard,
            ShardIteratorType="AFTER_SEQUENCE_NUMBER",
            SequenceNumber=records[0]["dynamodb"]["SequenceNumber"],
        )["ShardIterator"]
        rest = self.streams.get_records(ShardIterator=iterator)["Records"]
        self.assertEqual([record["dynamodb"]["Keys"]["pk"]["S"] for record in rest], ["b", "c"])


if __name__ == "__main__":
    unittest.main()
