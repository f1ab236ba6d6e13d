// refused: '"LOST"' is not assignable to type 'OrderStatus'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({ status: "LOST" }).all();
