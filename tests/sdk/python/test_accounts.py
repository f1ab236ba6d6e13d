"""boto3 with the keys of several accounts, and with several regions: the same table names, at the same time."""

import concurrent.futures
import os
import pathlib
import sys
import unittest

import boto3
import botocore.exceptions
from endpoint import connect

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from serving import server

TABLE = "accounts_boto3"
ITEMS = 20


def key(identity, secret):
    return dict(aws_access_key_id=identity, aws_secret_access_key=secret)


def use(dynamodb, owner):
    """Fills a table and reads it again. Returns its ARN and the owners of its items."""
    table = dynamodb.create_table(
        TableName=TABLE,
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "N"}],
        BillingMode="PAY_PER_REQUEST",
    )
    for number in range(ITEMS):
        table.put_item(Item={"id": number, "owner": owner}, ConditionExpression="attribute_not_exists(id)")
    return table.table_arn, [item["owner"] for item in table.scan()["Items"]]


class AccountsTest(unittest.TestCase):
    def in_parallel(self, connections):
        with concurrent.futures.ThreadPoolExecutor(len(connections)) as pool:
            used = dict(zip(connections, pool.map(lambda owner: use(connections[owner], owner), connections)))
        for owner, (_, owners) in used.items():
            self.assertEqual(owners, [owner] * ITEMS)
        return {owner: arn for owner, (arn, _) in used.items()}

    def test_two_keys_with_the_same_table(self):
        connections = {"local": connect(), "other": connect(**key("AKIDOTHER", "other"))}
        try:
            arns = self.in_parallel(connections)
            self.assertEqual(arns["local"], f"arn:aws:dynamodb:us-east-1:123456789012:table/{TABLE}")
            self.assertEqual(arns["other"], f"arn:aws:dynamodb:us-east-1:222222222222:table/{TABLE}")
            with self.assertRaises(botocore.exceptions.ClientError) as refused:
                connections["local"].Table(arns["other"]).get_item(Key={"id": 1})
            self.assertEqual(refused.exception.response["Error"]["Code"], "AccessDeniedException")
        finally:
            for connection in connections.values():
                connection.Table(TABLE).delete()

    def test_regions_and_unverified_accounts(self):
        with server(os.environ["PARTITA_COMMAND"], "--regions", "many") as url:

            def to(region, account):
                return boto3.resource("dynamodb", endpoint_url=url, region_name=region, **key(account, "x"))

            arns = self.in_parallel(
                {
                    f"{account} {region}": to(region, account)
                    for region in ("us-east-1", "eu-west-1")
                    for account in ("local", "111122223333")
                }
            )
            self.assertEqual(
                sorted(arns.values()),
                [
                    f"arn:aws:dynamodb:{region}:{account}:table/{TABLE}"
                    for region in ("eu-west-1", "us-east-1")
                    for account in ("111122223333", "123456789012")
                ],
            )
