"""Errors reach boto3 as the exception classes that programs catch, with the service's texts."""

import unittest

import botocore.exceptions
from endpoint import connect


class ErrorsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = connect().meta.client
        cls.errors = cls.client.exceptions

    def test_a_missing_table(self):
        with self.assertRaises(self.errors.ResourceNotFoundException) as refused:
            self.client.describe_table(TableName="no_such_table")
        self.assertEqual(
            refused.exception.response["Error"]["Message"],
            "Requested resource not found: Table: no_such_table not found",
        )

    def test_a_missing_table_of_an_item_operation(self):
        with self.assertRaises(self.errors.ResourceNotFoundException) as refused:
            self.client.get_item(TableName="no_such_table", Key={"PK": "a"})
        self.assertEqual(refused.exception.response["Error"]["Message"], "Requested resource not found")

    def test_a_table_that_exists(self):
        table = dict(
            TableName="errors_boto3",
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "PK", "AttributeType": "S"}],
        )
        self.client.create_table(**table)
        self.client.get_waiter("table_exists").wait(TableName="errors_boto3")
        self.addCleanup(self.client.delete_table, TableName="errors_boto3")
        with self.assertRaises(self.errors.ResourceInUseException):
            self.client.create_table(**table)

    def test_a_request_that_is_not_valid(self):
        with self.assertRaises(botocore.exceptions.ClientError) as refused:
            self.client.list_tables(Limit=101)
        self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
        self.assertEqual(refused.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)


if __name__ == "__main__":
    unittest.main()
