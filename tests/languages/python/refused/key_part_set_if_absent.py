# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set_if_absent" of type "OrderPlainChanges | None" in function
# at run time: ORDER: the update changes the key of index by_status, and the field placed,
from __future__ import annotations

from silent import KEY, PLACED, SHOP

SHOP.order.update(KEY, set_if_absent={"placed": PLACED}, version=1)
