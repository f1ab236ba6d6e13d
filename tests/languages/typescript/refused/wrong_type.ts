// refused: Type 'string' is not assignable to type 'number'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.order.update(key, { set: { cents: "1" } }, { version: 1 });
