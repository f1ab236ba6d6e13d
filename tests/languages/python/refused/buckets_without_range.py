# refused by mypy: Missing named argument "placed" for "orders_of_some_days" of "Shop"
# refused by pyright: Argument missing for parameter "placed"
# at run time: Shop.orders_of_some_days() missing 1 required keyword-only argument: 'placed'
from __future__ import annotations

from silent import SHOP

SHOP.orders_of_some_days().all()
