import { m } from "../m.js";

export const CollectionsTab = () => ({ view: () => m("p", "Collections") });
