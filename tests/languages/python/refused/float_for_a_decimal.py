# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: vat must be a Decimal, such as Decimal("12.50"), and not 0.1
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"vat": 0.1}, version=1)
