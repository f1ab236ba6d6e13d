# refused by mypy: "MemberChange" has no attribute "increment"
# refused by pyright: Cannot access attribute "increment" for class "MemberChange"
# at run time: 'MemberChange' object has no attribute 'increment'
from __future__ import annotations

from shop import member
from silent import ADA, SHOP

SHOP.customer.update(ADA, members=[member("address", "n").set(1).increment(1)], version=1)
