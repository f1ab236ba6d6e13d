// The form of a new global index of a table that exists.
import { createIndexRequest, emptyIndex } from "../../dynamo/table_form.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { isOnDemand } from "../tables/describe.js";
import { indexFields } from "../tables/index_form.js";

// Resolves with the members of an UpdateTable request, or undefined.
export function addIndex(table) {
  const index = emptyIndex();
  const ready = () => index.name.length >= 3 && index.partition[0].name;
  return dialog({
    title: `New global index of ${table.TableName}`,
    body: () => [
      indexFields(index, { provisioned: !isOnDemand(table), mayBeLocal: false }),
      m("p.muted", "The index is filled with the table's items in the background, and cannot be queried until then."),
    ],
    foot: ({ close }) => [button("Cancel", () => close()),
      button("Create the index", () => close(createIndexRequest(table, index)), { kind: "primary", disabled: !ready() })],
  });
}
