// refused: is not assignable to parameter of type 'never'
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.order.putMany([]);
