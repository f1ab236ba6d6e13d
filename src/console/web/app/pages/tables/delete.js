// Deletes a table after the user has typed its name.
import { call } from "../../api.js";
import { countText } from "../../base/text.js";
import { describeTable, forgetTable, listTables } from "../../tables.js";
import { confirm } from "../../ui/dialog.js";
import { report, toast } from "../../ui/toast.js";

// Resolves with whether the table is being deleted.
export async function deleteTable(name) {
  let text = "Its items and indexes are deleted with it. This cannot be undone.";
  try {
    const table = await describeTable(name, { fresh: true });
    if (table.DeletionProtectionEnabled) {
      toast(`${name} is protected against deletion. Turn the protection off in its overview first.`, { kind: "error" });
      return false;
    }
    text = `${name} has ${countText(table.ItemCount)} items. They and its indexes are deleted with it. ` +
      "This cannot be undone.";
  } catch {
    // A user may be allowed to delete a table and not to describe it.
  }
  if (!(await confirm({ title: `Delete ${name}`, text, yes: "Delete the table", danger: true, typed: name })))
    return false;
  try {
    await call("DeleteTable", { TableName: name });
  } catch (error) {
    report(error);
    return false;
  }
  forgetTable(name);
  toast(`${name} is deleted.`);
  await listTables();
  return true;
}
