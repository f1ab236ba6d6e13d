# refused by mypy: Missing named argument "customer" for "place_an_order" of "Shop"
# refused by pyright: Argument missing for parameter "customer"
# at run time: Shop.place_an_order() missing 1 required keyword-only argument: 'customer'
from __future__ import annotations

from silent import ORDER, SHOP

SHOP.place_an_order(order=ORDER)
