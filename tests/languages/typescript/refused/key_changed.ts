// refused: 'customer' does not exist in type
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.order.update(key, { set: { customer: "bob" } }, { version: 1 });
