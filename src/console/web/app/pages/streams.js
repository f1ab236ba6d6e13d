import { m } from "../m.js";

export const StreamsTab = () => ({ view: () => m("p", "Streams") });
