import { m } from "../m.js";

export const MachinePage = () => ({ view: () => m("h1", "Machine") });
