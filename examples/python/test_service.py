"""Each test has an account of its own on one server in memory (docs/fixtures.md)."""

from __future__ import annotations

import http.client
import json
import threading
import unittest
from typing import Any

import partita

from service import make_server
from shop import Shop

ADA = {"customer": "ada", "email": "ada@example.org", "name": "Ada"}


class ServiceTest(unittest.TestCase):
    """The requests of the service."""

    database: partita.Server

    @classmethod
    def setUpClass(cls) -> None:
        cls.database = partita.Server()
        cls.addClassCleanup(cls.database.close)

    def setUp(self) -> None:
        account = self.database.account()
        self.addCleanup(account.forget)
        shop = Shop(account.client("dynamodb"))
        shop.create_tables()
        server = make_server(shop, 0)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}).start()
        self.port = server.server_port

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Returns the status and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if text else None

    def test_a_customer_signs_up_orders_and_pays(self) -> None:
        self.assertEqual(self.call("POST", "/customers", ADA)[0], 201)
        status, placed = self.call("POST", "/customers/ada/orders", {"cents": 1250})
        self.assertEqual(status, 201)
        self.assertEqual(len(self.call("GET", "/open-orders")[1]["orders"]), 1)
        payment = f"/customers/ada/orders/{placed['order']}/payment"
        self.assertEqual(self.call("POST", payment)[1]["status"], "PAID")
        self.assertEqual(self.call("POST", payment)[0], 409)
        self.assertEqual(len(self.call("GET", "/open-orders")[1]["orders"]), 0)
        found = self.call("GET", "/customers/ada")[1]
        self.assertEqual(found["customer"]["name"], "Ada")
        self.assertEqual(found["orders"][0]["cents"], 1250)

    def test_refusals_are_answers(self) -> None:
        self.call("POST", "/customers", ADA)
        taken = self.call("POST", "/customers", {**ADA, "customer": "bob"})
        self.assertEqual(taken, (409, {"error": "UniqueValueTaken", "fields": ["email"]}))
        self.assertEqual(self.call("POST", "/customers/eve/orders", {"cents": 1})[0], 404)
        self.assertEqual(self.call("POST", "/customers/ada/orders", {"cents": 0.5})[0], 400)
        self.assertEqual(self.call("POST", "/customers", [1])[0], 400)
        self.assertEqual(self.call("GET", "/customers/eve")[0], 404)

    def test_open_orders_come_in_pages(self) -> None:
        self.call("POST", "/customers", ADA)
        for cents in range(1, 26):
            self.call("POST", "/customers/ada/orders", {"cents": cents})
        first = self.call("GET", "/open-orders")[1]
        second = self.call("GET", f"/open-orders?after={first['next']}")[1]
        cents = [order["cents"] for order in (*first["orders"], *second["orders"])]
        self.assertEqual(cents, list(range(1, 26)))


if __name__ == "__main__":
    unittest.main()
