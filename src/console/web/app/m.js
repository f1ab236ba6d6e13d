// Mithril, which lib/mithril.js makes global. An attribute that is undefined is left out, so that it goes away when it was
// there before: Mithril 1.1 would keep the old value.
const mithril = globalThis.m;

function withoutUndefined(selector, attrs, ...children) {
  if (typeof selector === "string" && attrs !== null && typeof attrs === "object" && !Array.isArray(attrs) && attrs.tag === undefined)
    for (const name of Object.keys(attrs)) if (attrs[name] === undefined) delete attrs[name];
  return attrs === undefined && children.length === 0 ? mithril(selector) : mithril(selector, attrs, ...children);
}

export const m = Object.assign(withoutUndefined, mithril);
