// refused: Property 'customer' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;
declare const key: { readonly customer: string; readonly order: string };

void shop.placeAnOrder({ order: { ...key, placed: new Date(), status: "OPEN", cents: 1, gift: false } });
