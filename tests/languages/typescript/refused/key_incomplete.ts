// refused: Property 'order' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.order.get({ customer: "ada" });
