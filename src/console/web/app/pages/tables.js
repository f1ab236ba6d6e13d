import { m } from "../m.js";

export const TablesPage = () => ({ view: () => m("h1", "Tables") });
