# refused by mypy: Argument "gte" to "Range" has incompatible type "str"; expected "datetime"
# refused by pyright: parameter "placed" of type "Range[datetime] | None" in function
# at run time: placed must be a datetime, and not '2026-01-05'
from __future__ import annotations

from shop import Range
from silent import SHOP

SHOP.orders_in_a_status(status="OPEN", placed=Range(gte="2026-01-05")).all()
