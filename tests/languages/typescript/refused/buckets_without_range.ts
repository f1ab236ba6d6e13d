// refused: Expected 1 arguments, but got 0
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersOfSomeDays().all();
