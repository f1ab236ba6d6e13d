// refused: Property 'gift' does not exist
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.openOrdersOfACustomer({ customer: "ada" }, { where: (one) => one.gift.eq(true) }).all();
