// The form of a new global index of a table that exists.
import { indexFaults } from "../../dynamo/tables/index_faults.js";
import { createIndexRequest, emptyIndex } from "../../dynamo/tables/table_form.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { isOnDemand } from "../tables/describe.js";
import { indexFields } from "../tables/index_form.js";

// Resolves with the members of an UpdateTable request, or undefined.
export function addIndex(table) {
  const index = emptyIndex(), provisioned = !isOnDemand(table);
  let tried = false;
  const faults = () => indexFaults(table, index, provisioned);
  const submit = (close) => {
    tried = true;
    if (!Object.keys(faults()).length) close(createIndexRequest(table, index));
  };
  return dialog({
    title: `New global index of ${table.TableName}`,
    body: () => [
      indexFields(index, { faults: tried ? faults() : {}, provisioned, mayBeLocal: false }),
      m("p.muted", "The index is filled with the table's items in the background, and cannot be queried until then. " +
        "An item that lacks a key attribute, or has it with another type, has no entry."),
      m("details", m("summary", "The request as JSON"),
        m("pre", JSON.stringify(createIndexRequest(table, index), null, 2))),
    ],
    foot: ({ close }) => [
      button("Cancel", () => close()),
      button("Create the index", () => submit(close), { kind: "primary" }),
    ],
  });
}
