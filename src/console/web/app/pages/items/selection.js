// The items that the user selected: their primary keys, so that a selection outlives the pages that leave the memory.
import { keyOf, keyText } from "../../dynamo/keys.js";

export class Selection {
  constructor(table, rows) {
    this.table = table;
    this.rows = rows;
    this.keys = new Map(); // key text -> primary key
  }
  get size() { return this.keys.size; }
  has(item) { return this.keys.size > 0 && this.keys.has(keyText(this.table, item)); }
  set(item, on) {
    const key = keyOf(this.table, item);
    if (!key) return;
    if (on) this.keys.set(keyText(this.table, item), key);
    else this.keys.delete(keyText(this.table, item));
  }
  toggle(item) { this.set(item, !this.has(item)); }
  // All rows that are in memory.
  toggleAll(on) {
    for (const [, item] of this.rows.loaded()) this.set(item, on);
  }
  clear() { this.keys.clear(); }
  state() {
    if (!this.keys.size) return "none";
    if (this.keys.size < this.rows.itemsInMemory) return "some";
    for (const [, item] of this.rows.loaded()) if (!this.has(item)) return "some";
    return "all";
  }
}
