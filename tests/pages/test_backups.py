"""docs/backups.md: a backup, and the recovery of a moment, with the AWS CLI."""

import json
import re

from reader import LOCAL, Reader


class Backups(Reader):
    PAGE = "docs/backups.md"

    def test_page(self):
        with self.serving("partita serve --memory"):
            back_up = self.take("export AWS_ACCESS_KEY_ID")
            printed = self.shell(back_up)
            self.assertIn("paid", printed[printed.rindex("RestoreInProgress"):])
            settings = back_up.split("\n")[0]
            counted = self.shell(settings + "\n" + self.take("aws dynamodb update-continuous-backups"))
            self.assertIn('"Count": 0', counted)

    def test_the_answer_of_a_moment(self):
        items = [{"pk": {"S": "CUSTOMER#7"}, "cents": {"N": "120"}}, {"pk": {"S": "CUSTOMER#8"}, "cents": {"N": "90"}}]
        self.write("orders.json", "".join(json.dumps({"Item": item}) + "\n" for item in items))
        with self.serving("partita serve --memory"):
            self.env |= LOCAL | {"AWS_ENDPOINT_URL": self.here("http://127.0.0.1:8000")}
            self.shell("partita import orders.json --table orders --keys pk:S")
            self.shell("aws dynamodb update-continuous-backups --table-name orders "
                       "--point-in-time-recovery-specification PointInTimeRecoveryEnabled=true")
            key = """'{"pk": {"S": "CUSTOMER#7"}}'"""
            self.shell(f"aws dynamodb delete-item --table-name orders --key {key}")
            moment = json.loads(self.shell(f"partita versions orders --key {key}").split("\n")[0])["ChangeDateTime"]
            for command in self.commands(self.take("partita query orders")):
                now = re.sub(r" --as-of \S+", "", command)
                self.assertEqual(self.shell(now), "")
                then = re.sub(r"--as-of \S+", "--as-of " + moment, command)
                self.assertEqual(json.loads(self.shell(then)), items[0])
