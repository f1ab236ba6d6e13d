# refused by mypy: Unexpected keyword argument "version" for "remove" of "CartWriter"
# refused by pyright: No parameter named "version"
# at run time: CartWriter.remove() got an unexpected keyword argument 'version'
from __future__ import annotations

from shop import CartKey
from silent import SHOP

SHOP.cart.remove(CartKey(session="7b0e5e34-0c0f-4f5e-9d3c-0d3a3f4f1a2b", sku="x"), version=1)
