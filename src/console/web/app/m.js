// Mithril, which index.html loads as a script of its own. No other module names the global.
export const m = globalThis.m;
