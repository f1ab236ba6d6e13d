// The items of a table or an index: a query or a scan, its pages in a grid, and what can be done with them.
import { m } from "../m.js";
import { call } from "../api.js";
import { Columns } from "../dynamo/columns.js";
import { keyAttributes } from "../dynamo/keys.js";
import { PageWindow } from "../dynamo/page_window.js";
import { Grid } from "../ui/grid.js";

export const ItemsTab = ({ attrs: { table } }) => {
  const columns = new Columns(keyAttributes(table).map(({ name }) => name));
  const rows = new PageWindow({
    read: async (start, { signal }) => {
      const answer = await call("Scan", { TableName: table.TableName, Limit: 200, ExclusiveStartKey: start ?? undefined }, { signal });
      return { items: answer.Items, next: answer.LastEvaluatedKey };
    },
    seen: ({ items }, isNew) => { if (isNew) columns.see(items); },
    changed: m.redraw,
  });
  return { view: () => m(Grid, { label: `Items of ${table.TableName}`, rows, columns: columns.shown(), height: "70vh",
    onwidth: (column, width) => columns.widths.set(column.id, width), onunfold: (column) => columns.unfold(column.id, [...rows.loaded()].map(([, item]) => item)) }) };
};
