"""The pairs of languages, in Python (README.md)."""

import os
import sys
from datetime import datetime, timezone
from decimal import Decimal

import boto3
from shop import Between, CartInput, CustomerInput, OrderInput, OrderKey, Shop

shop = Shop(
    boto3.client(
        "dynamodb",
        endpoint_url=os.environ["PARTITA_TEST_ENDPOINT"],
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
    )
)


def customer_of(name: str) -> str:
    return f"{name}#\0\U0001f600"


def session_of(name: str) -> str:
    """The session has the bytes of the name."""
    return "00000000-0000-4000-8000-" + name.encode().hex()[:12].rjust(12, "0")


def ulid(number: int) -> str:
    return f"01ARZ3NDEKTSV4RRFFQ69G5F0{number}"


def placed(number: int) -> datetime:
    return datetime(2026, 1, 5 + number, 10, microsecond=1000 * number, tzinfo=timezone.utc)


def write(name: str) -> None:
    customer = customer_of(name)
    shop.sign_up(
        CustomerInput(
            customer=customer,
            email=f"{name}@example.org",
            name="Ada",
            tags=frozenset({"y z", "x", "ä"}),
            address={"city": "Bonn#1"},
            joined="2026-01-05",
        )
    )
    shop.order.create(
        OrderInput(
            customer=customer, order=ulid(1), placed=placed(1), status="OPEN", cents=-5, gift=False, weight=0.1, vat=Decimal("0.1")
        )
    )
    vat = Decimal("12345678901234567890123456789012345678")
    shop.order.create(
        OrderInput(
            customer=customer,
            order=ulid(2),
            placed=placed(2),
            status="OPEN",
            cents=9007199254740991,
            gift=True,
            weight=1e100,
            vat=vat,
            lines=["a line"],
        )
    )
    second = OrderKey(customer=customer, order=ulid(2))
    shop.order.update(second, set={"status": "SENT"}, given={"placed": placed(2)}, version=1)
    shop.order.create(
        OrderInput(customer=customer, order=ulid(3), placed=placed(3), status="OPEN", cents=0, gift=False, note="a # note")
    )
    later = datetime(2026, 2, 3, 10, microsecond=3000, tzinfo=timezone.utc)
    shop.order.update(OrderKey(customer=customer, order=ulid(3)), set={"status": "SENT", "placed": later}, read_first=True)
    session = session_of(name)
    shop.fill_a_cart(
        [
            CartInput(session=session, sku="a#", count=1, photo=b"\x00\xff", seen=9007199254740991, until=4102444800),
            CartInput(session=session, customer=name, sku="z", count=-2, until=4102444801),
        ]
    )


def text(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S.") + f"{value.microsecond // 1000:03}Z"
    return str(value)


def show(*values: object) -> None:
    print("|".join(map(text, values)))


def read(name: str) -> None:
    id_ = customer_of(name)
    whole = shop.customer_with_orders(customer=id_).load()
    assert whole is not None
    customer = whole.customer
    city = (customer.address or {})["city"]
    tags = ",".join(sorted(customer.tags))
    show("customer", customer.customer.encode(), customer.email, customer.phone, tags, city, customer.joined, customer.version)
    for one in whole.orders:
        line = one.lines[0] if one.lines else None
        show(
            "order", one.order, one.placed, one.status, one.cents, one.weight, one.vat, one.gift, one.note, line, one.version
        )
    for row in shop.open_orders_of_a_customer(customer=id_):
        show("open", row.order, row.placed, row.cents)
    for one in shop.orders_in_a_status(status="SENT", reverse=True):
        if one.customer == id_:
            show("status", one.order)
    for one in shop.orders_of_some_days(placed=Between(placed(1), placed(3))):
        if one.customer == id_:
            show("day", one.order)
    for cart in shop.the_cart_of_a_session(session=session_of(name)):
        show("cart", cart.session, cart.customer, cart.sku.encode(), cart.count, cart.photo, cart.seen, cart.until)


verb, writer = sys.argv[1:]
if verb == "write":
    write(writer)
else:
    read(writer)
