import { m } from "../m.js";

export const ItemsTab = () => ({ view: () => m("p", "Items") });
