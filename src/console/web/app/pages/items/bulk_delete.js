// Deletes the selected items or the whole result, each only if it is still as it was shown.
import { call } from "../../api.js";
import { persist, persistCondition } from "../../base/persist.js";
import { plural } from "../../base/text.js";
import { deleteTexts } from "../../dynamo/items/bulk_texts.js";
import { deleteRequest } from "../../dynamo/items/edit.js";
import { fingerprint } from "../../dynamo/values/fingerprint.js";
import { itemText } from "../../dynamo/values/short_text.js";
import { m } from "../../m.js";
import { bulkDialog } from "./bulk_dialog.js";
import { readNow } from "./bulk_targets.js";

const deleteOne = (table, names, anyway) => async ({ key, print }, { signal, retrying, writes, wasUnsure }) => {
  const read = () => readNow(table, key, signal, retrying);
  if (anyway) {
    writes();
    await persist(() => call("DeleteItem", { TableName: table.TableName, Key: key }, { signal }), signal, retrying);
    return "written";
  }
  const { Item } = await read();
  if (!Item) return wasUnsure ? "written" : "gone";
  if (fingerprint(Item, names) !== print) return "changed";
  writes();
  try {
    const isDone = async () => !(await read()).Item;
    await persistCondition(() => call("DeleteItem", deleteRequest(table, Item), { signal }), isDone,
      { signal, retrying, always: true });
    return "written";
  } catch (error) {
    if (error.code === "ConditionalCheckFailedException") return "changed";
    throw error;
  }
};

export function bulkDelete(table, target, what, done) {
  return bulkDialog({
    title: `Delete ${what} in ${table.TableName}`, table, target, done, danger: true, checks: deleteTexts,
    verb: { now: "Delete", past: "deleted" },
    rowsOf: (item) => m("code", itemText(table, item, 240)),
    one: ({ names }, { anyway }) => deleteOne(table, names, anyway),
    again: (keys) => bulkDelete(table, { keys }, plural(keys.length, "changed item"), done),
  });
}
