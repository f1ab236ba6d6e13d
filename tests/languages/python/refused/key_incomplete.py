# refused by mypy: Missing named argument "order" for "OrderKey"
# refused by pyright: Argument missing for parameter "order"
# at run time: OrderKey.__init__() missing 1 required keyword-only argument: 'order'
from __future__ import annotations

from shop import OrderKey
from silent import SHOP

SHOP.order.get(OrderKey(customer="ada"))
