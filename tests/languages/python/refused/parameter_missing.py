# refused by mypy: Missing named argument "status" for "orders_in_a_status" of "Shop"
# refused by pyright: Argument missing for parameter "status"
# at run time: Shop.orders_in_a_status() missing 1 required keyword-only argument: 'status'
from __future__ import annotations

from silent import SHOP

SHOP.orders_in_a_status().all()
