"""The items of the tests of a shop, and clients of the server in PARTITA_TEST_ENDPOINT."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import boto3
from aiobotocore.session import get_session

from shop import AsyncShop, CustomerInput, OrderInput, SessionOptions, Shop, ThreadedClient

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from types_aiobotocore_dynamodb import DynamoDBClient as AwaitedClient

ADA = CustomerInput(customer="ada", email="ada@example.org", name="Ada", joined="2026-01-05")
FAR = 4_102_444_800  # a time to live that tests do not reach


def ulid(number: int) -> str:
    """Returns an identifier."""
    return f"01ARZ3NDEKTSV4RRFFQ69G5F{number:02}"


def day(number: int) -> datetime:
    """Returns the time of an order."""
    return datetime(2026, 1, 5 + number, 10, tzinfo=timezone.utc)


def order(number: int) -> OrderInput:
    """Returns an open order."""
    return OrderInput(
        customer="ada",
        order=ulid(number),
        placed=day(number),
        status="OPEN",
        cents=100 * number,
        gift=False,
    )


def paid(number: int) -> OrderInput:
    """Returns a paid order."""
    return replace(order(number), status="PAID")


def client() -> DynamoDBClient:
    """Returns a client of boto3."""
    endpoint = os.environ["PARTITA_TEST_ENDPOINT"]
    made: DynamoDBClient = boto3.client("dynamodb", endpoint_url=endpoint)
    return made


def awaited_client() -> AbstractAsyncContextManager[AwaitedClient]:
    """Returns a client of aiobotocore."""
    endpoint = os.environ["PARTITA_TEST_ENDPOINT"]
    return get_session().create_client("dynamodb", endpoint_url=endpoint)


def options(now: Callable[[], float] | None = None) -> SessionOptions:
    """Returns options with tables of their own."""
    made = SessionOptions(table_prefix=f"{uuid.uuid4()}.")
    return made if now is None else replace(made, now=now)


def open_shop(now: Callable[[], float] | None = None) -> Shop:
    """Returns a shop with empty tables."""
    shop = Shop(client(), options(now))
    shop.create_tables()
    return shop


async def open_threaded_shop() -> AsyncShop:
    """Returns a shop whose requests run in threads."""
    shop = AsyncShop(ThreadedClient(client()), options())
    await shop.create_tables()
    return shop
