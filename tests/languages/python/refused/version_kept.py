# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: ORDER: the field version is its version, which every write sets by itself
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"version": 3}, version=1)
