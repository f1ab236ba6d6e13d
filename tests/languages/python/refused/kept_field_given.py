# refused by mypy: Unexpected keyword argument "version" for "OrderInput"
# refused by pyright: No parameter named "version"
# at run time: OrderInput.__init__() got an unexpected keyword argument 'version'
from __future__ import annotations

from shop import OrderInput
from silent import KEY, PLACED, SHOP

SHOP.order.create(
    OrderInput(
        customer="ada",
        order=KEY.order,
        placed=PLACED,
        status="OPEN",
        cents=1,
        gift=False,
        version=1,
    )
)
