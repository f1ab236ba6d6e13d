# refused by mypy: Argument "placed" to "orders_of_some_days" of "Shop" has incompatible type
# refused by pyright: "Range[datetime]" is not assignable to "Between[datetime]"
# at run time: The access pattern "Orders of some days" needs both ends of a range of placed
from __future__ import annotations

from shop import Range
from silent import PLACED, SHOP

SHOP.orders_of_some_days(placed=Range(gte=PLACED)).all()
