# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: cents is required, so no update can remove it
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"cents": None}, version=1)
