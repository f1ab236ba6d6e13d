"""A shop whose client answers no request, for programs that must fail before one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone
from typing import Any

from shop import CustomerKey, OrderInput, OrderKey, Shop


class Silent:
    """A client that answers no request."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name == "meta":
            raise AttributeError(name)
        raise AssertionError(f"the request {name} was sent")


_client: Any = Silent()
SHOP = Shop(_client)
PLACED = datetime(2026, 1, 5, tzinfo=timezone.utc)
ADA = CustomerKey(customer="ada")
KEY = OrderKey(customer="ada", order="01ARZ3NDEKTSV4RRFFQ69G5FAV")
ORDER = OrderInput(
    customer="ada", order=KEY.order, placed=PLACED, status="OPEN", cents=1, gift=False
)
