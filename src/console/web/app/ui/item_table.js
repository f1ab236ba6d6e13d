// Items of an answer that are in memory as a whole, in the grid; a row opens as JSON.
import { Columns } from "../dynamo/items/columns.js";
import { m } from "../m.js";
import { Grid } from "./grid.js";
import { showItem } from "./item_json.js";

// `items` may grow at its end; another array is another result. `first` are the attributes whose columns come first,
// `next` those that follow, and the set `last` those at the end.
export const ItemTable = () => {
  let rows = null, columns = null, seen = 0;
  function begin(items, first, others) {
    rows = { items, complete: true, busy: false, fault: null, row: (index) => items[index], need: () => {},
      get length() { return items.length; }, get itemsInMemory() { return items.length; } };
    columns = new Columns(first, others);
    seen = 0;
  }
  return {
    view: ({ attrs: { items, first = [], next, last, label } }) => {
      const isThere = (name) => items.some((item) => item[name] !== undefined);
      if (rows?.items !== items) begin(items, first.filter(isThere), { next, last });
      if (seen < items.length) columns.see(items.slice(seen));
      seen = items.length;
      return m(Grid, { label, rows, columns: columns.shown(),
        onopen: (item) => showItem(item),
        onwidth: (column, width) => columns.widths.set(column.id, width),
        onunfold: (column) => columns.unfold(column.id, items),
      });
    },
  };
};
