// refused: Property 'gt' does not exist
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({ status: "OPEN" }, { where: (one) => one.gift.gt(true) }).all();
