// refused: not assignable to type
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.customer.update({ customer: "ada" }, { members: [{ path: ["address", "city"] }] }, { version: 1 });
