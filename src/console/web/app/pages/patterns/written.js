// The items that a write stored, each with a link to it, and their attributes by table.
import { plural } from "../../base/text.js";
import { patternColumns } from "../../dynamo/patterns/pattern_columns.js";
import { stateOfItem } from "../../dynamo/patterns/written_items.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { keyLabel } from "../../dynamo/values/short_text.js";
import { m } from "../../m.js";
import { ItemTable } from "../../ui/item_table.js";

// attrs: written, as writtenItems gives it; model.
export const Written = () => {
  let seen = null, byTable = [];
  // The lists of items stay the same ones between redraws, because another list is another result for the grid.
  function group(written, model) {
    seen = written;
    byTable = [...new Set(written.map((one) => one.table))].map((table) => {
      const own = written.filter((one) => one.table === table);
      const entities = model.Tables.find((one) => one.Name === table.TableName)?.Entities
        .filter((entity) => own.some((one) => one.entity === entity.Name)) ?? [];
      return { table, items: own.map(({ item }) => item), columns: patternColumns(table, entities) };
    });
  }
  return {
    view: ({ attrs: { written, model } }) => {
      if (written !== seen) group(written, model);
      return [
        m("h3", `${plural(written.length, "written item")}`),
        m("ul.written", written.map(({ table, item, entity }) => m("li", [
          m("strong", entity || "Item"), " ",
          m("a.mono", { href: itemsAddress(table.TableName, stateOfItem(table, item)), title: "Show in Items" },
            keyLabel(table, item)),
        ]))),
        byTable.map(({ table, items, columns }) => m(ItemTable, { items, ...columns,
          label: byTable.length > 1 ? `Written items in ${table.TableName}` : "Written items" })),
      ];
    },
  };
};
