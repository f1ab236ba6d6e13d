// refused: Type 'null' is not assignable to type 'number | undefined'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.order.update(key, { set: { cents: null } }, { version: 1 });
