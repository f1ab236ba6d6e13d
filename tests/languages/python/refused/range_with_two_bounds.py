# refused by mypy: No overload variant of "Range"
# refused by pyright: No overloads for "__init__" match the provided arguments
# at run time: a range has one of eq, lt, lte, gt, gte, begins_with, and both ends are
from __future__ import annotations

from shop import Range
from silent import PLACED, SHOP

SHOP.orders_in_a_status(status="OPEN", placed=Range(gte=PLACED, lt=PLACED)).all()
