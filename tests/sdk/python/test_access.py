"""Signatures that boto3 makes with other keys, or at another time, are refused with the service's errors."""

import datetime
import hashlib
import os
import unittest
from unittest import mock

import botocore.exceptions
from botocore.auth import SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session
from endpoint import connect, connection

MISMATCH = (
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key "
    "and signing method. Consult the service documentation for details."
)


def key(identity, secret, token=None):
    return dict(aws_access_key_id=identity, aws_secret_access_key=secret, aws_session_token=token)


class AccessTest(unittest.TestCase):
    def refusal(self, **others):
        with self.assertRaises(botocore.exceptions.ClientError) as refused:
            connect(**others).meta.client.list_tables()
        self.assertEqual(refused.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        return refused.exception.response["Error"]

    def test_a_wrong_secret(self):
        error = self.refusal(**key("local", "wrong"))
        self.assertEqual((error["Code"], error["Message"]), ("InvalidSignatureException", MISMATCH))

    def test_an_unknown_key(self):
        self.assertEqual(self.refusal(**key("other", "local"))["Code"], "UnrecognizedClientException")

    def test_session_tokens(self):
        connect(**key("ASIATEMPORARY", "temporary/secret+", "a/session+token==")).meta.client.list_tables()
        for token in (None, "another"):
            error = self.refusal(**key("ASIATEMPORARY", "temporary/secret+", token))
            self.assertEqual(error["Code"], "UnrecognizedClientException")
        self.assertEqual(self.refusal(**key("ASIAEXPIRED", "expired", "token"))["Code"], "ExpiredTokenException")

    def test_a_clock_that_is_wrong(self):
        now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
        for minutes, text in ((-6, "Signature expired: "), (6, "Signature not yet current: ")):
            then = now + datetime.timedelta(minutes=minutes)
            with mock.patch("botocore.auth.get_current_datetime", return_value=then):
                error = self.refusal()
            self.assertEqual(error["Code"], "InvalidSignatureException")
            self.assertIn(text, error["Message"])
            self.assertIn("5 min.)", error["Message"])

    def test_a_server_whose_clock_is_wrong(self):
        """boto3 does not take over the server's time."""
        texts = {"PARTITA_TEST_AHEAD": "Signature expired: ", "PARTITA_TEST_BEHIND": "Signature not yet current: "}
        for variable, text in texts.items():
            error = self.refusal(endpoint_url=os.environ[variable], config=Config())
            self.assertEqual(error["Code"], "InvalidSignatureException")
            self.assertTrue(error["Message"].startswith(text), error["Message"])

    def test_other_regions(self):
        connect(region_name="eu-west-1").meta.client.list_tables()

    def presigned(self, body, change=lambda url: url):
        """Sends a presigned query with a body. botocore itself would move the body into the query."""

        class QueryAuth(SigV4QueryAuth):
            def payload(self, request):
                return hashlib.sha256(body).hexdigest()

        request = AWSRequest("POST", connection()["endpoint_url"] + "/")
        request.headers["X-Amz-Target"] = "DynamoDB_20120810.ListTables"
        request.headers["Content-Type"] = "application/x-amz-json-1.0"
        QueryAuth(Credentials("local", "local"), "dynamodb", "us-east-1", expires=60).add_auth(request)
        request.data = body
        prepared = request.prepare()
        prepared.url = change(prepared.url)
        return URLLib3Session(verify=os.environ.get("AWS_CA_BUNDLE", True)).send(prepared)

    def test_presigned_queries(self):
        answer = self.presigned(b"{}")
        self.assertEqual((answer.status_code, "TableNames" in answer.text), (200, True), answer.text)
        refused = self.presigned(b"{}", lambda url: url.replace("Expires=60", "Expires=61"))
        self.assertIn("InvalidSignatureException", refused.text)


if __name__ == "__main__":
    unittest.main()
