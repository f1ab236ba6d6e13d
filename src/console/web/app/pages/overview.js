import { m } from "../m.js";

export const OverviewTab = () => ({ view: () => m("p", "Overview") });
