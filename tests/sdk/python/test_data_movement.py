"""Exports, imports and bulk writes with boto3: all ten operations, through a directory and through the S3 of moto, and a server
that is killed in the middle of each."""

import contextlib
import gzip
import json
import logging
import os
import pathlib
import re
import subprocess
import tempfile
import time
import unittest

import boto3
from amazon.ion import simpleion
from endpoint import connection
from moto.server import ThreadedMotoServer

TABLE = "movement_python"
ITEMS = 40_000
DEADLINE_S = 60
KEYS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_REGION": "us-east-1"}


def creation(name):
    return dict(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
    )


def wait_for(describe):
    """Asks until the status is the last one."""
    until = time.monotonic() + DEADLINE_S
    while True:
        description = describe()
        [status] = [value for name, value in description.items() if name in ("ExportStatus", "ImportStatus", "BulkOperationStatus")]
        if status not in ("IN_PROGRESS", "CANCELLING"):
            return status, description
        if time.monotonic() > until:
            raise AssertionError(f"it goes on after {DEADLINE_S} s: {description}")
        time.sleep(0.05)


class Movement(unittest.TestCase):
    def setUp(self):
        self.dynamodb = boto3.client("dynamodb", **connection())
        self.addCleanup(self.dynamodb.close)
        self.bucket = pathlib.Path(os.environ["PARTITA_TEST_S3"]) / "movement"
        self.bucket.mkdir(exist_ok=True)

    def create(self, name):
        self.dynamodb.create_table(**creation(name))
        self.addCleanup(self.dynamodb.delete_table, TableName=name)

    def test_the_ten_operations(self):
        dynamodb = self.dynamodb
        self.create(TABLE)
        for number in range(3):
            dynamodb.put_item(TableName=TABLE, Item={"pk": {"S": str(number)}, "n": {"N": str(number)}})
        dynamodb.update_continuous_backups(
            TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        arn = dynamodb.describe_table(TableName=TABLE)["Table"]["TableArn"]
        begun = dynamodb.export_table_to_point_in_time(TableArn=arn, S3Bucket="movement", S3Prefix="out", ExportFormat="ION")
        export_arn = begun["ExportDescription"]["ExportArn"]
        status, export = wait_for(lambda: dynamodb.describe_export(ExportArn=export_arn)["ExportDescription"])
        self.assertEqual((status, export["ItemCount"]), ("COMPLETED", 3))
        self.assertIn(export_arn, [one["ExportArn"] for one in dynamodb.list_exports(TableArn=arn)["ExportSummaries"]])
        summary = json.loads((self.bucket / export["ExportManifest"]).read_text())
        self.assertEqual((summary["exportArn"], summary["itemCount"], summary["outputFormat"]), (export_arn, 3, "ION"))
        data = [gzip.decompress(file.read_bytes()) for file in (self.bucket / export["ExportManifest"]).parent.rglob("*.ion.gz")]
        items = [item["Item"] for item in simpleion.loads(b"".join(data).decode(), single_value=False)]
        self.assertEqual({(item["pk"], int(item["n"])) for item in items}, {("0", 0), ("1", 1), ("2", 2)})

        folder = export["ExportManifest"].replace("manifest-summary.json", "data/")
        begun = dynamodb.import_table(
            S3BucketSource={"S3Bucket": "movement", "S3KeyPrefix": folder}, InputFormat="ION", InputCompressionType="GZIP",
            TableCreationParameters=creation(TABLE + "_imported"))
        self.addCleanup(dynamodb.delete_table, TableName=TABLE + "_imported")
        import_arn = begun["ImportTableDescription"]["ImportArn"]
        status, imported = wait_for(lambda: dynamodb.describe_import(ImportArn=import_arn)["ImportTableDescription"])
        self.assertEqual((status, imported["ImportedItemCount"], imported["ErrorCount"]), ("COMPLETED", 3, 0))
        self.assertIn(import_arn, [one["ImportArn"] for one in dynamodb.list_imports()["ImportSummaryList"]])
        self.assertEqual(dynamodb.scan(TableName=TABLE + "_imported")["Count"], 3)

        (self.bucket / "bulk.json").write_text(
            '{"Item": {"pk": {"S": "9"}}}\n{"Item": {"pk": {"S": "1"}}, "ConditionExpression": "attribute_not_exists(pk)"}\n')
        begun = dynamodb.start_bulk_put_items(
            TableName=TABLE, InputS3Configuration={"S3Bucket": "movement", "S3KeyPrefix": "bulk", "InputFormat": "DYNAMODB_JSON"},
            OutputS3Configuration={"S3KeyPrefix": "reports", "OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"]})
        bulk_arn = begun["BulkOperationDescription"]["BulkOperationArn"]
        describe = lambda: dynamodb.describe_bulk_operation(BulkOperationArn=bulk_arn)["BulkOperationDescription"]
        status, bulk = wait_for(describe)
        self.assertEqual((status, bulk["ProcessedItemCount"], bulk["FailedItemCount"]), ("COMPLETED", 2, 0))
        listed = dynamodb.list_bulk_operations()["BulkOperationsSummaryList"]
        self.assertIn(bulk_arn, [one["BulkOperationArn"] for one in listed])
        [report] = (self.bucket / "reports").rglob("*.json")
        [line] = report.read_text().splitlines()
        line = json.loads(line)
        self.assertEqual((line["ErrorCode"], line["Item"], line["ExistingItem"]["n"]),
                         ("ConditionalCheckFailed", {"pk": {"S": "1"}}, {"N": "1"}))
        self.assertEqual(dynamodb.scan(TableName=TABLE)["Count"], 4)
        with self.assertRaises(dynamodb.exceptions.ClientError) as refused:
            dynamodb.cancel_bulk_operation(BulkOperationArn=bulk_arn)
        self.assertIn("has ended", str(refused.exception))

    def test_a_bulk_write_is_cancelled(self):
        self.create(TABLE)
        lines = "".join(f'{{"Item": {{"pk": {{"S": "{number}"}}}}}}\n' for number in range(20_000))
        (self.bucket / "slow.json").write_text(lines)
        begun = self.dynamodb.start_bulk_put_items(
            TableName=TABLE, MaxWriteRequestUnits=1024,
            InputS3Configuration={"S3Bucket": "movement", "S3KeyPrefix": "slow", "InputFormat": "DYNAMODB_JSON"},
            OutputS3Configuration={"OutputType": ["ERROR"]})
        arn = begun["BulkOperationDescription"]["BulkOperationArn"]
        self.assertEqual(self.dynamodb.cancel_bulk_operation(BulkOperationArn=arn)["BulkOperationStatus"], "CANCELLING")
        status, bulk = wait_for(
            lambda: self.dynamodb.describe_bulk_operation(BulkOperationArn=arn)["BulkOperationDescription"])
        self.assertEqual((status, bulk["FailureCode"]), ("CANCELLED", "OperationCancelled"))
        self.assertLess(bulk["ProcessedItemCount"], 20_000)


class OwnServer(unittest.TestCase):
    """Servers on a directory, which the tests kill."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.bucket = self.folder / "s3" / "movement"
        self.bucket.mkdir(parents=True)

    @contextlib.contextmanager
    def server(self, *options, s3=None):
        process = subprocess.Popen(
            [os.environ["PARTITA_COMMAND"], "serve", "--data", self.folder / "data", "--port", "0", "--log-level", "warning",
             "--durability", "os", *(["--s3", s3 or self.folder / "s3"] if s3 != "" else []), *options],
            stdout=subprocess.PIPE, text=True, env={**os.environ, **KEYS})
        try:
            url = re.search(r"http://\S+", process.stdout.readline()).group()
            client = boto3.client("dynamodb", **{**connection(), "endpoint_url": url})
            with contextlib.closing(client):
                yield client, process
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def lines(self, count=ITEMS):
        return "".join(f'{{"Item": {{"pk": {{"S": "{number:08}"}}, "text": {{"S": "{"x" * 100}"}}}}}}\n' for number in range(count))

    def count(self, client, table):
        pages = client.get_paginator("scan").paginate(TableName=table, Select="COUNT")
        return sum(page["Count"] for page in pages)

    def bulk_put(self, client, prefix="in/", **others):
        begun = client.start_bulk_put_items(
            TableName=TABLE, InputS3Configuration={"S3Bucket": "movement", "S3KeyPrefix": prefix, "InputFormat": "DYNAMODB_JSON"},
            OutputS3Configuration={"OutputType": ["ERROR"]}, **others)
        return begun["BulkOperationDescription"]["BulkOperationArn"]

    def test_all_three_go_on_after_a_kill(self):
        (self.bucket / "in").mkdir()
        for part in range(4):
            (self.bucket / "in" / f"{part}.json").write_text(
                "".join(line for line in self.lines().splitlines(keepends=True)[part * ITEMS // 4:(part + 1) * ITEMS // 4]))
        with self.server() as (client, process):
            begun = client.import_table(
                S3BucketSource={"S3Bucket": "movement", "S3KeyPrefix": "in/"}, InputFormat="DYNAMODB_JSON",
                TableCreationParameters=creation("imported"))
            import_arn = begun["ImportTableDescription"]["ImportArn"]
            # In the middle: one object was read, and not all of them.
            until = time.monotonic() + DEADLINE_S
            while client.describe_import(ImportArn=import_arn)["ImportTableDescription"]["ImportedItemCount"] == 0:
                self.assertLess(time.monotonic(), until)
            process.kill()
        with self.server() as (client, process):
            status, imported = wait_for(lambda: client.describe_import(ImportArn=import_arn)["ImportTableDescription"])
            self.assertEqual((status, imported["ImportedItemCount"], imported["ErrorCount"]), ("COMPLETED", ITEMS, 0))
            self.assertEqual(self.count(client, "imported"), ITEMS)

            client.create_table(**creation(TABLE))
            bulk_arn = self.bulk_put(client, MaxWriteRequestUnits=20_000)
            describe = lambda: client.describe_bulk_operation(BulkOperationArn=bulk_arn)["BulkOperationDescription"]
            until = time.monotonic() + DEADLINE_S
            while describe()["ProcessedItemCount"] == 0:
                self.assertLess(time.monotonic(), until)
                time.sleep(0.01)
            self.assertEqual(describe()["BulkOperationStatus"], "IN_PROGRESS")
            process.kill()
        with self.server() as (client, process):
            status, bulk = wait_for(lambda: client.describe_bulk_operation(BulkOperationArn=bulk_arn)["BulkOperationDescription"])
            self.assertEqual((status, bulk["ProcessedItemCount"], bulk["FailedItemCount"]), ("COMPLETED", ITEMS, 0))
            self.assertEqual(self.count(client, TABLE), ITEMS)

            client.update_continuous_backups(
                TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
            arn = client.describe_table(TableName=TABLE)["Table"]["TableArn"]
            export_arn = client.export_table_to_point_in_time(TableArn=arn, S3Bucket="movement")["ExportDescription"]["ExportArn"]
            process.kill()
        # An item that is put behind the moment of the export is not in it.
        with self.server(s3="") as (client, process):
            client.put_item(TableName=TABLE, Item={"pk": {"S": "later"}})
            status = client.describe_export(ExportArn=export_arn)["ExportDescription"]["ExportStatus"]
            self.assertIn(status, ("IN_PROGRESS", "COMPLETED"))
        with self.server() as (client, process):
            status, export = wait_for(lambda: client.describe_export(ExportArn=export_arn)["ExportDescription"])
            self.assertEqual((status, export["ItemCount"]), ("COMPLETED", ITEMS))
            lines = 0
            manifest = (self.bucket / export["ExportManifest"]).parent / "manifest-files.json"
            for file in map(json.loads, manifest.read_text().splitlines()):
                lines += len(gzip.decompress((self.bucket / file["dataFileS3Key"]).read_bytes()).splitlines())
            self.assertEqual(lines, ITEMS)

    def test_a_server_without_s3_names_the_option(self):
        with self.server(s3="") as (client, _):
            with self.assertRaises(client.exceptions.ClientError) as refused:
                client.import_table(S3BucketSource={"S3Bucket": "movement"}, InputFormat="CSV",
                                    TableCreationParameters=creation(TABLE))
            self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
            self.assertIn("--s3", str(refused.exception))

    def test_through_the_s3_of_moto(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        store = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        store.start()
        self.addCleanup(store.stop)
        host, port = store.get_host_and_port()
        url = f"http://{host}:{port}"
        s3 = boto3.client("s3", **{**connection(), "endpoint_url": url})
        self.addCleanup(s3.close)
        bucket = f"movement-{port}"
        s3.create_bucket(Bucket=bucket)
        s3.put_object(Bucket=bucket, Key="in/a.json", Body=self.lines(100).encode())
        with self.server(s3=url) as (client, _):
            begun = client.import_table(S3BucketSource={"S3Bucket": bucket, "S3KeyPrefix": "in/"}, InputFormat="DYNAMODB_JSON",
                                        TableCreationParameters=creation(TABLE))
            import_arn = begun["ImportTableDescription"]["ImportArn"]
            status, imported = wait_for(lambda: client.describe_import(ImportArn=import_arn)["ImportTableDescription"])
            self.assertEqual((status, imported["ImportedItemCount"]), ("COMPLETED", 100), imported)
            client.update_continuous_backups(
                TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
            arn = client.describe_table(TableName=TABLE)["Table"]["TableArn"]
            for name, expected in ((bucket, ("COMPLETED", 100, None)), ("no-such-bucket", ("FAILED", None, "S3NoSuchBucket"))):
                begun = client.export_table_to_point_in_time(TableArn=arn, S3Bucket=name)
                export_arn = begun["ExportDescription"]["ExportArn"]
                status, export = wait_for(lambda: client.describe_export(ExportArn=export_arn)["ExportDescription"])
                self.assertEqual((status, export.get("ItemCount"), export.get("FailureCode")), expected, export)
            [key] = [found["Key"] for found in s3.list_objects_v2(Bucket=bucket)["Contents"] if found["Key"].endswith(".json.gz")]
            data = gzip.decompress(s3.get_object(Bucket=bucket, Key=key)["Body"].read())
            self.assertEqual(len(data.splitlines()), 100)
