# refused by mypy: No overload variant of "update" of "OrderWriter"
# refused by pyright: "bool" is not assignable to type "Literal[True]"
# at run time: the request get_item was sent
from __future__ import annotations

from silent import KEY, SHOP

flag = bool(KEY.order)
SHOP.order.update(KEY, set={"status": "OPEN"}, read_first=flag)
