// Deletes the selected items or the whole result, each only if it is still as it was shown.
import { call } from "../../api.js";
import { deleteRequest, kMostCompared } from "../../dynamo/edit.js";
import { fingerprint } from "../../dynamo/fingerprint.js";
import { persist, persistCondition } from "../../dynamo/persist.js";
import { itemText } from "../../dynamo/short_text.js";
import { plural } from "../../dynamo/text.js";
import { m } from "../../m.js";
import { bulkDialog } from "./bulk_dialog.js";
import { readNow } from "./bulk_targets.js";

function checks(targets) {
  const others = targets.names === null
    ? "" : " Its other attributes are not compared, because what was read does not show them.";
  return [
    `Each item is read once more right before its deletion, and is deleted only if ${targets.comparedText()} as ` +
      `found here.${others}`,
    "The deletion itself has the condition that what was read is still the same. An attribute that another writer " +
      "adds between that read and the deletion is not seen.",
    ...(targets.wide
      ? [`${plural(targets.wide, "item")} ${targets.wide === 1 ? "has" : "have"} more attributes than an ` +
      `expression can name: the condition names ${kMostCompared} of them, and the read compares all.`] : []),
    "Each deletion costs a consistent read and a write of its item.",
  ];
}

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
    title: `Delete ${what} in ${table.TableName}`, table, target, done, danger: true, checks,
    verb: { now: "Delete", past: "deleted" },
    rowsOf: (item) => m("code", itemText(table, item, 240)),
    one: ({ names }, { anyway }) => deleteOne(table, names, anyway),
    again: (keys) => bulkDelete(table, { keys }, plural(keys.length, "changed item"), done),
  });
}
