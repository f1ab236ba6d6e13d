"""Exports, imports, bulk writes and archives through a store with the API of S3 that others wrote. The environment names the
`partita` command in PARTITA_COMMAND, the URL of the store in PARTITA_TEST_STORE, and the keys as the AWS SDKs read them. The
packages are those of tests/sdk."""

import datetime
import gzip
import json
import os
import pathlib
import tempfile
import unittest
import uuid

from partita_server import STORE, partita, s3_client, server, wait_until

TABLE = "orders"
# The plain export of the large table has 17 MB, which is an upload of three parts.
MANY = 40_000
# A page of a list has at most 1,000.
OBJECTS = 1_050
WRITERS_LINE = "x" * 380
AT = ("--s3-endpoint", STORE)


def creation(name=TABLE):
    return dict(
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
    )


def line(number):
    return json.dumps({"Item": {"pk": {"S": f"{number:08}"}, "text": {"S": WRITERS_LINE}}})


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class StoreTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.s3 = s3_client()
        self.addCleanup(self.s3.close)
        self.bucket = f"partita-{uuid.uuid4().hex[:12]}"
        self.s3.create_bucket(Bucket=self.bucket)

    def keys(self, prefix=""):
        pages = self.s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix)
        return [found["Key"] for page in pages for found in page.get("Contents", [])]

    def read(self, key):
        return self.s3.get_object(Bucket=self.bucket, Key=key)["Body"].read()

    def names(self, one, table=TABLE):
        pages = one.dynamodb.get_paginator("scan").paginate(TableName=table, ProjectionExpression="pk")
        return sorted(item["pk"]["S"] for page in pages for item in page["Items"])

    def put(self, one, name):
        one.dynamodb.put_item(TableName=TABLE, Item={"pk": {"S": name}})


class Files(StoreTest):
    def test_a_large_object_goes_out_and_comes_back(self):
        source = self.folder / "many.json"
        source.write_text("\n".join(map(line, range(MANY))) + "\n")
        partita("import", source, "--table", TABLE, "--keys", "pk:S", "--data", self.folder / "shop")
        partita("export", TABLE, "--to", f"s3://{self.bucket}/a folder/é+%41#.json", *AT, "--data", self.folder / "shop")
        self.assertEqual(self.keys(), ["a folder/é+%41#.json"])
        self.assertEqual(sorted(self.read("a folder/é+%41#.json").splitlines()), sorted(
            line.replace(" ", "").encode() for line in source.read_text().splitlines()))
        partita("import", f"s3://{self.bucket}/a folder/é+%41#.json", *AT, "--table", TABLE, "--keys", "pk:S",
                "--data", self.folder / "copy")  # fmt: skip
        with server(self.folder / "copy") as one:
            self.assertEqual(self.names(one), [f"{number:08}" for number in range(MANY)])

    def test_an_export_in_the_layout_of_the_service(self):
        (self.folder / "few.json").write_text("\n".join(map(line, range(100))) + "\n")
        partita("import", self.folder / "few.json", "--table", TABLE, "--keys", "pk:S", "--data", self.folder / "shop")
        partita("export", TABLE, "--to", f"s3://{self.bucket}/out", *AT, "--data", self.folder / "shop")
        [summary] = [key for key in self.keys("out/AWSDynamoDB/") if key.endswith("/manifest-summary.json")]
        summary = json.loads(self.read(summary))
        etags = {}
        for file in map(json.loads, self.read(summary["manifestFilesS3Key"]).splitlines()):
            etags[file["dataFileS3Key"]] = file["etag"]
        for key, etag in etags.items():
            self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key=key)["ETag"].strip('"'), etag)
        printed = partita("import", f"s3://{self.bucket}/out/", *AT, "--table", TABLE, "--keys", "pk:S", "--data", self.folder / "b")
        self.assertIn("100 of 100 records imported", printed)

    def test_a_list_of_several_pages(self):
        for number in range(OBJECTS):
            self.s3.put_object(Bucket=self.bucket, Key=f"in/{number}.json", Body=line(number).encode())
        printed = partita("import", f"s3://{self.bucket}/in/", *AT, "--table", TABLE, "--keys", "pk:S", "--data", self.folder / "b")
        self.assertIn(f"{OBJECTS} of {OBJECTS} records imported", printed.replace(",", ""))

    def test_a_bucket_and_an_object_that_are_missing_are_named(self):
        missing = partita("import", "s3://no-such-bucket/x.json", *AT, "--table", TABLE, "--keys", "pk:S",
                          "--data", self.folder / "shop", fails=True)  # fmt: skip
        self.assertIn("no-such-bucket", missing)
        missing = partita("import", f"s3://{self.bucket}/x.json", *AT, "--table", TABLE, "--keys", "pk:S",
                          "--data", self.folder / "shop", fails=True)  # fmt: skip
        self.assertIn("x.json", missing)


class Operations(StoreTest):
    def ended(self, describe):
        statuses = ("ExportStatus", "ImportStatus", "BulkOperationStatus")
        return wait_until(describe, lambda seen: [seen[name] for name in statuses if name in seen] != ["IN_PROGRESS"])

    def test_a_table_goes_out_in_and_gets_items_in_bulk(self):
        self.s3.put_object(Bucket=self.bucket, Key="in/one.json", Body="\n".join(map(line, range(100))).encode())
        self.s3.put_object(Bucket=self.bucket, Key="in/two.json.gz", Body=b"")
        self.s3.put_object(Bucket=self.bucket, Key="more/big.json.gz",
                           Body=gzip.compress("\n".join(map(line, range(MANY))).encode(), 0))  # fmt: skip
        with server(self.folder / "shop", "--s3", STORE) as one:
            self.import_and_export(one.dynamodb)
            self.bulk(one.dynamodb)
            self.assertEqual(len(self.names(one)), MANY)

    def import_and_export(self, dynamodb):
        begun = dynamodb.import_table(
            S3BucketSource={"S3Bucket": self.bucket, "S3KeyPrefix": "in/one"}, InputFormat="DYNAMODB_JSON",
            TableCreationParameters=creation())["ImportTableDescription"]  # fmt: skip
        imported = self.ended(lambda: dynamodb.describe_import(ImportArn=begun["ImportArn"])["ImportTableDescription"])
        self.assertEqual((imported["ImportStatus"], imported["ImportedItemCount"]), ("COMPLETED", 100), imported)
        dynamodb.update_continuous_backups(
            TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
        )
        arn = dynamodb.describe_table(TableName=TABLE)["Table"]["TableArn"]
        begun = dynamodb.export_table_to_point_in_time(TableArn=arn, S3Bucket=self.bucket, S3Prefix="out")
        arn = begun["ExportDescription"]["ExportArn"]
        export = self.ended(lambda: dynamodb.describe_export(ExportArn=arn)["ExportDescription"])
        self.assertEqual((export["ExportStatus"], export["ItemCount"]), ("COMPLETED", 100), export)
        data = [self.read(key) for key in self.keys("out/") if key.endswith(".json.gz")]
        self.assertEqual(sum(len(gzip.decompress(one).splitlines()) for one in data), 100)

    def bulk(self, dynamodb):
        self.s3.put_object(Bucket=self.bucket, Key="more/0.json.gz", Body=gzip.compress(json.dumps(
            {"Item": {"pk": {"S": f"{1:08}"}}, "ConditionExpression": "attribute_not_exists(pk)"}).encode()))  # fmt: skip
        begun = dynamodb.start_bulk_put_items(
            TableName=TABLE,
            InputS3Configuration={
                "S3Bucket": self.bucket, "S3KeyPrefix": "more/", "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP"
            },
            OutputS3Configuration={"S3KeyPrefix": "reports", "OutputType": ["ERROR", "CONDITION_CHECK_FAILURE"]},
        )  # fmt: skip
        arn = begun["BulkOperationDescription"]["BulkOperationArn"]
        bulk = self.ended(lambda: dynamodb.describe_bulk_operation(BulkOperationArn=arn)["BulkOperationDescription"])
        self.assertEqual((bulk["BulkOperationStatus"], bulk["ProcessedItemCount"]), ("COMPLETED", MANY + 1), bulk)
        [report] = self.keys("reports/")
        [failure] = self.read(report).splitlines()
        self.assertEqual(json.loads(failure)["ErrorCode"], "ConditionalCheckFailed")

    def test_a_bucket_that_is_missing_fails_the_export(self):
        with server(self.folder / "shop", "--s3", STORE) as one:
            one.dynamodb.create_table(**creation())
            one.dynamodb.update_continuous_backups(
                TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
            )
            arn = one.dynamodb.describe_table(TableName=TABLE)["Table"]["TableArn"]
            begun = one.dynamodb.export_table_to_point_in_time(TableArn=arn, S3Bucket="no-such-bucket")["ExportDescription"]
            ended = self.ended(lambda: one.dynamodb.describe_export(ExportArn=begun["ExportArn"])["ExportDescription"])
            self.assertEqual((ended["ExportStatus"], ended["FailureCode"]), ("FAILED", "S3NoSuchBucket"), ended)


class Archives(StoreTest):
    def setUp(self):
        super().setUp()
        self.url = f"s3://{self.bucket}/shop"
        self.archiving = ("--archive", self.url, *AT)
        self.source = ("--from", self.url, *AT)

    def assert_names(self, folder, *names):
        with server(folder) as one:
            self.assertEqual(self.names(one), list(names))

    def test_moments_are_restored_and_proven(self):
        with server(self.folder / "shop", *self.archiving) as one:
            one.wait_for_archive()
            one.dynamodb.create_table(**creation())
            self.put(one, "alice")
            moment = now()
            while now() == moment:
                pass  # a write of the same millisecond would be restored too
            self.put(one, "bob")
            one.wait_for_archive()
        self.assertIn("changes up to", partita("archive", "list", *self.source))
        self.assertIn(", 0 faults", partita("archive", "verify", *self.source))
        partita("restore", *self.source, "--data", self.folder / "restored")
        partita("restore", *self.source, "--to", moment, "--data", self.folder / "before")
        self.assert_names(self.folder / "restored", "alice", "bob")
        self.assert_names(self.folder / "before", "alice")
        drill = partita("restore", *self.source, "--drill", "--scratch", self.folder)
        self.assertIn("1 table compared with the hashes of the archive, 0 differ", drill)
        exported = partita("archive", "export", TABLE, *self.source, "--to", f"{self.folder}/export/")
        self.assertIn("orders: 2 items", exported)
        self.assertIn("removed 0 generations", partita("archive", "prune", *self.source, "--keep", "7d"))

    def test_a_large_archive_is_restored_and_followed(self):
        (self.folder / "many.json").write_text("\n".join(map(line, range(MANY))) + "\n")
        partita("import", self.folder / "many.json", "--table", TABLE, "--keys", "pk:S", "--data", self.folder / "shop")
        with server(self.folder / "shop", *self.archiving) as one:
            one.wait_for_archive()
            with server(self.folder / "standby", "--follow", self.url, *AT) as standby:
                self.put(one, "later")
                later = dict(TableName=TABLE, Key={"pk": {"S": "later"}})
                wait_until(lambda: standby.dynamodb.get_item(**later), lambda answer: "Item" in answer)
                self.assertEqual(len(self.names(standby)), MANY + 1)
        drill = partita("restore", *self.source, "--drill", "--scratch", self.folder)
        self.assertIn(f"orders: {MANY + 1} items", drill.replace(",", ""))

    def test_a_second_server_is_refused_until_it_takes_over(self):
        with server(self.folder / "shop", *self.archiving) as one:
            one.dynamodb.create_table(**creation())
            self.put(one, "alice")
            one.wait_for_archive()
            with self.assertRaisesRegex(AssertionError, "--archive-take-over"), server(self.folder / "other", *self.archiving):
                pass
            with server(self.folder / "other", *self.archiving, "--archive-take-over") as other:
                self.put(one, "bob")
                wait_until(one.archive, lambda state: state["state"] == "lost")
                other.wait_for_archive()
        self.assertIn("event=archive_lost", (self.folder / "shop.log").read_text())

    def test_a_damaged_object_is_named(self):
        with server(self.folder / "shop", *self.archiving) as one:
            one.dynamodb.create_table(**creation())
            self.put(one, "alice")
            one.wait_for_archive()
        damaged = max(self.keys(), key=lambda key: len(self.read(key)))
        data = bytearray(self.read(damaged))
        data[len(data) // 2] ^= 1
        self.s3.put_object(Bucket=self.bucket, Key=damaged, Body=bytes(data))
        done = partita("archive", "verify", *self.source, fails=True)
        self.assertIn(os.path.basename(damaged), done)


if __name__ == "__main__":
    unittest.main()
