# refused by mypy: "Shop" has no attribute "all_orders_ever"
# refused by pyright: Cannot access attribute "all_orders_ever" for class "Shop"
# at run time: 'Shop' object has no attribute 'all_orders_ever'
from __future__ import annotations

from silent import SHOP

SHOP.all_orders_ever()
