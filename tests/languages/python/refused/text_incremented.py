# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "increment" of type "OrderNumbers | None" in function "update"
# at run time: note is not a number, which an update could increment
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, increment={"note": 1}, version=1)
