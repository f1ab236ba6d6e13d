// The drawer of an item: all of it, to edit as a form or as JSON, and to delete, copy and create.
import { call } from "../../api.js";
import { timeText } from "../../base/text.js";
import { createRequest, extentOf, extentText } from "../../dynamo/items/edit.js";
import { keyAttributes } from "../../dynamo/tables/keys.js";
import { keyLabel } from "../../dynamo/values/short_text.js";
import { bytesText, equalItems, itemSize } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { confirm, dialog } from "../../ui/dialog.js";
import { report, toast } from "../../ui/toast.js";
import { ConflictView } from "./conflict.js";
import { ItemEditor } from "./item_editor.js";
import { OpenItem } from "./open_item.js";

const kPlain = { S: "", N: "0", B: "" };

function faultNotice(fault) {
  return fault ? m(".notice.error", { role: "alert" },
    fault.code ? `${fault.code}: ${fault.message}` : fault.message) : null;
}

/** @param {OpenItem} open */
function body(open, actions, close) {
  const { table, editor, conflict, fault, old } = open;
  return [
    conflict ? m(ConflictView, { table, conflict, resolve: actions, close }) : null,
    faultNotice(fault),
    !editor && !fault ? m("p.loading", "Reading the item") : null,
    editor && !conflict ? [
      m("p.muted",
        `${bytesText(itemSize(old))} · ${Object.keys(old).length} attributes. ` +
        `${open.moment ? `As it was at ${timeText(open.moment)}, read only.`
          : session.server.ReadOnly ? "This console is read-only." : extentText(extentOf(old))}`),
      m(editor.view),
    ] : null,
  ];
}

/** @param {OpenItem} open */
function foot(open, actions, { close, dismiss }) {
  const mayWrite = open.editor && !session.server.ReadOnly && !open.conflict && !open.moment;
  const disabled = open.isBusy;
  return [
    mayWrite ? [
      button("Delete", () => actions.remove(close), { kind: "danger", iconName: "trash", disabled }),
      button("Copy as new item", () => actions.copy(close), { iconName: "copy", disabled }),
      m("span.fill"),
    ] : null,
    button("Close", dismiss),
    mayWrite ? button(open.isBusy ? "Saving" : "Save", () => actions.save(close),
      { kind: "primary", disabled: open.isBusy || !open.isChanged }) : null,
  ];
}

// The actions of the buttons. `close` ends the drawer.
/** @param {OpenItem} open */
const actionsOf = (open, done) => ({
  save: async (close) => {
    const end = await open.save();
    if (end === "unchanged") toast("Nothing was changed.");
    if (end !== "saved") return;
    toast("The item was saved.");
    close(true);
  },
  remove: async (close) => {
    if (!(await confirm({ title: "Delete the item",
      text: `Deletes ${keyLabel(open.table, open.old)} if it is still as it was read.`, yes: "Delete",
      danger: true }))) return;
    if ((await open.remove()) !== "deleted") return;
    toast("The item was deleted.");
    close(true);
  },
  copy: (close) => {
    const { item } = open.editor.item();
    open.editor.forget();
    close();
    newItem(open.table, { from: item, done });
  },
  keepMine: () => open.keepMine(),
  takeTheirs: () => open.takeTheirs(),
  createMine: (close) => { close(); newItem(open.table, { from: open.conflict.mine, done }); },
  gone: (close) => { open.leaveDeleted(); close(); },
});

// Opens an item. `changed(item or null)` is called after a write; `done()` after the copy of an item was created. With
// a `moment` it shows the item as it was then.
export function openItem(table, row, { changed, done, moment = undefined }) {
  const open = new OpenItem(table, row, changed, moment), actions = actionsOf(open, done);
  open.read();
  return dialog({
    title: keyLabel(table, row),
    className: "drawer",
    mayClose: () => open.moment !== undefined || !open.isChanged ||
      confirm({ title: "Changes are not saved", text: "Close the item without saving the changes?", yes: "Close",
        danger: true }),
    body: ({ close }) => body(open, actions, close),
    foot: (ends) => foot(open, actions, ends),
  });
}

// A new item, which begins with the attributes of the key, or with those of `from`. Its key must be free.
/**
 * @param {any} table
 * @param {{from?: object, done?: (made?: object) => void}} options
 */
export function newItem(table, { from, done }) {
  const item = from ?? Object.fromEntries(keyAttributes(table)
    .map(({ name, type }) => [name, { [type]: kPlain[type] }]));
  const editor = new ItemEditor(table, item, { isNew: true });
  let fault = null, busy = false, lost = false;
  const save = async (close) => {
    busy = true;
    fault = null;
    try {
      const { item: made, faults } = editor.item();
      if (faults.length) throw new Error(faults[0]);
      await call("PutItem", createRequest(table, made)).catch((error) => {
        // If the answer of an attempt before was lost, the table holds the item already.
        if (lost && error.body?.Item && equalItems(error.body.Item, made)) return;
        lost ||= error.code === "NetworkError";
        throw error;
      });
      toast("The item was created.");
      close(true);
      done?.(made);
    } catch (error) {
      fault = error.code === "ConditionalCheckFailedException"
        ? new Error(
          "The table holds an item with this key already. Open that one to change it, or choose another key.") : error;
    }
    busy = false;
    m.redraw();
  };
  return dialog({
    title: from ? "Copy as a new item" : "New item",
    className: "drawer",
    mayClose: () => !editor.isChanged() ||
      confirm({ title: "The item is not created", text: "Close without creating the item?", yes: "Close",
        danger: true }),
    body: () => [m("p.muted", "The item is created only if its key is free."), faultNotice(fault), m(editor.view)],
    foot: ({ close, dismiss }) => [button("Cancel", dismiss),
      button(busy ? "Creating" : "Create", () => { save(close).catch(report); }, { kind: "primary", disabled: busy })],
  });
}
