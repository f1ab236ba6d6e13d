// refused: Property 'given' is missing
import type { Shop } from "../shop/index.js";

declare const shop: Shop;

void shop.changeTheEmail({ customer: "ada" }, { email: "a@example.org" }, { version: 1 });
