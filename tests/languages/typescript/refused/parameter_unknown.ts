// refused: 'customer' does not exist in type
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({ status: "OPEN", customer: "ada" }).all();
