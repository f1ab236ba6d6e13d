"""boto3 through nginx, with the configurations of docs/proxies.md, to servers that verify signatures. The environment
names the `partita` command in PARTITA_COMMAND. The packages are those of tests/sdk."""

import concurrent.futures
import contextlib
import os
import pathlib
import re
import socket
import sys
import tempfile
import unittest
import urllib.request
from unittest import mock

import boto3
import botocore.exceptions
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSHTTPSConnection, AWSHTTPSConnectionPool, AWSRequest
from botocore.config import Config
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "sdk"))

from nginx import NAME, documented, nginx, replaced, write_certificate  # noqa: E402
from run_suites import credentials_file  # noqa: E402
from serving import server  # noqa: E402

PARTITA = os.environ["PARTITA_COMMAND"]
THREADS = 100
MISMATCH = "The request signature we calculated does not match the signature you provided. "
HOST_LINE = "proxy_set_header Host $http_host;"
resolve = socket.getaddrinfo


def setUpModule():
    """The name of the certificate leads to this machine."""

    def to_loopback(host, *others, **more):
        return resolve("127.0.0.1" if host == NAME else host, *others, **more)

    unittest.enterModuleContext(mock.patch("socket.getaddrinfo", to_loopback))


def connect(url, certificate):
    return boto3.client(
        "dynamodb",
        endpoint_url=url,
        verify=certificate,
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
        config=Config(retries={"total_max_attempts": 1}, max_pool_connections=THREADS),
    )


def item(number, size=10):
    return {"pk": {"N": str(number)}, "text": {"S": "x" * size}, "bytes": {"B": bytes(range(256)) * (size // 256)}}


class Cases:
    """The tests of both configurations. `self.proxy` is the URL of nginx, `self.direct` that of the server behind it."""

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        credentials = cls.enterClassContext(credentials_file())
        cls.certificate, cls.key = map(str, write_certificate(folder))
        cls.options = ["--auth", "keys", "--credentials", str(credentials)]
        cls.start()
        cls.client = connect(cls.proxy, cls.certificate)
        cls.client.create_table(
            TableName="items",
            BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "N"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        )

    @classmethod
    def tearDownClass(cls):
        cls.client.close()

    def put_and_get(self, one):
        self.client.put_item(TableName="items", Item=one)
        answer = self.client.get_item(TableName="items", Key={"pk": one["pk"]}, ConsistentRead=True)
        self.assertEqual(answer["Item"], one)

    def test_small_and_large_items(self):
        self.put_and_get(item(1))
        self.put_and_get(item(2, size=150_000))

    def test_a_batch_of_several_megabytes(self):
        puts = [{"PutRequest": {"Item": item(100 + number, size=150_000)}} for number in range(25)]
        answer = self.client.batch_write_item(RequestItems={"items": puts})
        self.assertEqual(answer["UnprocessedItems"], {})

    def test_a_wrong_secret_is_refused(self):
        other = boto3.client(
            "dynamodb",
            endpoint_url=self.proxy,
            verify=self.certificate,
            region_name="us-east-1",
            aws_access_key_id="local",
            aws_secret_access_key="wrong",
        )
        self.assertIn(MISMATCH, refusal(other))

    def test_many_requests_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(THREADS) as threads:
            list(threads.map(self.put_and_get, [item(1000 + number, size=2000) for number in range(THREADS)]))

    def send(self, url, body, encoding):
        """Sends a signed request. Returns the answer's status, its bytes as they came, and its headers."""
        request = AWSRequest("POST", url + "/", data=body, headers={"Accept-Encoding": encoding})
        request.headers["X-Amz-Target"] = "DynamoDB_20120810.GetItem"
        request.headers["Content-Type"] = "application/x-amz-json-1.0"
        SigV4Auth(Credentials("local", "local"), "dynamodb", "us-east-1").add_auth(request)
        request.stream_output = True
        answer = URLLib3Session(verify=self.certificate).send(request.prepare())
        kept = {name.lower(): answer.headers[name] for name in answer.headers}
        for name in ("date", "x-amzn-requestid", "server", "connection"):
            kept.pop(name, None)
        return answer.status_code, answer.raw.read(decode_content=False), kept

    def test_answers_are_equal_byte_by_byte(self):
        self.put_and_get(item(3, size=100_000))
        found, malformed = b'{"TableName": "items", "Key": {"pk": {"N": "3"}}}', b'{"TableName": "items"'
        for body, asked, status, encoding in (
            (found, "identity", 200, None),
            (found, "gzip", 200, "gzip"),
            (malformed, "identity", 400, None),
        ):
            through = self.send(self.proxy, body, asked)
            self.assertEqual(through, self.send(self.direct, body, asked))
            self.assertEqual((through[0], through[2].get("content-encoding")), (status, encoding))

    def test_connections_are_kept(self):
        made = []

        class Connection(AWSHTTPSConnection):
            def connect(self):
                made.append(self)
                super().connect()

        with (
            mock.patch.object(AWSHTTPSConnectionPool, "ConnectionCls", Connection),
            contextlib.closing(connect(self.proxy, self.certificate)) as client,
        ):
            for _ in range(100):
                client.list_tables()
        self.assertEqual(len(made), 1)


def refusal(client):
    try:
        client.list_tables()
    except botocore.exceptions.ClientError as refused:
        return refused.response["Error"]["Message"]
    finally:
        client.close()
    raise AssertionError("the request was not refused")


class EndsInPartita(Cases, unittest.TestCase):
    @classmethod
    def start(cls):
        url = cls.enterClassContext(
            server(PARTITA, *cls.options, "--tls-certificate", cls.certificate, "--tls-key", cls.key)
        )
        cls.direct = url.replace("127.0.0.1", NAME)
        cls.proxy = cls.enterClassContext(nginx(documented()[0], url))

    def test_another_name_leads_nowhere(self):
        client = connect(self.proxy.replace(NAME, "127.0.0.1"), self.certificate)
        with contextlib.closing(client), self.assertRaises(botocore.exceptions.ConnectionError):
            client.list_tables()


class EndsInNginx(Cases, unittest.TestCase):
    @classmethod
    def start(cls):
        cls.direct = cls.enterClassContext(server(PARTITA, *cls.options))
        cls.proxy = cls.enterClassContext(nginx(documented()[1], cls.direct, (cls.certificate, cls.key)))

    def test_connections_to_the_server_are_kept(self):
        self.client.list_tables()
        with urllib.request.urlopen(self.direct + "/metrics") as answer:
            open_now = re.search(r"^partita_open_connections (\d+)$", answer.read().decode(), re.M)
        # One of them asks for the metrics.
        self.assertGreaterEqual(int(open_now.group(1)), 2)

    def get(self, url, **headers):
        return URLLib3Session(verify=self.certificate).send(AWSRequest("GET", url, headers=headers).prepare())

    def test_a_request_without_a_signature_needs_a_host_of_this_machine(self):
        answer = self.get(self.proxy + "/healthz")
        self.assertEqual(answer.status_code, 403)
        self.assertIn(f"The Host header names '{NAME}", answer.text)
        self.assertEqual(self.get(self.proxy + "/healthz", Host="localhost").status_code, 200)

    def test_the_metrics_are_not_for_strangers(self):
        self.assertEqual(self.get(self.direct + "/metrics").status_code, 200)
        for path in ("/metrics", "/metrics?", "//metrics", "/./metrics", "/%6Detrics"):
            self.assertIn(self.get(self.proxy + path, Host="localhost").status_code, (403, 404), path)

    def with_host_line(self, line):
        block = replaced(documented()[1], HOST_LINE, line)
        with nginx(block, self.direct, (self.certificate, self.key)) as wrong:
            return refusal(connect(wrong, self.certificate))

    def test_another_host_breaks_signatures(self):
        for line in ("", "proxy_set_header Host $host;", "proxy_set_header Host localhost;"):
            self.assertTrue(self.with_host_line(line).startswith(MISMATCH), line)


if __name__ == "__main__":
    unittest.main(verbosity=1)
