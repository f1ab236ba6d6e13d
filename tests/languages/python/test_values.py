"""Values of each kind come back as they were, and wrong ones are refused before a request."""

from __future__ import annotations

import unittest
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

from fixtures import ADA, FAR, day, open_shop, order, ulid
from shop import (
    CartInput,
    CustomerInput,
    CustomerKey,
    DocumentValue,
    ModelError,
    OrderKey,
    Range,
    Shop,
    member,
)


class Values(unittest.TestCase):
    """The values of fields."""

    def test_each_kind(self) -> None:
        shop = open_shop()
        lines: list[DocumentValue] = [1, 2**60, Decimal("0.1"), None, True, b"\x01\x02", ["x"]]
        key = CustomerKey(customer="a#\0\U0001f600")
        created = shop.customer.create(
            CustomerInput(
                customer=key.customer,
                email="e",
                name="",
                joined="2024-02-29",
                tags=frozenset({"x", "y"}),
                address={"city": "Bonn", "zip": 53111, "lines": lines},
            )
        )
        self.assertEqual(shop.customer.get(key, consistent=True), created)
        self.assertEqual(created.version, 1)
        self.assertEqual(created.created.tzinfo, timezone.utc)
        self.assertEqual(created.address, {"city": "Bonn", "zip": 53111, "lines": lines})
        vat = Decimal("12345678901234567890.12345678")
        placed = shop.order.create(replace(order(1), vat=vat, weight=0.1, lines=[{"sku": "s"}]))
        self.assertEqual((placed.vat, placed.weight, placed.note), (vat, 0.1, None))
        self.assertEqual(placed.lines, [{"sku": "s"}])
        session = str(uuid.uuid4())
        cart = CartInput(
            session=session, sku="s", count=1, until=FAR, photo=b"\x00\xff", seen=2**64 - 1
        )
        stored = shop.cart.put(cart)
        self.assertEqual(shop.cart.get(cart), stored)
        self.assertEqual((stored.photo, stored.seen), (b"\x00\xff", 2**64 - 1))

    def test_times_of_other_zones(self) -> None:
        shop = open_shop()
        local = day(1).astimezone(timezone(timedelta(hours=5)))
        placed = shop.order.create(replace(order(1), placed=local)).placed
        self.assertEqual((placed, placed.tzinfo), (day(1), timezone.utc))

    def test_frozen(self) -> None:
        item: Any = order(1)
        with self.assertRaises(AttributeError):
            item.cents = 1


class Silent:
    """A client that counts requests and answers none of them."""

    def __init__(self) -> None:
        self.count = 0

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == "meta":
            raise AttributeError(name)
        self.count += 1
        raise AssertionError(f"the request {name} was sent")


def _is_gift(one: Any) -> Any:
    return one.gift.eq(True)


def _no_condition(one: Any) -> Any:
    return one is None


def _both(one: Any) -> Any:
    return one.cents.gt(1) and one.cents.lt(2)


class Refusals(unittest.TestCase):
    """Calls that are wrong whatever the table holds."""

    def setUp(self) -> None:
        self.client: Any = Silent()
        self.shop = Shop(self.client)

    def wrong(self, text: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> None:
        """Asserts the error, and that no request was sent."""
        with self.assertRaisesRegex((ModelError, TypeError, AttributeError), text):
            call(*arguments, **more)
        self.assertEqual(self.client.count, 0)

    def test_values(self) -> None:
        item: Any = order(1)
        create = self.shop.order.create
        self.wrong("cents must be an int", create, replace(item, cents=0.5))
        self.wrong("cents must be an int", create, replace(item, cents=True))
        self.wrong("cents must be from", create, replace(item, cents=2**63))
        self.wrong("vat must be a Decimal", create, replace(item, vat=0.1))
        self.wrong("vat: Number overflow", create, replace(item, vat=Decimal("1E+200")))
        self.wrong("vat: ", create, replace(item, vat=Decimal("NaN")))
        self.wrong("weight must be a finite", create, replace(item, weight=float("nan")))
        self.wrong("with a time zone", create, replace(item, placed=datetime(2026, 1, 5)))
        self.wrong("placed must be a datetime", create, replace(item, placed="2026-01-05"))
        self.wrong("order must be a ULID", create, replace(item, order="no ULID"))
        self.wrong("status must be one of OPEN", create, replace(item, status="LOST"))
        self.wrong("gift must be True or False", create, replace(item, gift=1))
        self.wrong("and not 0.1: write Decimal", create, replace(item, lines=[0.1]))
        self.wrong("lines must be a list", create, replace(item, lines={"x": 1}))
        ada: Any = ADA
        sign_up = self.shop.sign_up
        self.wrong("joined must be a date", sign_up, replace(ada, joined="2026-02-30"))
        self.wrong("tags must be a string set", sign_up, replace(ada, tags=frozenset({1})))
        self.wrong("address must be a mapping", sign_up, replace(ada, address=b"x"))
        self.wrong("an item is a CustomerInput", sign_up, item)

    def test_parameters(self) -> None:
        shop: Any = self.shop
        self.wrong("missing 1 required keyword", shop.orders_in_a_status)
        self.wrong("unexpected keyword", shop.orders_in_a_status, status="OPEN", customer="x")
        self.wrong("status must be one of", shop.orders_in_a_status, status="LOST")
        self.wrong("take must be an int", shop.orders_in_a_status, status="OPEN", take=1.5)
        self.wrong("needs a value for status", shop.orders_in_a_status, status=None)
        ranged: Any = Range(gte="2026-01-05")
        self.wrong("must be a datetime", shop.orders_in_a_status, status="OPEN", placed=ranged)
        self.wrong("takes a Range", shop.orders_in_a_status, status="OPEN", placed=day(1))
        both: Any = Range
        self.wrong("both ends are Between", both, gte=1, lt=2)
        self.wrong("a key is a OrderKey", shop.order.get, {"customer": "ada"})
        self.wrong("missing 1 required keyword", OrderKey, customer="ada")
        read = shop.open_orders_of_a_customer
        self.wrong("no attribute 'gift'", read, customer="a", where=_is_gift)
        self.wrong("joined with &", shop.orders_in_a_status, status="OPEN", where=_both)
        self.wrong("a condition is", shop.orders_in_a_status, status="OPEN", where=_no_condition)

    def test_writes(self) -> None:
        shop: Any = self.shop
        key = OrderKey(customer="ada", order=ulid(1))
        update = shop.order.update
        self.wrong("changes no field", update, key, version=1)
        self.wrong("incremet is not an option", update, key, incremet={"cents": 1}, version=1)
        self.wrong("ORDER has no field wrong", update, key, set={"wrong": 1}, version=1)
        self.wrong("required, so no update", update, key, set={"cents": None}, version=1)
        self.wrong("counts whole numbers", update, key, increment={"cents": 0.5}, version=1)
        self.wrong("a version is an int", update, key, set={"note": "x"}, version="1")
        self.wrong("version", update, key, set={"note": "x"})
        self.wrong("placed", update, key, set={"status": "OPEN"}, version=1)
        self.wrong("email", shop.customer.update, ADA, set={"email": "x"}, version=1)
        self.wrong("email", shop.transact, [shop.writes.customer.remove(ADA, version=1)])
        self.wrong("primary key", update, key, set={"customer": "bob"}, version=1)
        self.wrong("version", update, key, set={"version": 3}, version=1)
        self.wrong("created", shop.customer.update, ADA, set={"created": day(1)}, version=1)
        self.wrong("a whole field", member, "address")
        self.wrong("such as member", shop.customer.update, ADA, members=["address"], version=1)
        self.wrong("that `writes` makes", shop.transact, [order(1)])
        self.assertFalse(hasattr(shop.order, "put_many"))
