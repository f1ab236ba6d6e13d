// refused: Property 'given' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.order.update(key, { setIfAbsent: { placed: new Date() } }, { version: 1 });
