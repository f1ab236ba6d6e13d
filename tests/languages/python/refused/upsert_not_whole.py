# refused by mypy: Missing key "until" for TypedDict "CartWhole"
# refused by pyright: "until" is required in "CartWhole"
# at run time: CART: an upsert may create the item, and does not set its required field until
from __future__ import annotations

from shop import CartKey
from silent import SHOP

SHOP.cart.upsert(CartKey(session="7b0e5e34-0c0f-4f5e-9d3c-0d3a3f4f1a2b", sku="x"), set={"count": 1})
