// refused: Property 'until' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.cart.upsert({ session: "s", sku: "x" }, { count: 1 });
