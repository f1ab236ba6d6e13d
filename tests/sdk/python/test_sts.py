"""boto3 and the AWS CLI with users and roles of the server's own store, and with STS on the server's port."""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import urllib.request

import boto3
import botocore.exceptions
import botocore.session
from botocore.config import Config

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from serving import server

ROLE = "arn:aws:iam::123456789012:role/app"
ALICE = "arn:aws:iam::123456789012:user/alice"
SESSION = "arn:aws:sts::123456789012:assumed-role/app/"
AWS = os.path.join(os.path.dirname(sys.executable), "aws")
TRUST = {
    "Statement": {
        "Effect": "Allow",
        "Action": ["sts:AssumeRole", "sts:TagSession"],
        "Principal": {"AWS": ALICE},
    }
}
OWN_ITEMS = {
    "Version": "2012-10-17",
    "Statement": [
        {"Effect": "Allow", "Action": ["dynamodb:CreateTable", "dynamodb:ListTables"], "Resource": "*"},
        {
            "Effect": "Allow",
            "Action": ["dynamodb:PutItem", "dynamodb:GetItem"],
            "Resource": "*",
            "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["${aws:PrincipalTag/team}"]}},
        },
    ],
}


class StsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.folder = folder
        for name, document in (("trust.json", TRUST), ("policy.json", OWN_ITEMS)):
            (folder / name).write_text(json.dumps(document), encoding="utf-8")
        credentials = folder / "credentials"
        credentials.touch(mode=0o600)
        credentials.write_text(
            "[root]\naws_access_key_id = AKIDROOT\naws_secret_access_key = root\nroot = true\n", encoding="utf-8"
        )
        socket = str(folder / "socket")
        cls.url = cls.enterClassContext(
            server(
                os.environ["PARTITA_COMMAND"], "--auth", "iam", "--credentials", str(credentials), "--admin-socket", socket
            )
        )

        def iam(*arguments):
            command = [os.environ["PARTITA_COMMAND"], "iam", *arguments, "--admin-socket", socket, "--json"]
            return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

        iam("user", "create", "alice")
        key = iam("key", "create", "--user", "alice")
        cls.alice = dict(aws_access_key_id=key["id"], aws_secret_access_key=key["secret"])
        iam("role", "create", "app", "--trust", str(folder / "trust.json"))
        iam("policy", "put", "own", "--role", "app", "--document", str(folder / "policy.json"))

    def client(self, service, **credentials):
        return boto3.client(
            service,
            endpoint_url=self.url,
            region_name="us-east-1",
            config=Config(retries={"total_max_attempts": 1}),
            **credentials,
        )

    @staticmethod
    def credentials_of(answer):
        given = answer["Credentials"]
        return dict(
            aws_access_key_id=given["AccessKeyId"],
            aws_secret_access_key=given["SecretAccessKey"],
            aws_session_token=given["SessionToken"],
        )

    def code_of(self, call, *arguments, **named):
        with self.assertRaises(botocore.exceptions.ClientError) as refused:
            call(*arguments, **named)
        return refused.exception.response["Error"]["Code"]

    def test_caller_identity(self):
        sts = self.client("sts", **self.alice)
        answer = sts.get_caller_identity()
        self.assertEqual((answer["Arn"], answer["Account"]), (ALICE, "123456789012"))
        self.assertRegex(answer["UserId"], "^AIDA[A-Z2-7]{17}$")
        wrong = self.client("sts", aws_access_key_id="AKIDNOBODY", aws_secret_access_key="x")
        self.assertEqual(self.code_of(wrong.get_caller_identity), "InvalidClientTokenId")
        wrong = self.client("sts", **{**self.alice, "aws_secret_access_key": "x"})
        self.assertEqual(self.code_of(wrong.get_caller_identity), "SignatureDoesNotMatch")

    def test_presigned_caller_identity(self):
        url = self.client("sts", **self.alice).generate_presigned_url("get_caller_identity", HttpMethod="GET")
        with urllib.request.urlopen(url) as answer:
            self.assertIn(f"<Arn>{ALICE}</Arn>", answer.read().decode())
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(url[:-1] + ("0" if url[-1] != "0" else "1"))
        self.assertEqual(refused.exception.code, 403)

    def test_a_role_and_its_session(self):
        self.assertEqual(self.code_of(self.client("dynamodb", **self.alice).list_tables), "AccessDeniedException")
        answer = self.client("sts", **self.alice).assume_role(
            RoleArn=ROLE, RoleSessionName="red", Tags=[{"Key": "team", "Value": "red"}], DurationSeconds=900
        )
        self.assertEqual(answer["AssumedRoleUser"]["Arn"], SESSION + "red")
        left = answer["Credentials"]["Expiration"] - datetime.datetime.now(datetime.timezone.utc)
        self.assertTrue(0 < left.total_seconds() <= 900)
        session = self.credentials_of(answer)
        self.assertEqual(self.client("sts", **session).get_caller_identity()["Arn"], SESSION + "red")
        dynamodb = self.client("dynamodb", **session)
        dynamodb.create_table(
            TableName="teams",
            KeySchema=[{"AttributeName": "team", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "team", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        dynamodb.put_item(TableName="teams", Item={"team": {"S": "red"}})
        blue = dict(TableName="teams", Item={"team": {"S": "blue"}})
        self.assertEqual(self.code_of(dynamodb.put_item, **blue), "AccessDeniedException")
        limited = self.client("sts", **self.alice).assume_role(
            RoleArn=ROLE,
            RoleSessionName="limited",
            Policy=json.dumps({"Statement": {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*"}}),
        )
        limited = self.client("dynamodb", **self.credentials_of(limited))
        self.assertEqual(self.code_of(limited.list_tables), "AccessDeniedException")

    def test_refused_roles(self):
        sts = self.client("sts", **self.alice)
        assume = dict(RoleSessionName="s1", RoleArn=ROLE)
        self.assertEqual(self.code_of(sts.assume_role, **{**assume, "RoleArn": ROLE + "2"}), "AccessDenied")
        self.assertEqual(self.code_of(sts.assume_role, **assume, DurationSeconds=7200), "ValidationError")
        self.assertEqual(self.code_of(sts.assume_role, **assume, Policy="{"), "MalformedPolicyDocument")
        root = self.client("sts", aws_access_key_id="AKIDROOT", aws_secret_access_key="root")
        self.assertEqual(self.code_of(root.assume_role, **assume), "AccessDenied")

    def test_session_token(self):
        session = self.credentials_of(self.client("sts", **self.alice).get_session_token())
        sts = self.client("sts", **session)
        self.assertEqual(sts.get_caller_identity()["Arn"], ALICE)
        self.assertEqual(self.code_of(sts.get_session_token), "AccessDenied")
        altered = {**session, "aws_session_token": session["aws_session_token"][:-8] + "AAAAAAA="}
        self.assertEqual(self.code_of(self.client("sts", **altered).get_caller_identity), "InvalidClientTokenId")
        dynamodb = self.client("dynamodb", **altered)
        self.assertEqual(self.code_of(dynamodb.list_tables), "UnrecognizedClientException")

    def profile(self):
        """The environment of a program whose profile assumes the role."""
        config, credentials = self.folder / "config", self.folder / "shared"
        config.write_text(
            f"[profile app]\nrole_arn = {ROLE}\nsource_profile = alice\nrole_session_name = by-profile\n"
            "region = us-east-1\n",
            encoding="utf-8",
        )
        lines = "".join(f"{name} = {value}\n" for name, value in self.alice.items())
        credentials.write_text("[alice]\n" + lines, encoding="utf-8")
        environment = {
            **os.environ,
            "HOME": str(self.folder),  # where the command line keeps sessions for its next call
            "AWS_CONFIG_FILE": str(config),
            "AWS_SHARED_CREDENTIALS_FILE": str(credentials),
            "AWS_ENDPOINT_URL_STS": self.url,
            "AWS_ENDPOINT_URL_DYNAMODB": self.url,
            "AWS_PROFILE": "app",
            "AWS_PAGER": "",
        }
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
            environment.pop(name, None)
        return environment

    def test_the_provider_of_a_profile(self):
        program = (
            "import boto3; session = boto3.Session(); "
            "print(session.get_credentials().method, session.client('sts').get_caller_identity()['Arn'], "
            "session.client('dynamodb').list_tables()['ResponseMetadata']['HTTPStatusCode'])"
        )
        done = subprocess.run(
            [sys.executable, "-c", program], env=self.profile(), capture_output=True, text=True, check=False
        )
        self.assertEqual(done.stdout.split(), ["assume-role", SESSION + "by-profile", "200"], done.stderr)

    def test_the_command_line(self):
        def aws(*arguments, **environment):
            command = [AWS, "--output", "json", *arguments]
            done = subprocess.run(
                command, env={**self.profile(), **environment}, capture_output=True, text=True, check=False
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.loads(done.stdout)

        identity = ["sts", "get-caller-identity", "--endpoint-url", self.url]
        self.assertEqual(aws(*identity)["Arn"], SESSION + "by-profile")
        self.assertEqual(aws(*identity, "--profile", "alice", "--region", "us-east-1")["Arn"], ALICE)
        self.assertIsInstance(aws("dynamodb", "list-tables")["TableNames"], list)


if __name__ == "__main__":
    unittest.main()
