"""The time of backups, restores, exports and imports of one large table, and of an archive's base, restore and standby."""

import contextlib
import json
import pathlib
import shutil
import subprocess
import time

from archives.measurement import bytes_of
from archives.partita_side import DEADLINE_S, PartitaSide
from sides.process import processor_seconds

ITEM_BYTES = 400
BUCKET = "exports"
RESULT_MEMBERS = ("ExportDescription", "ImportTableDescription")


def text_bytes(folder: pathlib.Path) -> int:
    """The bytes of the files of an export when they are unpacked."""
    files = sorted(folder.glob("AWSDynamoDB/*/data/*.gz"))
    unpacked = subprocess.run(f"cat {' '.join(map(str, files))} | gzip -d | wc -c", shell=True, capture_output=True, check=True)
    return int(unpacked.stdout)


class Tables:
    def __init__(self, side: PartitaSide):
        self.side, self.items = side, side.items
        self.store = side.folder / "s3"
        (self.store / BUCKET).mkdir(parents=True)
        self.results: list[dict] = []
        self.table = ""

    @contextlib.contextmanager
    def timed(self, work: str, measured_bytes):
        """`measured_bytes()` is called afterwards. Processor time is that of the server."""
        began, before = time.monotonic(), processor_seconds(self.side.process.pid)
        yield
        seconds, spent = time.monotonic() - began, processor_seconds(self.side.process.pid) - before
        self.note(work, seconds, spent, measured_bytes())

    def note(self, work: str, seconds: float, processor: float | None, measured: int) -> None:
        self.results.append(
            {"work": work, "items": self.items, "bytes": measured, "seconds": seconds, "processor_s": processor}
        )
        print(json.dumps(self.results[-1]), flush=True)

    def until(self, operation: str, body: dict, ended) -> dict:
        """Repeats a request until `ended(answer)`."""
        until = time.monotonic() + DEADLINE_S
        while not ended(answer := self.side.request(operation, body)):
            if time.monotonic() > until:
                raise RuntimeError(f"{operation}: {answer}")
            time.sleep(0.02)
        return answer

    def wait_for_table(self, name: str) -> None:
        answer = self.until("DescribeTable", {"TableName": name}, lambda a: a["Table"]["TableStatus"] == "ACTIVE")
        if answer["Table"]["ItemCount"] != self.items:
            raise RuntimeError(f"{name} has {answer['Table']['ItemCount']} items")

    def transferred(self, operation: str, body: dict) -> dict:
        """Describes an export or import until it has ended."""

        def ended(answer: dict) -> bool:
            [description] = [answer[member] for member in RESULT_MEMBERS if member in answer]
            status = description.get("ExportStatus") or description["ImportStatus"]
            if status not in ("IN_PROGRESS", "COMPLETED"):
                raise RuntimeError(f"{operation}: {description}")
            return status == "COMPLETED"

        return self.until(operation, body, ended)

    def item_bytes(self) -> int:
        return self.items * ITEM_BYTES

    def export(self, format_name: str, folder: str) -> None:
        with self.timed(f"ExportTableToPointInTime, {format_name}", lambda: text_bytes(self.store / BUCKET / folder)):
            made = self.side.request(
                "ExportTableToPointInTime",
                {"TableArn": self.arn, "S3Bucket": BUCKET, "S3Prefix": folder, "ExportFormat": format_name},
            )
            self.transferred("DescribeExport", {"ExportArn": made["ExportDescription"]["ExportArn"]})

    def on_a_server(self) -> None:
        side = self.side
        with side.running(False, "--s3", self.store):
            side.generator.load(side.url, side.row(16))
            [self.table] = side.request("ListTables", {})["TableNames"]
            described = side.request("DescribeTable", {"TableName": self.table})["Table"]
            self.arn = described["TableArn"]
            side.request("UpdateContinuousBackups", {
                "TableName": self.table, "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
            })  # fmt: skip
            # A backup shares the bytes of the table.
            with self.timed("CreateBackup", lambda: 0):
                backup = side.request("CreateBackup", {"TableName": self.table, "BackupName": "bench"})
                arn = backup["BackupDetails"]["BackupArn"]
                self.until("DescribeBackup", {"BackupArn": arn},
                           lambda a: a["BackupDescription"]["BackupDetails"]["BackupStatus"] == "AVAILABLE")  # fmt: skip
            with self.timed("RestoreTableFromBackup", self.item_bytes):
                side.request("RestoreTableFromBackup", {"TargetTableName": "from_backup", "BackupArn": arn})
                self.wait_for_table("from_backup")
            with self.timed("RestoreTableToPointInTime", self.item_bytes):
                side.request("RestoreTableToPointInTime", {
                    "SourceTableName": self.table, "TargetTableName": "from_history", "UseLatestRestorableTime": True,
                })  # fmt: skip
                self.wait_for_table("from_history")
            self.export("DYNAMODB_JSON", "json")
            self.export("ION", "ion")
            with self.timed("ImportTable, DYNAMODB_JSON", lambda: text_bytes(self.store / BUCKET / "json")):
                self.import_export()
            for copy in ("from_backup", "from_history", "imported"):
                side.request("DeleteTable", {"TableName": copy})
        self.check(side.data)

    def import_export(self) -> None:
        [started] = (self.store / BUCKET / "json/AWSDynamoDB").glob("*/_started")
        described = self.side.request("DescribeTable", {"TableName": self.table})["Table"]
        made = self.side.request("ImportTable", {
            "S3BucketSource": {"S3Bucket": BUCKET, "S3KeyPrefix": f"json/AWSDynamoDB/{started.parent.name}/data/"},
            "InputFormat": "DYNAMODB_JSON", "InputCompressionType": "GZIP",
            "TableCreationParameters": {
                "TableName": "imported", "BillingMode": "PAY_PER_REQUEST",
                **{member: described[member] for member in ("KeySchema", "AttributeDefinitions")},
            },
        })  # fmt: skip
        self.transferred("DescribeImport", {"ImportArn": made["ImportTableDescription"]["ImportArn"]})
        self.wait_for_table("imported")

    def of_the_archive(self) -> None:
        side = self.side
        with side.running(True):
            # The server itself is started before, and listens within milliseconds.
            with self.timed("`serve --archive`: the first base", lambda: bytes_of(side.data)):
                side.wait_until_archived()
        target = side.folder / "restored"
        began = time.monotonic()
        side.restore(side.replica, target)
        self.note("`partita restore`", time.monotonic() - began, None, bytes_of(target))
        self.check(target)
        shutil.rmtree(target)
        began = time.monotonic()
        side.drill()
        self.note("`partita restore --drill`", time.monotonic() - began, None, bytes_of(side.data))
        began = time.monotonic()
        with side.following(side.folder / "standby"):
            self.note("`serve --follow`: until it answers", time.monotonic() - began,
                      processor_seconds(side.process.pid), bytes_of(side.data))  # fmt: skip
            self.wait_for_table(self.table)

    def check(self, data: pathlib.Path) -> None:
        done = subprocess.run([self.side.program, "verify", "--data", data], capture_output=True, text=True, timeout=DEADLINE_S)
        if done.returncode or f"{self.items} items" not in done.stdout.replace(",", ""):
            raise RuntimeError(f"{data}: {done.stdout} {done.stderr}")


def measure(side: PartitaSide) -> list[dict]:
    tables = Tables(side)
    tables.on_a_server()
    tables.of_the_archive()
    return tables.results
