# refused by mypy: No overload variant of "update" of "CustomerWriter"
# refused by pyright: parameter "set" of type "CustomerPlainChanges | None" in function "update"
# at run time: CUSTOMER: the field email is unique, and its old value must be known: give its
from __future__ import annotations

from silent import ADA, SHOP

SHOP.customer.update(ADA, set={"email": "a@example.org"}, version=1)
