"""docs/backups.md: a backup, and the recovery of a moment, with the AWS CLI."""

from reader import Reader


class Backups(Reader):
    PAGE = "docs/backups.md"

    def test_page(self):
        with self.serving("partita serve --memory"):
            settings, rest = self.take("export AWS_ACCESS_KEY_ID").split("\n", 1)
            printed = self.shell(f"{settings}\n{rest}")
            self.assertIn("paid", printed[printed.rindex("orders-before"):])
            counted = self.shell(f"{settings}\n" + self.take("aws dynamodb update-continuous-backups"))
            self.assertIn('"Count": 0', counted)
