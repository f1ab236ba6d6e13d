// The columns of a grid, found from the items: the key attributes first, then the others by how many items have them,
// and last those that only serve as keys of indexes which are not shown.
// A column may be a path into maps and lists, if the user unfolded the column above it.
import { at, typeOf, valueAt } from "../values/values.js";

const kMostNames = 2000; // attributes that are kept apart; an item can have thousands of names of its own
const kShownColumns = 16;

export class Columns {
  // `keys`: the names that come first and stay in sight; `next`: names that follow them; `last`: those at the end.
  constructor(keys, { next = [], last = new Set() } = {}) {
    this.keys = keys;
    this.next = next;
    this.last = last;
    this.found = new Map(); // path text -> {path, count, types: {type: count}}
    this.unfolded = new Set(); // path texts
    this.hidden = new Set(); // path texts that the user took away
    this.added = new Set(); // path texts that the user chose beyond the first kShownColumns
    this.widths = new Map();
    this.order = null; // null: by count
    this.left = 0; // names that were not counted any more
    for (const name of keys) this.count([name], null);
  }

  count(path, value) {
    const text = JSON.stringify(path);
    let one = this.found.get(text);
    if (!one) {
      if (this.found.size >= kMostNames) { this.left += 1; return; }
      this.found.set(text, one = { text, path, count: 0, types: {} });
    }
    if (!value) return;
    one.count += 1;
    const type = typeOf(value);
    one.types[type] = (one.types[type] ?? 0) + 1;
    if (this.unfolded.has(text)) this.unfoldValue(path, value);
  }
  unfoldValue(path, value) {
    if (value.M) for (const [name, inner] of Object.entries(value.M)) this.count([...path, name], inner);
    if (value.L) value.L.slice(0, 20).forEach((inner, index) => this.count([...path, index], inner));
  }
  see(items) {
    for (const item of items)
      if (item) for (const [name, value] of Object.entries(item)) this.count([name], value);
  }

  canUnfold(one) {
    return !!(one.types.M || one.types.L);
  }
  // Shows the parts of a column's maps and lists as columns of their own. `items`: those in memory, to find the parts.
  unfold(text, items) {
    this.unfolded.add(text);
    const { path } = this.found.get(text);
    for (const item of items) {
      const value = item && valueAt(item, path);
      if (value) this.unfoldValue(path, value);
    }
  }
  fold(text) {
    const prefix = text.slice(0, -1) + ",";
    for (const other of [...this.found.keys()])
      if (other.startsWith(prefix)) { this.found.delete(other); this.unfolded.delete(other); }
    this.unfolded.delete(text);
  }

  // All columns in their order; a column that is unfolded is followed by its parts.
  all() {
    const first = [...this.keys, ...this.next];
    const keyPlace = ({ path: [name] }) => {
      const place = first.indexOf(name);
      return place >= 0 ? place : first.length + (this.last.has(name) ? 1 : 0);
    };
    const top = [...this.found.values()].filter((one) => one.path.length === 1)
      .sort((a, b) => keyPlace(a) - keyPlace(b) || b.count - a.count || (a.text < b.text ? -1 : 1));
    const deep = (one) => [one, ...(this.unfolded.has(one.text)
      ? [...this.found.values()].filter((part) => part.path.length === one.path.length + 1 &&
        part.text.startsWith(one.text.slice(0, -1) + ",")).flatMap(deep)
      : [])];
    return top.flatMap(deep);
  }
  isShown(one, place) {
    if (this.hidden.has(one.text) || this.unfolded.has(one.text)) return false;
    return place < kShownColumns || one.path.length > 1 || this.added.has(one.text);
  }
  shown() {
    return this.all().filter((one, place) => this.isShown(one, place)).map((one) => ({
      id: one.text,
      title: pathTitle(one.path),
      path: one.path,
      key: one.path.length === 1 && this.keys.includes(one.path[0]),
      number: (one.types.N ?? 0) * 2 > one.count && one.count > 0,
      width: this.widths.get(one.text) ?? defaultWidth(one),
      canUnfold: this.canUnfold(one),
    }));
  }
  setShown(text, shown) {
    if (shown) { this.hidden.delete(text); this.added.add(text); } else this.hidden.add(text);
  }
}

export function pathTitle(path) {
  return path.map((step, index) => (typeof step === "number" ? `[${step}]` : index ? `.${step}` : step)).join("");
}
function defaultWidth(one) {
  const least = Math.min(pathTitle(one.path).length * 8 + 44, 260);
  if (one.types.BOOL || one.types.NULL) return Math.max(88, least);
  return Math.max(one.types.N && !one.types.S ? 120 : 180, least);
}
export const columnValue = (item, column) =>
  (column.path.length === 1 ? at(item, column.path[0]) : valueAt(item, column.path));
