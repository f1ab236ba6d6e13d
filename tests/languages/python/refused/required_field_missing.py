# refused by mypy: Missing named argument "gift" for "OrderInput"
# refused by pyright: Argument missing for parameter "gift"
# at run time: OrderInput.__init__() missing 1 required keyword-only argument: 'gift'
from __future__ import annotations

from shop import OrderInput
from silent import KEY, PLACED, SHOP

SHOP.order.create(
    OrderInput(customer="ada", order=KEY.order, placed=PLACED, status="OPEN", cents=1)
)
