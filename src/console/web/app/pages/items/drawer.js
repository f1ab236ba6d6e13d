// The drawer of an item: all of it, to edit as a form or as JSON, and to delete, copy and create.
import { m } from "../../m.js";
import { call } from "../../api.js";
import { createRequest, deleteRequest, editRequest, extentOf, extentText, rebase } from "../../dynamo/items/edit.js";
import { keyAttributes, keyOf } from "../../dynamo/tables/keys.js";
import { bytesText, equalItems, itemSize } from "../../dynamo/values/values.js";
import { keyLabel } from "../../dynamo/values/short_text.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { confirm, dialog } from "../../ui/dialog.js";
import { report, toast } from "../../ui/toast.js";
import { ConflictView } from "./conflict.js";
import { ItemEditor } from "./item_editor.js";

const kPlain = { S: "", N: "0", B: "" };

// What the table holds now under the key of an item: the item or null.
export async function readItem(table, item) {
  const key = keyOf(table, item);
  if (!key) throw new Error("This row does not show the whole primary key, so its item cannot be found.");
  return (await call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true })).Item ?? null;
}
// The item that stopped a conditional write; null if there is none.
async function obstacle(error, table, item) {
  return error.body?.Item ?? readItem(table, item);
}

function faultNotice(fault) {
  return fault ? m(".notice.error", { role: "alert" },
    fault.code ? `${fault.code}: ${fault.message}` : fault.message) : null;
}

// Opens an item. `changed(item or null)` is called after a write; `done()` after the copy of an item was created.
export function openItem(table, row, { changed, done }) {
  let old, editor, fault = null, busy = false, conflict = null;
  const load = (item, mine = item) => {
    old = item;
    editor = new ItemEditor(table, mine, { isNew: false, saved: item });
    conflict = null;
    fault = null;
  };
  const begin = () => readItem(table, row).then((item) => {
    if (item) load(item);
    else fault = new Error("The table no longer holds this item.");
  }, (error) => { fault = error; }).then(m.redraw);
  begin();

  async function attempt(work) {
    busy = true;
    fault = null;
    try {
      await work();
    } catch (error) {
      if (error.code === "ConditionalCheckFailedException") {
        try {
          conflict = { old, theirs: await obstacle(error, table, old), mine: editor.item().item };
        } catch (inner) {
          fault = inner;
        }
      } else {
        fault = error;
      }
    }
    busy = false;
    m.redraw();
  }
  const save = (close) => attempt(async () => {
    const { item, faults } = editor.item();
    if (faults.length) throw new Error(faults[0]);
    const request = editRequest(table, old, item);
    if (!request) { toast("Nothing was changed."); return; }
    const { Attributes } = await call("UpdateItem", request).catch(async (error) => {
      if (error.code !== "ConditionalCheckFailedException") throw error;
      // If the answer of an attempt before was lost, the table holds the edit already.
      const theirs = await obstacle(error, table, old);
      if (!theirs || !equalItems(theirs, item)) throw error;
      return { Attributes: theirs };
    });
    changed(Attributes ?? item);
    toast("The item was saved.");
    close(true);
  });
  const remove = async (close) => {
    if (!(await confirm({ title: "Delete the item",
      text: `Deletes ${keyLabel(table, old)} if it is still as it was read.`, yes: "Delete", danger: true }))) return;
    await attempt(async () => {
      // The condition does not see attributes that another writer added.
      const now = await readItem(table, old);
      if (now && !equalItems(now, old))
        throw Object.assign(new Error("changed"), { code: "ConditionalCheckFailedException" });
      await call("DeleteItem", deleteRequest(table, old)).catch(async (error) => {
        // The browser may have sent the request twice. An item that was there a moment ago and is gone is deleted.
        if (error.code !== "ConditionalCheckFailedException" || (await obstacle(error, table, old))) throw error;
      });
      changed(null);
      toast("The item was deleted.");
      close(true);
    });
  };
  const resolve = {
    keepMine: () => load(conflict.theirs, rebase(conflict.old, conflict.mine, conflict.theirs)),
    takeTheirs: () => { changed(conflict.theirs); load(conflict.theirs); },
    createMine: (close) => { const { mine } = conflict; close(); newItem(table, { from: mine, done }); },
    gone: (close) => { changed(null); close(); },
  };
  return dialog({
    title: keyLabel(table, row),
    className: "drawer",
    mayClose: () => !editor?.isChanged() ||
      confirm({ title: "Changes are not saved", text: "Close the item without saving the changes?", yes: "Close",
        danger: true }),
    body: ({ close }) => [
      conflict ? m(ConflictView, { table, conflict, resolve, close }) : null,
      faultNotice(fault),
      !editor && !fault ? m("p.loading", "Reading the item") : null,
      editor && !conflict ? [
        m("p.muted",
          `${bytesText(itemSize(old))} · ${Object.keys(old).length} attributes. ` +
          `${session.server.ReadOnly ? "This console is read-only." : extentText(extentOf(old))}`),
        m(editor.view),
      ] : null,
    ],
    foot: ({ close, dismiss }) => [
      editor && !session.server.ReadOnly && !conflict ? [
        button("Delete", () => remove(close), { kind: "danger", iconName: "trash", disabled: busy }),
        button("Copy as new item", () => {
          const { item } = editor.item();
          editor.forget();
          close();
          newItem(table, { from: item, done });
        }, { iconName: "copy", disabled: busy }),
        m("span.fill"),
      ] : null,
      button("Close", dismiss),
      editor && !session.server.ReadOnly && !conflict ? button(busy ? "Saving" : "Save", () => save(close),
        { kind: "primary", disabled: busy || !editor.isChanged() }) : null,
    ],
  });
}

// A new item, which begins with the attributes of the key, or with those of `from`. Its key must be free.
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
