# refused by mypy: No overload variant of "remove" of "CustomerWriter"
# refused by pyright: No overloads for "remove" match the provided arguments
# at run time: request 0: CUSTOMER: the field email is unique, and its old value must be
from __future__ import annotations

from silent import ADA, SHOP

SHOP.transact([SHOP.writes.customer.remove(ADA, version=1)])
