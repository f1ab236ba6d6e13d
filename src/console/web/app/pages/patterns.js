import { m } from "../m.js";

export const PatternsPage = () => ({ view: () => m("h1", "Patterns") });
