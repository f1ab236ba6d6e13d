# refused by mypy: Unexpected keyword argument "customer" for "orders_in_a_status" of "Shop"
# refused by pyright: No parameter named "customer"
# at run time: Shop.orders_in_a_status() got an unexpected keyword argument 'customer'
from __future__ import annotations

from silent import SHOP

SHOP.orders_in_a_status(status="OPEN", customer="ada").all()
