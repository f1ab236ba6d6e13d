"""A write whose answer is lost is carried out once, and the program gets its item."""

from __future__ import annotations

import http.client
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import boto3
from aiobotocore.session import get_session
from botocore.exceptions import ConnectionClosedError

from fixtures import ADA, options, order, ulid
from shop import AsyncShop, OrderKey, OutcomeUnknownError, Shop, ThreadedClient

KEY = OrderKey(customer="ada", order=ulid(1))


class Proxy:
    """Sends requests on to the server, and drops the answers of the next writes of a kind."""

    def __init__(self) -> None:
        self.losing = ""
        self.count = 0
        proxy = self
        target = urlsplit(os.environ["PARTITA_TEST_ENDPOINT"]).netloc

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                connection = http.client.HTTPConnection(target)
                connection.request("POST", self.path, body, dict(self.headers))
                answer = connection.getresponse()
                text = answer.read()
                connection.close()
                if self.headers["X-Amz-Target"].endswith(f".{proxy.losing}"):
                    proxy.count += 1
                    self.close_connection = True
                    return
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, format: str, *args: object) -> None:
                """Writes no line for each request."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}).start()

    def close(self) -> None:
        """Ends the proxy."""
        self.server.shutdown()
        self.server.server_close()


class LostAnswers(unittest.TestCase):
    """A client of boto3, which would send such a write again."""

    def setUp(self) -> None:
        self.proxy = Proxy()
        self.addCleanup(self.proxy.close)
        self.client = boto3.client("dynamodb", endpoint_url=self.proxy.url)
        self.shop = Shop(self.client, options())
        self.shop.create_tables()

    def test_an_increment_counts_once(self) -> None:
        self.shop.order.create(order(1))
        self.proxy.losing = "UpdateItem"
        changed = self.shop.order.update(KEY, increment={"cents": 5}, version=1)
        self.assertEqual((changed.cents, changed.version, self.proxy.count), (105, 2, 1))

    def test_a_new_item_is_not_its_own_conflict(self) -> None:
        self.proxy.losing = "PutItem"
        self.assertEqual(self.shop.order.create(order(1)).cents, 100)
        self.assertEqual(self.proxy.count, 1)

    def test_an_unknown_outcome_is_an_error(self) -> None:
        self.shop.sign_up(ADA)
        self.proxy.losing = "TransactWriteItems"
        with self.assertRaises(OutcomeUnknownError):
            self.shop.place_an_order(order=order(1), customer=ADA)

    def test_other_users_of_the_client_repeat_their_writes(self) -> None:
        self.proxy.losing = "PutItem"
        table = self.shop.table_names()[0]
        with self.assertRaises(ConnectionClosedError):
            self.client.put_item(TableName=table, Item={"PK": {"S": "x"}, "SK": {"S": "y"}})
        self.assertGreater(self.proxy.count, 1)


class LostAnswersOfCoroutines(unittest.IsolatedAsyncioTestCase):
    """The same for programs of asyncio."""

    def setUp(self) -> None:
        self.proxy = Proxy()
        self.addCleanup(self.proxy.close)

    async def increment(self, shop: AsyncShop) -> None:
        """Asserts that an increment counts once."""
        await shop.create_tables()
        await shop.order.create(order(1))
        self.proxy.losing = "UpdateItem"
        changed = await shop.order.update(KEY, increment={"cents": 5}, version=1)
        self.assertEqual((changed.cents, changed.version, self.proxy.count), (105, 2, 1))

    async def test_coroutines(self) -> None:
        made = get_session().create_client("dynamodb", endpoint_url=self.proxy.url)
        async with made as client:
            await self.increment(AsyncShop(client, options()))

    async def test_threads(self) -> None:
        client = boto3.client("dynamodb", endpoint_url=self.proxy.url)
        await self.increment(AsyncShop(ThreadedClient(client), options()))
