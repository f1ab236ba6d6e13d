"""docs/export-import.md: tables to files and back."""

import contextlib
import json
import logging
import re

import boto3
from moto.server import ThreadedMotoServer
from reader import LOCAL, Reader, shown_command

CREATE = ("aws dynamodb create-table --table-name orders --billing-mode PAY_PER_REQUEST --attribute-definitions "
          "AttributeName=pk,AttributeType=S AttributeName=sk,AttributeType=S --key-schema AttributeName=pk,KeyType=HASH "
          "AttributeName=sk,KeyType=RANGE")
PUT = 'aws dynamodb put-item --table-name orders --item \'{"pk":{"S":"alice"},"sk":{"S":"1"},"total":{"N":"7"}}\''
TEMPLATE = """Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: orders
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: pk, KeyType: HASH}, {AttributeName: sk, KeyType: RANGE}]
      AttributeDefinitions: [{AttributeName: pk, AttributeType: S}, {AttributeName: sk, AttributeType: S}]
"""


@contextlib.contextmanager
def bucket_of(folder):
    """A store with a bucket, which has the files of the folder."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    url = f"http://{host}:{port}"
    try:
        s3 = boto3.client("s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id="a", aws_secret_access_key="b")
        s3.create_bucket(Bucket="bucket")
        for file in folder.rglob("*"):
            if file.is_file():
                s3.upload_file(str(file), "bucket", file.relative_to(folder).as_posix())
        s3.close()
        yield url
    finally:
        server.stop()


class ExportImport(Reader):
    PAGE = "docs/export-import.md"

    def setUp(self):
        super().setUp()
        self.env |= {**LOCAL, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports[8000]}"}
        with self.serving("partita serve --data ./shop"):
            self.shell(CREATE)
            self.shell(PUT)

    def test_a_table_is_copied_through_files(self):
        exported, imported = self.each(self.take("partita export orders --to backup/"))
        self.assertRegex(exported, r"^orders: 1 items, .* to backup/AWSDynamoDB/\d{14}-[0-9a-f]{8}/\n$")
        self.assertRegex(imported, "^orders: 1 of 1 records imported, 0 skipped")
        _, csv = self.each(self.take("partita export orders --to orders.jsonl"))
        self.assertRegex(csv, "pk,sk,total\nalice,1,7\n")
        self.assertEqual(json.loads((self.folder / "orders.jsonl").read_text()), {"pk": "alice", "sk": "1", "total": 7})
        _, checked = self.each(self.take("partita import orders.jsonl"))
        self.assertRegex(checked, "^orders: 1 of 1 records are valid")

    def test_records_that_are_not_items(self):
        command, shown = shown_command(self.take("$ partita import orders.json"))
        self.write("orders.json", '{"Item":{"pk":{"S":"a"},"sk":{"S":"b"}}}\n{"Item":{"pk":{"S":"a"}}}\n')
        self.assertEqual(re.sub(r"[0-9.]+ s$", "0.0 s", self.shell(command, 2), flags=re.M), shown)
        self.write("skipped.json", (self.folder / "skipped.json").read_text().replace('{"pk"', '{"sk":{"S":"c"},"pk"'))
        self.assertIn("1 of 1 records imported", self.shell("partita import skipped.json --table orders --data ./shop"))

    def test_an_export_of_the_service(self):
        from_bucket, copy, imported = self.commands(self.take("partita import s3://BUCKET"))
        self.assertTrue(copy.startswith("aws s3 cp"))
        self.write("template.yml", TEMPLATE)
        self.shell("partita export orders --to bucket/ --data ./shop && cp -r bucket/AWSDynamoDB/* export")
        self.assertIn("1 of 1 records imported", self.shell(imported))
        with bucket_of(self.folder / "bucket") as url:
            self.assertIn("1 of 1 records imported", self.shell(from_bucket.replace("BUCKET", "bucket").replace("/ID/", "/"), AWS_ENDPOINT_URL_S3=url))

    def test_the_operations_with_boto3(self):
        made, server = self.commands(self.take("mkdir -p s3/moves"))
        self.shell(made)
        with self.serving(server):
            self.write("moves.py", self.take("import time"))
            self.assertEqual(self.shell("python3 moves.py"), "COMPLETED 1\nCOMPLETED 1\nCOMPLETED 1\n")
