# refused by mypy: Missing named argument "given" for "pay_an_order" of "Shop"
# refused by pyright: Argument missing for parameter "given"
# at run time: Shop.pay_an_order() missing 1 required keyword-only argument: 'given'
from __future__ import annotations

from silent import KEY, SHOP

SHOP.pay_an_order(KEY, status="OPEN", version=1)
