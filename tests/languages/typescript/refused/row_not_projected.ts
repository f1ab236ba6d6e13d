// refused: Property 'gift' does not exist
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop
  .openOrdersOfACustomer({ customer: "ada" })
  .first()
  .then((one) => one?.gift);
