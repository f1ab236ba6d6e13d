// The choice after a write was refused because the item changed after it was read: both versions, side by side.
import { m } from "../../m.js";
import { changesOf } from "../../dynamo/items/edit.js";
import { scalarText } from "../../dynamo/values/short_text.js";
import { equalValues } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";

const cell = (item, name) => (item && Object.hasOwn(item, name) ? m("code", scalarText(item[name], 300))
  : m("span.muted", "absent"));

export const ConflictView = {
  view: ({ attrs: { conflict: { old, theirs, mine }, resolve, close } }) => {
    if (!theirs) return m(".stack", [
      m(".notice.warn", { role: "alert" },
        "The write was refused: another writer deleted the item after it was read here."),
      m(".row", [button("Create it again from my version", () => resolve.createMine(close)),
        button("Leave it deleted", () => resolve.gone(close), { kind: "primary" })]),
    ]);
    const wanted = mine ? changesOf(old, mine) : { set: [], removed: [] };
    const touched = new Set([...wanted.set, ...wanted.removed]);
    const names = [...new Set([...Object.keys(old), ...Object.keys(theirs), ...touched])].sort()
      .filter((name) => touched.has(name) || !equalValues(Object.hasOwn(old, name) ? old[name] : null,
        Object.hasOwn(theirs, name) ? theirs[name] : null));
    const both = names.filter((name) => touched.has(name) && !equalValues(Object.hasOwn(old, name) ? old[name] : null,
      Object.hasOwn(theirs, name) ? theirs[name] : null));
    return m(".stack", [
      m(".notice.warn", { role: "alert" },
        "The write was refused: another writer changed the item after it was read here. Nothing was overwritten."),
      m(".scroll", { role: "region", tabindex: 0, "aria-label": "Both versions" }, m("table", [
        m("thead",
          m("tr", ["Attribute", "As it was read", "In the table now", "Mine"]
            .map((text) => m("th", { scope: "col" }, text)))),
        m("tbody",
          names.map((name) =>
            m("tr", [m("th", { scope: "row" }, name, both.includes(name) ? m("span.badge.warn", "both changed") : null),
          m("td", cell(old, name)), m("td", cell(theirs, name)),
          m("td", touched.has(name) ? cell(mine, name) : m("span.muted", "not changed"))]))),
      ])),
      m("p.muted",
        "My changes can be put on top of the version in the table, to look at before they are saved; attributes that " +
        "only the other writer changed stay as they are there."),
      m(".row", [
        button("Put my changes on top", resolve.keepMine, { kind: "primary" }),
        button("Drop my changes and show the table's version", resolve.takeTheirs),
      ]),
    ]);
  },
};
