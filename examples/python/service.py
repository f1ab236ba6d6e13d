"""The service as functions from requests to answers, over a shop with tables anywhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from shop import (
    CustomerInput,
    CustomerKey,
    ModelError,
    OrderInput,
    OrderKey,
    Shop,
    WriteRefusedError,
)
from ulids import new_ulid


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of an answer, and a body that becomes JSON."""

    status: int
    body: Any = None


class BadRequest(Exception):
    """A request that the service does not understand."""


def _text(body: Mapping[str, Any], name: str) -> str:
    value: object = body.get(name)
    if not isinstance(value, str) or not value:
        raise BadRequest(f"{name} must be a text")
    return value


def _number(body: Mapping[str, Any], name: str) -> int:
    value: object = body.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRequest(f"{name} must be a whole number")
    return value


class Service:
    """The requests of the shop. One may use it from several threads."""

    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    def answer(self, method: str, target: str, body: bytes) -> Answer:
        """Returns the answer to a request. Refusals are answers."""
        try:
            return self._route(method, target, body)
        except (BadRequest, ModelError) as error:
            return Answer(400, {"error": str(error)})
        except WriteRefusedError as error:
            status = 404 if error.reason == "ItemMissing" else 409
            return Answer(status, {"error": error.reason, "fields": error.fields})

    def _route(self, method: str, target: str, body: bytes) -> Answer:
        url = urlsplit(target)
        match [method, *(unquote(part) for part in url.path.strip("/").split("/"))]:
            case ["POST", "customers"]:
                return self._sign_up(_json(body))
            case ["GET", "customers", customer]:
                found = self._shop.customer_with_orders(customer=customer).load()
                return Answer(404) if found is None else Answer(200, asdict(found))
            case ["POST", "customers", customer, "orders"]:
                return self._place_order(customer, _json(body))
            case ["POST", "customers", customer, "orders", order, "payment"]:
                return self._pay_order(OrderKey(customer=customer, order=order))
            case ["GET", "open-orders"]:
                return self._open_orders(parse_qs(url.query).get("after", [None])[0])
            case _:
                return Answer(404)

    def _sign_up(self, body: Mapping[str, Any]) -> Answer:
        customer = self._shop.sign_up(
            CustomerInput(
                customer=_text(body, "customer"),
                email=_text(body, "email"),
                name=_text(body, "name"),
            )
        )
        return Answer(201, asdict(customer))

    def _place_order(self, customer: str, body: Mapping[str, Any]) -> Answer:
        order = OrderInput(
            customer=customer,
            order=new_ulid(),
            placed=datetime.now(timezone.utc),
            status="OPEN",
            cents=_number(body, "cents"),
        )
        self._shop.place_an_order(order=order, customer=CustomerKey(customer=customer))
        return Answer(201, asdict(order))

    def _pay_order(self, key: OrderKey) -> Answer:
        order = self._shop.order.get(key, consistent=True)
        if order is None:
            return Answer(404)
        # The write is conditional on all that was read, so an order is not paid twice.
        paid = self._shop.pay_an_order(
            key,
            status="PAID",
            given={"placed": order.placed},
            version=order.version,
            where=lambda one: one.status.eq("OPEN"),
        )
        return Answer(200, asdict(paid))

    def _open_orders(self, after: str | None) -> Answer:
        page = self._shop.orders_in_a_status(status="OPEN", take=20, after=after).page()
        orders = [asdict(order) for order in page.items]
        return Answer(200, {"orders": orders, "next": page.token})


def _json(body: bytes) -> Mapping[str, Any]:
    try:
        return dict(json.loads(body))
    except (ValueError, TypeError) as error:
        raise BadRequest("the body is not an object of JSON") from error


def _in_json(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a {type(value).__name__} has no form in JSON")


def make_server(shop: Shop, port: int) -> ThreadingHTTPServer:
    """Returns a server at a port of this machine; 0 is any port that is free."""
    service = Service(shop)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            answer = service.answer(self.command, self.path, body)
            text = (
                b"" if answer.body is None else json.dumps(answer.body, default=_in_json).encode()
            )
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Writes no line for each request."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
