"""docs/backups.md: a backup, and the recovery of a moment, with the AWS CLI."""

from reader import Reader


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
