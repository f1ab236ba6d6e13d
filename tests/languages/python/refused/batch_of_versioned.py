# refused by mypy: "OrderClient" has no attribute "put_many"
# refused by pyright: Cannot access attribute "put_many" for class "OrderClient"
# at run time: 'OrderClient' object has no attribute 'put_many'
from __future__ import annotations

from silent import SHOP

SHOP.order.put_many([])
