# refused by mypy: "Field[Literal['OPEN', 'PAID', 'SENT']]" has no attribute "lt"
# refused by pyright: Cannot access attribute "lt" for class "Field[OrderStatus]"
# at run time: 'Field' object has no attribute 'lt'
from __future__ import annotations

from silent import SHOP

SHOP.orders_in_a_status(status="OPEN", where=lambda one: one.status.lt("PAID"))
