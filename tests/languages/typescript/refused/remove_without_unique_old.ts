// refused: Property 'given' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.customer.remove({ customer: "ada" }, { version: 1 });
