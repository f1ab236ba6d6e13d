# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: No overloads for "update" match the provided arguments
# at run time: ORDER: it has a version: give version=N, or version="any"
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"note": "n"})
