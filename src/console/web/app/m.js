// Mithril, which index.html loads as a script of its own. No other module names the global.
//
// Four habits of Mithril 1.1 are mended here. An attribute that becomes undefined would keep its old value. A class
// would go away if an element has it from an attribute first and from its selector later. And m.redraw() redraws within
// its call if the last redraw is 16 ms ago: a component that calls it while it is made, because it begins to read,
// would begin a redraw inside of the one that makes it, which leaves elements twice. As a microtask no redraw begins
// inside of another. And elements that were removed would be kept for use in their list, which moves the others of the
// list at each redraw, so that a press of a button within is lost. Elements with a hook are not kept.
const mithril = globalThis.m;
const kHook = () => {};

function element(selector, attrs, ...children) {
  if (typeof selector !== "string") return mithril(selector, attrs, ...children);
  if (attrs !== null && typeof attrs === "object" && !Array.isArray(attrs) && attrs.tag === undefined)
    for (const name of Object.keys(attrs)) if (attrs[name] === undefined) delete attrs[name];
  const vnode = attrs === undefined && children.length === 0
    ? mithril(selector) : mithril(selector, attrs, ...children);
  if (vnode.attrs && vnode.attrs.class === undefined) delete vnode.attrs.class;
  vnode.attrs ??= {};
  vnode.attrs.onremove ??= kHook;
  return vnode;
}

export const m = Object.assign(element, mithril, { redraw: () => queueMicrotask(mithril.redraw) });
