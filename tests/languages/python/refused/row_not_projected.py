# refused by mypy: "OpenOrdersOfACustomerRow" has no attribute "gift"
# refused by pyright: Cannot access attribute "gift" for class "OpenOrdersOfACustomerRow"
# at run time: the request query was sent
from __future__ import annotations

from silent import SHOP

first = SHOP.open_orders_of_a_customer(customer="ada").first()
print(first and first.gift)
