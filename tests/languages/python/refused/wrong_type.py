# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: cents must be an int, and not '1'
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"cents": "1"}, version=1)
