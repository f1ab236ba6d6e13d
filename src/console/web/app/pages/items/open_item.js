// An item that is open to be edited: the item as it was read, the edit, and a conflict with another
// writer.
import { call } from "../../api.js";
import { deleteRequest, editRequest, rebase } from "../../dynamo/items/edit.js";
import { itemThen } from "../../dynamo/past/item_then.js";
import { keyOf } from "../../dynamo/tables/keys.js";
import { equalItems } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { ItemEditor } from "./item_editor.js";

const kChanged = "ConditionalCheckFailedException";

// The item that the table has under the key now, or had at a moment, or null.
export async function readItem(table, item, moment = undefined) {
  const key = keyOf(table, item);
  if (!key) throw new Error("This row does not show the whole primary key, so its item cannot be found.");
  if (moment) return itemThen(call, table.TableName, key, moment);
  return (await call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true })).Item ?? null;
}
// The item that stopped a conditional write, or null.
async function obstacle(error, table, item) {
  return error.body?.Item ?? readItem(table, item);
}

export class OpenItem {
  // `row`: the item as the grid shows it, which may have a part of its attributes. `changed(item or null)` is called
  // after a write. With a `moment` the item is as it was then.
  constructor(table, row, changed, moment = undefined) {
    this.table = table;
    this.moment = moment;
    this.row = row;
    this.changed_ = changed;
    this.old = null; // the item as it was read
    this.editor = null;
    this.fault = null;
    this.isBusy = false;
    this.conflict = null; // {old, theirs, mine}
  }

  get isChanged() { return this.editor !== null && this.editor.isChanged(); }

  async read() {
    try {
      const item = await readItem(this.table, this.row, this.moment);
      if (item) this.load(item);
      else this.fault = new Error(this.moment ? "The table did not hold this item then."
        : "The table no longer holds this item.");
    } catch (error) {
      this.fault = error;
    }
    m.redraw();
  }
  // The table holds `item`, and the editor begins with `mine`.
  load(item, mine = item) {
    this.old = item;
    this.editor = new ItemEditor(this.table, mine, { isNew: false, saved: item });
    this.conflict = null;
    this.fault = null;
  }

  // Resolves with "saved", "unchanged", or null after a fault or a conflict.
  save() {
    return this.#attempt(async () => {
      const { item, faults } = this.editor.item();
      if (faults.length) throw new Error(faults[0]);
      const request = editRequest(this.table, this.old, item);
      if (!request) return "unchanged";
      const { Attributes } = await call("UpdateItem", request).catch((error) => this.#wasSaved(error, item));
      this.changed_(Attributes ?? item);
      return "saved";
    });
  }
  // If the answer of an attempt before was lost, the table holds the edit already.
  async #wasSaved(error, item) {
    if (error.code !== kChanged) throw error;
    const theirs = await obstacle(error, this.table, this.old);
    if (!theirs || !equalItems(theirs, item)) throw error;
    return { Attributes: theirs };
  }

  // Resolves with "deleted", or null after a fault or a conflict.
  remove() {
    return this.#attempt(async () => {
      // The condition does not see attributes that another writer added.
      const now = await readItem(this.table, this.old);
      if (now && !equalItems(now, this.old)) throw Object.assign(new Error("changed"), { code: kChanged });
      await call("DeleteItem", deleteRequest(this.table, this.old)).catch((error) => this.#wasDeleted(error));
      this.changed_(null);
      return "deleted";
    });
  }
  // The browser may have sent the request twice. An item that was there a moment ago and is gone is deleted.
  async #wasDeleted(error) {
    if (error.code !== kChanged || (await obstacle(error, this.table, this.old))) throw error;
  }

  async #attempt(work) {
    this.isBusy = true;
    this.fault = null;
    let end = null;
    try {
      end = await work();
    } catch (error) {
      if (error.code === kChanged) await this.#compare(error);
      else this.fault = error;
    }
    this.isBusy = false;
    m.redraw();
    return end;
  }
  async #compare(error) {
    try {
      const theirs = await obstacle(error, this.table, this.old);
      this.conflict = { old: this.old, theirs, mine: this.editor.item().item };
    } catch (inner) {
      this.fault = inner;
    }
  }

  // The ends of a conflict.
  keepMine() {
    const { old, theirs, mine } = this.conflict;
    this.load(theirs, rebase(old, mine, theirs));
  }
  takeTheirs() {
    const { theirs } = this.conflict;
    this.changed_(theirs);
    this.load(theirs);
  }
  leaveDeleted() { this.changed_(null); }
}
