# refused by mypy: Argument 1 to "get" of "EntityClient" has incompatible type "CustomerKey";
# refused by pyright: "CustomerKey" is not assignable to "OrderKey"
# at run time: ORDER: a key is a OrderKey, and not a CustomerKey
from __future__ import annotations

from silent import ADA, SHOP

SHOP.order.get(ADA)
