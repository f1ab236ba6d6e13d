// refused: Expected 3 arguments, but got 2
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.order.update(key, { set: { note: "n" } });
