# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: parameter "set" of type "OrderPlainChanges | None" in function "update"
# at run time: ORDER: the field customer is part of the primary key: use move()
from __future__ import annotations

from silent import KEY, SHOP

SHOP.order.update(KEY, set={"customer": "bob"}, version=1)
