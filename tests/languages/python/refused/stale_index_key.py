# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: ORDER: the update changes the key of index open_orders, and the field placed,
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"status": "OPEN"}, version=1)
