"""The files of `partita export`, read by programs that others wrote: boto3, amazon.ion, csv and json; files that those write,
read by `partita import`; and both through the S3 of moto."""

import base64
import csv
import gzip
import io
import json
import logging
import os
import pathlib
import subprocess
import tempfile
import unittest
from decimal import Decimal

import boto3
from amazon.ion import simpleion
from amazon.ion.core import IonType
from boto3.dynamodb.types import Binary, TypeDeserializer, TypeSerializer
from endpoint import connection
from moto.server import ThreadedMotoServer

TABLE = "transfer_python"
KEYS = {"AWS_ACCESS_KEY_ID": "local", "AWS_SECRET_ACCESS_KEY": "local", "AWS_REGION": "us-east-1"}
ITEM = {
    "pk": "Zürich \"quoted\", 東京 😀\n",
    "number": Decimal("12345678901234567890123456789012345678"),
    "small": Decimal("-1.5E-100"),
    "bytes": b"\x00\xff\x10",
    "yes": True,
    "nothing": None,
    "texts": {"a", "b,c"},
    "numbers": {Decimal(1), Decimal("2.5")},
    "blobs": {b"x", b"\x00"},
    "list": [Decimal(1), "two", [], {}],
    "map": {"true": {"$1": "it's"}},
}


def plain(value):
    """boto3's value with bytes in place of its Binary."""
    if isinstance(value, Binary):
        return value.value
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return {plain(inner) for inner in value} if isinstance(value, set) else value


def from_ion(value):
    annotations = [annotation.text for annotation in value.ion_annotations]
    if value.ion_type is IonType.NULL:
        return None
    if value.ion_type is IonType.STRUCT:
        return {name: from_ion(inner) for name, inner in value.items()}
    if annotations:
        return {from_ion(inner) for inner in value}
    if value.ion_type is IonType.LIST:
        return [from_ion(inner) for inner in value]
    for kind, make in ((IonType.BOOL, bool), (IonType.DECIMAL, Decimal), (IonType.STRING, str), (IonType.BLOB, bytes)):
        if value.ion_type is kind:
            return make(value)
    raise AssertionError(value.ion_type)


class Transfer(unittest.TestCase):
    def setUp(self):
        self.dynamodb = boto3.resource("dynamodb", **connection())
        self.addCleanup(self.dynamodb.meta.client.close)
        self.table = self.dynamodb.create_table(
            TableName=TABLE,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        )
        self.addCleanup(self.table.delete)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def partita(self, *arguments):
        command = [os.environ["PARTITA_COMMAND"], *arguments, "--endpoint", os.environ["PARTITA_TEST_ENDPOINT"]]
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, **KEYS}, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def exported(self, name, *options):
        self.table.put_item(Item=ITEM)
        self.partita("export", TABLE, "--to", name, *options)
        return (self.folder / name).read_bytes()

    def imported(self, name, data):
        (self.folder / name).write_bytes(data)
        self.partita("import", name, "--table", TABLE)
        return plain(self.table.get_item(Key={"pk": ITEM["pk"]})["Item"])

    def test_boto3_reads_dynamodb_json(self):
        line = json.loads(gzip.decompress(self.exported("a.json.gz")))
        line["Item"]["bytes"]["B"] = base64.b64decode(line["Item"]["bytes"]["B"])
        line["Item"]["blobs"]["BS"] = [base64.b64decode(blob) for blob in line["Item"]["blobs"]["BS"]]
        read = {name: TypeDeserializer().deserialize(value) for name, value in line["Item"].items()}
        self.assertEqual(plain(read), ITEM)

    def test_amazon_ion_reads_ion(self):
        self.assertEqual(from_ion(simpleion.loads(self.exported("a.ion").decode())["Item"]), ITEM)

    def test_csv_and_json_read_the_others(self):
        [row] = csv.DictReader(io.StringIO(self.exported("a.csv").decode(), newline=""))
        self.assertEqual((row["pk"], Decimal(row["number"]), row["yes"]), (ITEM["pk"], ITEM["number"], '{"BOOL":true}'))
        read = json.loads(self.exported("a.jsonl"), parse_float=Decimal, parse_int=Decimal)
        self.assertEqual({name: read[name] for name in ("pk", "number", "small", "yes", "nothing", "list", "map")},
                         {name: ITEM[name] for name in ("pk", "number", "small", "yes", "nothing", "list", "map")})

    def test_files_of_the_libraries_are_imported(self):
        serialized = {name: TypeSerializer().serialize(value) for name, value in ITEM.items()}
        text = json.dumps({"Item": serialized}, default=lambda bytes_: base64.b64encode(bytes_).decode())
        self.assertEqual(self.imported("b.json", text.encode()), ITEM)
        self.table.delete_item(Key={"pk": ITEM["pk"]})
        # amazon.ion writes the name $1 without quotes, as if it were the number of a symbol.
        item = {name: value for name, value in ITEM.items() if not isinstance(value, set)} | {"map": {"true": {"a'b": "it's"}}}
        for options in ({}, {"indent": "  "}):
            ion = simpleion.dumps({"Item": item}, binary=False, **options)
            self.assertEqual(self.imported("b.ion", ion.encode()), item)

    def test_an_export_goes_through_s3(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        store = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        store.start()
        self.addCleanup(store.stop)
        host, port = store.get_host_and_port()
        url = f"http://{host}:{port}"
        s3 = boto3.client("s3", **{**connection(), "endpoint_url": url})
        self.addCleanup(s3.close)
        # The stores of one process share their buckets.
        bucket = f"exports-{port}"
        s3.create_bucket(Bucket=bucket)
        self.table.put_item(Item=ITEM)
        self.partita("export", TABLE, "--to", f"s3://{bucket}/some prefix", "--s3-endpoint", url)
        objects = {found["Key"]: found["ETag"] for found in s3.list_objects_v2(Bucket=bucket)["Contents"]}
        [summary] = [key for key in objects if key.endswith("manifest-summary.json")]
        self.assertTrue(summary.startswith("some prefix/AWSDynamoDB/"))
        summary = json.load(s3.get_object(Bucket=bucket, Key=summary)["Body"])
        self.assertEqual((summary["s3Bucket"], summary["s3Prefix"], summary["itemCount"]), (bucket, "some prefix", 1))
        for line in s3.get_object(Bucket=bucket, Key=summary["manifestFilesS3Key"])["Body"].read().decode().splitlines():
            file = json.loads(line)
            self.assertEqual(objects[file["dataFileS3Key"]].strip('"'), file["etag"])
        self.table.delete_item(Key={"pk": ITEM["pk"]})
        self.partita("import", f"s3://{bucket}/some prefix/", "--table", TABLE, "--s3-endpoint", url)
        self.assertEqual(plain(self.table.get_item(Key={"pk": ITEM["pk"]})["Item"]), ITEM)
