// Items of an answer as rows, for results that are in memory as a whole.
import { brief, typeName } from "../dynamo/brief.js";
import { m } from "../m.js";
import { button } from "./button.js";

const kRows = 100, kColumns = 60;

// `first` are the attributes whose columns come first.
export const ItemTable = () => {
  let limit = kRows;
  return {
    view: ({ attrs: { items, first = [], label } }) => {
      const names = new Set(first.filter((name) => items.some((item) => item[name] !== undefined)));
      for (const item of items.slice(0, 1000)) for (const name of Object.keys(item)) if (names.size < kColumns) names.add(name);
      return m("div", [
        m(".scroll.items", { tabindex: 0, role: "region", "aria-label": label }, m("table", { "aria-label": label }, [
          m("thead", m("tr", [...names].map((name) => m("th", { scope: "col" }, name)))),
          m("tbody", items.slice(0, limit).map((item) => m("tr", [...names].map((name) =>
            m("td.mono", { title: item[name] ? typeName(item[name]) : undefined }, item[name] ? brief(item[name], 120) : ""))))),
        ])),
        items.length > limit ? m(".row", { style: { marginTop: "8px" } }, button(`Show ${Math.min(kRows, items.length - limit)} more rows`, () => (limit += kRows), { small: true })) : null,
      ]);
    },
  };
};
