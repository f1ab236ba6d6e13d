# refused by mypy: Argument "set" to "update" of "OrderWriter" has incompatible type
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: ORDER: the update changes the key of index open_orders, and the field placed,
from __future__ import annotations

from shop import OrderChanges
from silent import KEY, SHOP

changes: OrderChanges = {"status": "OPEN"}
SHOP.order.update(KEY, set=changes, version=1)
