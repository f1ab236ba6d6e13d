// refused: Property 'allOrdersEver' does not exist
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.allOrdersEver();
