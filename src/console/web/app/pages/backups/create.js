// Makes a backup of a table.
import { call } from "../../api.js";
import { isTableName, kNameRule } from "../../dynamo/tables/table_form.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field } from "../../ui/field.js";
import { toast } from "../../ui/toast.js";
import { requestOf } from "./request.js";

const kUnnamed = /\.\d+Z$|[-:]/g;

// A name that sorts by its time, such as "orders-20261129T235000".
const nameFor = (tableName, now = new Date()) =>
  `${tableName.slice(0, 200)}-${now.toISOString().replace(kUnnamed, "")}`;

// Resolves with whether a backup was made.
export function createBackup(tableName) {
  let name = nameFor(tableName), busy = false, refusal = null;
  const request = () => ({ operation: "CreateBackup", body: { TableName: tableName, BackupName: name } });
  const submit = async (close) => {
    busy = true;
    refusal = null;
    try {
      const { operation, body } = request();
      await call(operation, body);
      toast(`The backup ${name} is made.`);
      close(true);
    } catch (error) {
      refusal = error;
    }
    busy = false;
    m.redraw();
  };
  return dialog({
    title: `Back up ${tableName}`,
    body: () => [
      m("p.muted", "A backup is of one moment, and outlives its table. No writer waits for it."),
      m(Field, { label: "Name of the backup", fault: isTableName(name) ? "" : `A backup name ${kNameRule}`,
        control: (a) => m("input.mono", { ...a, value: name, autocomplete: "off", spellcheck: false,
          oninput: (e) => (name = e.target.value) }) }),
      requestOf(request()),
      faultView(refusal),
    ],
    foot: ({ close }) => [
      button("Cancel", () => close(false)),
      button(busy ? "Backing up" : "Create the backup", () => submit(close),
        { kind: "primary", disabled: busy || !isTableName(name) }),
    ],
  });
}
