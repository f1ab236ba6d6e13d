# refused by mypy: Argument "status" to "orders_in_a_status" of "Shop" has incompatible type
# refused by pyright: "Literal['LOST']" is not assignable to type "Literal['SENT']"
# at run time: status must be one of OPEN, PAID, SENT, and not 'LOST'
from __future__ import annotations

from silent import SHOP

SHOP.orders_in_a_status(status="LOST").all()
