// Edits the selected items or the whole result in one way, each item only if it is still as it was shown.
import { call } from "../../api.js";
import { persistCondition } from "../../base/persist.js";
import { plural } from "../../base/text.js";
import { actionsFault, addsDiffer, bulkEditRequest, effects } from "../../dynamo/items/bulk_edit.js";
import { editTexts } from "../../dynamo/items/bulk_texts.js";
import { fingerprint } from "../../dynamo/values/fingerprint.js";
import { freshNode, valueOf } from "../../dynamo/values/form.js";
import { keyLabel, scalarText, shortText } from "../../dynamo/values/short_text.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { select } from "../../ui/field.js";
import { bulkDialog } from "./bulk_dialog.js";
import { readNow } from "./bulk_targets.js";
import { ValueForm } from "./value_form.js";

const kKinds = [["set", "Set"], ["remove", "Remove"], ["add", "Add a number to"]];
const freshRow = () => ({ kind: "set", name: "", node: freshNode() });
const actionsOf = (rows, faults) => rows.map(({ kind, name, node }) =>
  ({ kind, name, ...(kind === "remove" ? {} : { value: valueOf(node, faults, [name]) }) }));

const unsure = () =>
  Object.assign(new Error("An answer was lost, or the browser sent the edit twice: the item may have been edited " +
  "here or by another writer. Look at it."), { status: 400, unsure: true });

// If the item is edited whatever it is now, `target.print` is that of the item that was read last.
const editOne = (table, names, actions, anyway) => async (target, { signal, retrying, writes, wasUnsure }) => {
  const read = () => readNow(table, target.key, signal, retrying);
  const { Item } = await read();
  if (!Item) return "gone";
  const print = fingerprint(Item, names);
  if (anyway && !wasUnsure) target.print = print;
  if (print !== target.print) {
    if (!wasUnsure) return "changed";
    if (effects(Item, actions).length === 0) return "written"; // by the write whose answer was lost
    throw unsure();
  }
  const request = bulkEditRequest(table, Item, actions);
  if (!request) return wasUnsure ? "written" : "unchanged";
  writes();
  let now = null;
  try {
    await persistCondition(() => call("UpdateItem", request, { signal }), async () => {
      now = (await read()).Item ?? null;
      return now !== null && effects(now, actions).length === 0;
    }, { signal, retrying, always: true });
    return "written";
  } catch (error) {
    if (error.code !== "ConditionalCheckFailedException") throw error;
    if (error.unsure || (now && addsDiffer(Item, now, actions))) throw unsure();
    return "changed";
  }
};

// The fields of the changes. `rows` are theirs.
const fields = (rows) => m(".stack", [
  rows.map((row, index) => m(".row.bulk-row", [
    select(kKinds, row.kind, (kind) => { row.kind = kind; if (kind === "add") row.node.type = "N"; },
      { "aria-label": "What to do" }),
    m("input", { "aria-label": "Attribute", placeholder: "attribute", value: row.name, autocomplete: "off",
      spellcheck: false,
      oninput: (e) => (row.name = e.target.value) }),
    row.kind === "remove" ? null
      : m(ValueForm, { node: row.node, label: row.name || "the value", title: row.kind === "set" ? "to" : "" }),
    rows.length > 1 ? button("Remove the change", () => rows.splice(index, 1),
      { kind: "plain", small: true, iconName: "close", hideText: true }) : null,
  ])),
  m(".row", button("Add a change", () => rows.push(freshRow()), { small: true, kind: "plain", iconName: "plus" })),
]);

const change = ({ name, before, after, add }) => m("span", [
  m("code", name), ": ", before ? m("code", scalarText(before, 80)) : "absent", " → ",
  add !== undefined ? m("code", `${shortText(before, 80)} + ${add}`) : after ? m("code", scalarText(after, 80))
    : "removed", ". ",
]);

export function bulkEdit(table, target, what, done, rows = [freshRow()]) {
  const fault = () => {
    const faults = [], actions = actionsOf(rows, faults);
    if (actions.some(({ kind, value }) => kind === "add" && !value.N)) return "Only a number can be added.";
    return actionsFault(table, actions) ?? (faults.length ? `${faults[0].path.join(".")}: ${faults[0].text}` : null);
  };
  return bulkDialog({
    title: `Edit ${what} in ${table.TableName}`, table, target, done, fault, checks: editTexts,
    verb: { now: "Edit", past: "edited" },
    form: () => fields(rows),
    isUntouched: () => rows.every(({ name }) => name === ""),
    rowsOf: (item) => {
      const found = fault() ? [] : effects(item, actionsOf(rows, []));
      return [m("strong", keyLabel(table, item)), " ", found.length ? found.map(change) : m("span.muted", "no change")];
    },
    one: ({ names }, { anyway }) => editOne(table, names, actionsOf(rows, []), anyway),
    again: (keys) => bulkEdit(table, { keys }, plural(keys.length, "changed item"), done, rows),
  });
}
