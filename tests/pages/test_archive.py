"""docs/archive.md, and "The day the disk dies" of docs/operations.md: an archive in a directory and in S3, and restores of it."""

import contextlib
import datetime
import json
import shutil
import time

from reader import LOCAL, Reader
from test_export_import import bucket_of

CREATE = ("aws dynamodb create-table --table-name orders --billing-mode PAY_PER_REQUEST --attribute-definitions "
          "AttributeName=pk,AttributeType=S --key-schema AttributeName=pk,KeyType=HASH")
PUT = "aws dynamodb put-item --table-name orders --item '{\"pk\":{\"S\":\"alice\"}}'"
PUT_LATER = PUT.replace("alice", "bob")
SCAN = "aws dynamodb scan --table-name orders"
LIST, SERVE = "partita archive list --from", "partita serve --data ./shop --archive file"
TAKE_OVER = "partita serve --data /var/lib/partita --archive s3://backups/shop --archive-take-over"


class Archives(Reader):
    def setUp(self):
        super().setUp()
        self.env |= {**LOCAL, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports[8000]}"}

    @contextlib.contextmanager
    def archiving(self, command, **env):
        """A server with an archive, which has a base before the block and all changes of the block after it."""
        with self.serving(command + " --admin-socket ./admin.sock", **env):
            self.wait_for_archive()
            yield
            self.wait_for_archive()

    def wait_for_archive(self):
        deadline = time.monotonic() + 60
        while True:
            state = json.loads(self.shell("curl --silent --unix-socket ./admin.sock http://localhost/archive"))
            if state["state"] == "current" and state["lag_ms"] == 0 and state["base_complete_ms"] > 0:
                return
            self.assertLess(time.monotonic(), deadline, state)

    def assert_items(self, data, *names):
        with self.serving(f"partita serve --data {data}"):
            items = json.loads(self.shell(SCAN))["Items"]
        self.assertEqual(sorted(item["pk"]["S"] for item in items), sorted(names))


class Archive(Archives):
    PAGE = "docs/archive.md"

    def here(self, text):
        return super().here(text.replace("file:///mnt/", f"file://{self.folder}/mnt/"))

    def archive_two_moments(self):
        """Archives an item and then another one, and returns a moment between both."""
        with self.archiving(self.commands(self.take(SERVE))[0]):
            self.shell(CREATE)
            self.shell(PUT)
            moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
            self.shell(PUT_LATER)
        return moment

    def test_moments_are_restored_and_proven(self):
        moment = self.archive_two_moments()
        listed, restored, before = self.each(self.take(LIST).replace("2026-11-21T06:00:00Z", moment))
        self.assertRegex(listed, r"(?s)^generation 1, begun .*\n  base 1/1 of .*\n  changes up to .*\nclosed by ")
        for printed in (restored, before):
            self.assertIn("\nrestored up to operation ", printed)
        self.assert_items("./restored", "alice", "bob")
        self.assert_items("./before", "alice")
        [drill] = self.each(self.take("partita restore --from file:///mnt/archive/shop --drill"))
        self.assertIn("1 table compared with the hashes of the archive, 0 differ\n", drill)
        self.assertIn("the drill succeeded", drill)
        [verified] = self.each(self.take("partita archive verify"))
        self.assertRegex(verified, r"^1 generations, [1-9]\d* bases, .*, 0 faults\n$")
        [exported] = self.each(self.take("partita archive export orders --from file").replace("2026-11-21T06:00:00Z", moment))
        self.assertRegex(exported.splitlines()[-1], "^orders: 1 items, .* to export/AWSDynamoDB/")
        self.assertIn("1 of 1 records imported", self.shell("partita import export/ --table orders --keys pk:S --data ./copy"))
        self.assert_items("./copy", "alice")
        span = self.take("partita archive export orders --from-time").replace("--to-time 2026-11-21T07:00:00Z ", "")
        self.assertIn("orders: 1 changed items from ", self.shell(span.replace("2026-11-21T06:00:00Z", moment)))
        changes = next((self.folder / "changes" / "AWSDynamoDB").glob("0*"))
        self.assertIn("1 of 1 records imported", self.shell(f"partita import {changes} --table orders --data ./copy"))
        self.assert_items("./copy", "alice", "bob")
        [pruned] = self.each(self.take("partita archive prune"))
        self.assertEqual(pruned, "removed 0 generations, 0 bases, 0 segments and 0 files\n")

    def test_an_archive_in_s3_and_with_a_key(self):
        _, in_s3 = self.commands(self.take(SERVE))
        (self.folder / "no-files").mkdir()
        self.shell("partita archive new-key FILE")
        with bucket_of(self.folder / "no-files") as url:
            in_s3 = in_s3.replace("https://s3.example.com", url).replace("s3://backups/", "s3://bucket/sealed/")
            with self.archiving(in_s3 + " --archive-key FILE"):
                self.shell(CREATE)
                self.shell(PUT)
            at = f"--from s3://bucket/sealed/shop --s3-endpoint {url}"
            self.assertIn("is encrypted", self.shell(f"partita archive list {at}", 1))
            self.assertIn(", 0 faults\n", self.shell(f"partita archive verify {at} --archive-key FILE"))
            self.assertIn("the drill succeeded", self.shell(f"partita restore --drill {at} --archive-key FILE"))
            self.shell(f"partita restore {at} --archive-key FILE --data ./restored")
        self.assert_items("./restored", "alice")


    def test_a_standby_is_promoted(self):
        with self.archiving(self.commands(self.take(SERVE))[0]):
            self.shell(CREATE)
            self.shell(PUT)
            standby = self.take("partita serve --data ./standby").strip() + " --port 8001 --admin-socket ./standby.sock"
            at_standby = {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.ports[8001]}"}
            with self.serving(standby):
                deadline = time.monotonic() + 60
                while '"Count": 1' not in self.shell(SCAN + " || true", **at_standby):
                    self.assertLess(time.monotonic(), deadline)
                self.assertIn("This server is a standby", self.shell(PUT_LATER, 255, **at_standby))
                self.assertIn("promoted", self.shell(self.take("partita promote --admin-socket")))
                self.shell(PUT_LATER, **at_standby)
        self.assert_items("./standby", "alice", "bob")


class TheDayTheDiskDies(Archives):
    PAGE = "docs/operations.md"

    def here(self, text):
        return super().here(text.replace("s3://backups/", "s3://bucket/").replace("/var/lib/partita", "./partita"))

    def test_the_primary_is_lost_and_another_continues(self):
        (self.folder / "no-files").mkdir()
        with bucket_of(self.folder / "no-files") as url:
            s3 = {"AWS_ENDPOINT_URL_S3": url}
            take_over = self.take(TAKE_OVER).strip()
            start = take_over.removesuffix(" --archive-take-over")
            with self.archiving(start, **s3):
                self.shell(CREATE)
                self.shell(PUT)
            shutil.rmtree(self.folder / "partita")
            listed, restored, verified = self.each(self.take(LIST), **s3)
            self.assertIn("changes up to", listed)
            self.assertIn("restored up to operation ", restored)
            self.assertRegex(verified, r"(?m)^1 table, 1 item, .*, 0 faults$")
            self.assertIn("--archive-take-over", self.shell(f"{start} --port 8000", 1, **s3))
            with self.archiving(take_over, **s3):
                self.shell(PUT_LATER)
            with self.archiving(start, **s3):
                self.assertEqual(json.loads(self.shell(SCAN))["Count"], 2)
                self.shell(PUT.replace("alice", "carol"))
            [drill] = self.each(self.take("partita restore --from s3://backups/shop --drill --most-age 10m"), **s3)
            self.assertIn("1 table compared with the hashes of the archive, 0 differ\n", drill)
            self.assertIn("orders: 3 items", drill)
