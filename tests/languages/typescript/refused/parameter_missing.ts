// refused: Property 'status' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.ordersInAStatus({}).all();
