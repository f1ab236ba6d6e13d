// refused: not assignable to type
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({ status: "OPEN" }, { range: { gte: new Date(0), lt: new Date(1) } }).all();
