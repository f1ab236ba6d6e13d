"""An operator with boto3: backups, a recovery to a moment, and the return of a deleted table."""

import datetime
import json
import os
import unittest

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session
from endpoint import connection

TABLE = "backups_python"


class Backups(unittest.TestCase):
    def setUp(self):
        self.dynamodb = boto3.client("dynamodb", **connection())
        self.addCleanup(self.dynamodb.close)
        self.create(TABLE)

    def create(self, name):
        self.dynamodb.create_table(
            TableName=name,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "state")],
            GlobalSecondaryIndexes=[{
                "IndexName": "by_state",
                "KeySchema": [{"AttributeName": "state", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }],
        )
        self.addCleanup(self.delete, name)

    def delete(self, name):
        try:
            self.dynamodb.delete_table(TableName=name)
        except self.dynamodb.exceptions.ResourceNotFoundException:
            pass

    def put(self, key, state):
        self.dynamodb.put_item(TableName=TABLE, Item={"pk": {"S": key}, "state": {"S": state}})

    def restored(self, name):
        """The items of a table that a restore makes, with their states, also as its index has them."""
        self.addCleanup(self.delete, name)
        self.dynamodb.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        items = {item["pk"]["S"]: item["state"]["S"] for item in self.dynamodb.scan(TableName=name)["Items"]}
        indexed = self.dynamodb.scan(TableName=name, IndexName="by_state")["Items"]
        self.assertEqual({item["pk"]["S"]: item["state"]["S"] for item in indexed}, items)
        return items

    def enable(self):
        return self.dynamodb.update_continuous_backups(
            TableName=TABLE,
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": 5},
        )["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]

    def test_a_backup_brings_back_its_moment(self):
        self.put("a", "new")
        made = self.dynamodb.create_backup(TableName=TABLE, BackupName="first")["BackupDetails"]
        self.put("a", "changed")
        self.put("b", "new")
        described = self.dynamodb.describe_backup(BackupArn=made["BackupArn"])["BackupDescription"]
        self.assertEqual(described["BackupDetails"]["BackupStatus"], "AVAILABLE")
        self.assertEqual(described["SourceTableDetails"]["ItemCount"], 1)
        listed = self.dynamodb.list_backups(TableName=TABLE)["BackupSummaries"]
        self.assertEqual([backup["BackupArn"] for backup in listed], [made["BackupArn"]])
        self.assertIsInstance(made["BackupCreationDateTime"], datetime.datetime)
        self.dynamodb.restore_table_from_backup(BackupArn=made["BackupArn"], TargetTableName="backups_python_first")
        self.assertEqual(self.restored("backups_python_first"), {"a": "new"})
        self.dynamodb.delete_backup(BackupArn=made["BackupArn"])
        with self.assertRaises(self.dynamodb.exceptions.BackupNotFoundException):
            self.dynamodb.describe_backup(BackupArn=made["BackupArn"])

    def test_the_last_write_can_be_recovered(self):
        self.put("a", "new")
        self.assertEqual(self.enable()["PointInTimeRecoveryStatus"], "ENABLED")
        self.put("a", "changed")
        self.dynamodb.restore_table_to_point_in_time(
            SourceTableName=TABLE, TargetTableName="backups_python_now", UseLatestRestorableTime=True
        )
        self.put("a", "changed again")
        self.assertEqual(self.restored("backups_python_now"), {"a": "changed"})
        described = self.dynamodb.describe_continuous_backups(TableName=TABLE)["ContinuousBackupsDescription"]
        self.assertEqual(described["PointInTimeRecoveryDescription"]["RecoveryPeriodInDays"], 5)
        with self.assertRaises(self.dynamodb.exceptions.InvalidRestoreTimeException):
            self.dynamodb.restore_table_to_point_in_time(
                SourceTableName=TABLE, TargetTableName="backups_python_past", RestoreDateTime=datetime.datetime(2020, 1, 1)
            )

    def own(self, operation, **members):
        """The answer of an operation that only Partita has. No SDK knows it, so the request is signed by hand."""
        request = AWSRequest("POST", connection()["endpoint_url"] + "/", data=json.dumps(members).encode(), headers={
            "X-Amz-Target": "Partita." + operation, "Content-Type": "application/x-amz-json-1.0"})
        SigV4Auth(Credentials("local", "local"), "dynamodb", "us-east-1").add_auth(request)
        answer = URLLib3Session(verify=os.environ.get("AWS_CA_BUNDLE", True)).send(request.prepare())
        self.assertEqual(answer.status_code, 200, answer.text)
        return json.loads(answer.text)

    def test_an_item_and_its_table_return_to_a_version(self):
        self.put("a", "new")
        self.put("b", "new")
        self.enable()
        self.put("a", "lost")
        self.put("b", "later")
        lost, first = self.own("ListItemVersions", TableName=TABLE, Key={"pk": {"S": "a"}})["Versions"]
        self.assertEqual(first, {"Item": {"pk": {"S": "a"}, "state": {"S": "new"}}})
        self.assertEqual(sorted(lost), ["ChangeDateTime", "Item", "SequenceNumber", "UserIdentity"])
        self.assertEqual(lost["UserIdentity"]["Type"], "IAMUser")
        self.assertAlmostEqual(lost["ChangeDateTime"], datetime.datetime.now().timestamp(), delta=60)
        restored = self.own(
            "RestoreTableToVersion", SourceTableName=TABLE, TargetTableName="backups_python_version",
            BeforeItem={"Key": {"pk": {"S": "a"}}, "ConditionExpression": "#s = :s",
                        "ExpressionAttributeNames": {"#s": "state"}, "ExpressionAttributeValues": {":s": {"S": "lost"}}},
        )
        self.assertEqual(restored["SequenceNumber"], lost["SequenceNumber"])
        self.assertEqual(restored["TableDescription"]["TableStatus"], "CREATING")
        self.assertEqual(self.restored("backups_python_version"), {"a": "new", "b": "new"})
        self.dynamodb.put_item(TableName=TABLE, Item=first["Item"])
        self.assertEqual(self.dynamodb.get_item(TableName=TABLE, Key={"pk": {"S": "a"}})["Item"], first["Item"])

    def test_a_deleted_table_comes_back(self):
        self.put("a", "new")
        self.enable()
        self.delete(TABLE)
        [backup] = self.dynamodb.list_backups(TableName=TABLE, BackupType="SYSTEM")["BackupSummaries"][-1:]
        self.assertEqual(backup["BackupName"], TABLE + "$DeletedTableBackup")
        self.dynamodb.restore_table_from_backup(BackupArn=backup["BackupArn"], TargetTableName=TABLE)
        self.assertEqual(self.restored(TABLE), {"a": "new"})


if __name__ == "__main__":
    unittest.main()
