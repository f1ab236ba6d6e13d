// refused: Type 'number' is not assignable to type 'undefined'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.cart.remove({ session: "s", sku: "x" }, { version: 1 });
