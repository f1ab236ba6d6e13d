# refused by mypy: "OpenOrdersOfACustomerFilter" has no attribute "gift"
# refused by pyright: Cannot access attribute "gift" for class "OpenOrdersOfACustomerFilter"
# at run time: 'OpenOrdersOfACustomerFilter' object has no attribute 'gift'
from __future__ import annotations

from silent import SHOP

SHOP.open_orders_of_a_customer(customer="ada", where=lambda one: one.gift.eq(True))
