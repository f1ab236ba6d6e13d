// The items that the user selected, as they are shown, so that a selection outlives the pages that leave the memory,
// and so that work on it can tell whether an item changed since.
import { keyOf, keyText } from "../../dynamo/tables/keys.js";

export class Selection {
  constructor(table, rows) {
    this.table = table;
    this.rows = rows;
    this.chosen = new Map(); // key text -> item
  }
  get size() { return this.chosen.size; }
  // The primary keys.
  get keys() { return this.items.map((item) => keyOf(this.table, item)); }
  get items() { return [...this.chosen.values()]; }
  has(item) { return this.chosen.size > 0 && this.chosen.has(keyText(this.table, item)); }
  set(item, on) {
    if (!keyOf(this.table, item)) return;
    if (on) this.chosen.set(keyText(this.table, item), item);
    else this.chosen.delete(keyText(this.table, item));
  }
  toggle(item) { this.set(item, !this.has(item)); }
  // All rows that are in memory.
  toggleAll(on) {
    for (const [, item] of this.rows.loaded()) this.set(item, on);
  }
  // An item is shown as `now`, or as gone (null).
  replace(old, now) {
    if (this.has(old)) this.set(now ?? old, now !== null);
  }
  clear() { this.chosen.clear(); }
  state() {
    if (!this.chosen.size) return "none";
    if (this.chosen.size < this.rows.itemsInMemory) return "some";
    for (const [, item] of this.rows.loaded()) if (!this.has(item)) return "some";
    return "all";
  }
}
