// refused: Type 'string' is not assignable to type 'Date'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({ status: "OPEN" }, { range: { gte: "2026-01-05" } }).all();
