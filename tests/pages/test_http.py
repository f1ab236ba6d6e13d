"""docs/http.md: the examples of curl, the AWS CLI, boto3 and the SDK for JavaScript, one after the other on one server."""

import json
import os

from reader import Reader


class Http(Reader):
    PAGE = "docs/http.md"

    def test_page(self):
        # The page's last program sees the items of those before it.
        with self.serving(self.take("partita serve --memory")):
            tables = json.loads(self.shell(self.take("curl -s http://127.0.0.1:8000/")))
            self.assertEqual(tables, {"TableNames": []})
            printed = self.shell(self.take("export AWS_ACCESS_KEY_ID"))
            self.assertIn("Sinnerman", printed)
            self.write("query.py", self.take("import boto3\nfrom boto3"))
            self.assertIn("Nina Simone", self.shell("python3 query.py"))
            self.write("streams.py", self.take("import boto3\n\nsettings"))
            self.assertIn("Feeling Good", self.shell("python3 streams.py"))
            (self.folder / "node_modules").symlink_to(os.path.abspath(os.environ["PARTITA_SDK"]) + "/javascript/node_modules")
            self.write("get.mjs", self.take("import { DynamoDBClient", "js"))
            self.assertIn("Sinnerman", self.shell("node get.mjs"))
