"""The AWS CLI creates, writes and queries a table."""

import json
import os
import subprocess
import sys
import unittest

AWS = os.path.join(os.path.dirname(sys.executable), "aws")
TABLE = "cli_orders"


def aws(*arguments, secret="local"):
    environment = {
        **os.environ,
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": secret,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_PAGER": "",
        "AWS_MAX_ATTEMPTS": "1",
    }
    command = [AWS, "--endpoint-url", os.environ["PARTITA_TEST_ENDPOINT"], "--output", "json", "dynamodb", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def answer_of(*arguments):
    done = aws(*arguments)
    if done.returncode != 0:
        raise AssertionError(f"aws dynamodb {' '.join(arguments)}: {done.stderr}")
    return json.loads(done.stdout) if done.stdout.strip() else {}


class CliTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        answer_of("create-table", "--table-name", TABLE, "--billing-mode", "PAY_PER_REQUEST",
                  "--attribute-definitions", "AttributeName=PK,AttributeType=S", "AttributeName=SK,AttributeType=N",
                  "--key-schema", "AttributeName=PK,KeyType=HASH", "AttributeName=SK,KeyType=RANGE")
        answer_of("wait", "table-exists", "--table-name", TABLE)
        for number in (1, 2, 10):
            item = {"PK": {"S": "a"}, "SK": {"N": str(number)}, "name": {"S": f"n{number}"}}
            answer_of("put-item", "--table-name", TABLE, "--item", json.dumps(item))

    @classmethod
    def tearDownClass(cls):
        answer_of("delete-table", "--table-name", TABLE)

    def test_describes_and_lists_the_table(self):
        self.assertEqual(answer_of("describe-table", "--table-name", TABLE)["Table"]["TableStatus"], "ACTIVE")
        self.assertIn(TABLE, answer_of("list-tables")["TableNames"])

    def test_a_wrong_secret_is_refused(self):
        refused = aws("list-tables", secret="wrong")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("(InvalidSignatureException)", refused.stderr)
        self.assertIn("The request signature we calculated does not match", refused.stderr)

    def test_gets_an_item(self):
        item = answer_of("get-item", "--table-name", TABLE, "--key", '{"PK": {"S": "a"}, "SK": {"N": "2.0"}}')["Item"]
        self.assertEqual(item["name"], {"S": "n2"})

    def test_queries_in_numeric_order(self):
        page = answer_of("query", "--table-name", TABLE, "--key-condition-expression", "PK = :pk AND SK > :sk",
                         "--expression-attribute-values", '{":pk": {"S": "a"}, ":sk": {"N": "1"}}')
        self.assertEqual([item["SK"]["N"] for item in page["Items"]], ["2", "10"])

    def test_says_why_a_write_was_refused(self):
        done = aws("put-item", "--table-name", TABLE, "--item", '{"PK": {"S": "a"}, "SK": {"N": "1"}}',
                   "--condition-expression", "attribute_not_exists(PK)")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("(ConditionalCheckFailedException)", done.stderr)


if __name__ == "__main__":
    unittest.main()
