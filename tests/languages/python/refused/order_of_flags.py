# refused by mypy: "Field[bool]" has no attribute "gt"
# refused by pyright: Cannot access attribute "gt" for class "Field[bool]"
# at run time: 'Field' object has no attribute 'gt'
from __future__ import annotations

from silent import SHOP

SHOP.orders_in_a_status(status="OPEN", where=lambda one: one.gift.gt(True))
