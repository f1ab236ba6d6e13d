# refused by mypy: List item 0 has incompatible type "MemberPath"; expected "MemberChange"
# refused by pyright: "MemberPath" is not assignable to "MemberChange"
# at run time: a change of a member is such as member("address", "city").set("Bonn")
from __future__ import annotations

from shop import member
from silent import ADA, SHOP

SHOP.customer.update(ADA, members=[member("address", "city")], version=1)
