import { m } from "../m.js";

export const PartiqlPage = () => ({ view: () => m("h1", "Partiql") });
