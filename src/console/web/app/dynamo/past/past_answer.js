// The answer that a query or a scan of the builder had at a moment, page by page.
//
// The server reads the pages of now, with all conditions. The items that changed since the moment are left out of them,
// and those that the answer had then come in their place: into a Query by their order, and behind the last page of a
// Scan, which has no order. So the browser evaluates only items that changed.
//
// Programs may write meanwhile. Each item is given out once, as it was at the moment:
//  1. An item that changed before its page was read is known after Changes.see(), and comes by its old image.
//  2. One that changes after it was given out becomes known too, but was given out already.
//  3. One that came after the moment, was read, and went again is in no list of changes. So the table is asked which
//     items of a page it still has, and the others are asked for as they were at the moment. Only an item that comes
//     and goes twice while one page is read may escape that.
import { secondsOf } from "../backups/moments.js";
import { requestOf } from "../query/request.js";
import { keyAttributes, keyOf, sourceOf } from "../tables/keys.js";
import { fingerprint } from "../values/fingerprint.js";
import { byAttributes } from "../values/order.js";
import { formatPath, parsePaths } from "../values/paths.js";
import { itemSize } from "../values/values.js";
import { countText } from "../../base/text.js";
import { Changes, kInstead } from "./changes.js";
import { itemThen } from "./item_then.js";
import { pastRow } from "./past_row.js";
import { stillThere } from "./still_there.js";

const kMostBytes = 64 * 1024 * 1024;

const namesOf = (attributes) => attributes.map(({ name }) => name);

// The projection of the pages of now: that of the builder, and the key of the source, by which rows are put in order.
// A count needs the keys too. `extra` are the attributes that the user did not ask for.
function projectionOf(table, state) {
  const source = sourceOf(table, state.index), own = namesOf(keyAttributes(table));
  const paths = state.count ? own.map((name) => [name]) : parsePaths(state.projection);
  if (!paths.length) return { text: "", extra: [] };
  const has = (name) => paths.some(([top]) => top === name);
  const keys = [...new Set([...own, ...namesOf([...source.partition, ...source.sort])])].filter((name) => !has(name));
  return { text: [...paths, ...keys.map((name) => [name])].map(formatPath).join(", "),
    extra: keys.filter((name) => !own.includes(name)) };
}

export class PastAnswer {
  #pending = new Map(); // print -> a row of the past that was not given out yet
  #pendingBytes = 0;
  #given = new Set(); // prints
  #givenBytes = 0;

  // `state` is the builder's, with a moment and without faults. `mostRows` and `mostBytes` bound the answer.
  constructor(table, state, { call, redraw = () => {}, mostRows = Infinity, mostBytes = Infinity }) {
    const { text, extra } = projectionOf(table, state), source = sourceOf(table, state.index);
    this.table = table;
    this.moment = secondsOf(state.asOf);
    this.call_ = call;
    this.state_ = { ...state, count: false, projection: text, consistent: source.kind !== "global" };
    this.request_ = requestOf(this.state_, table);
    this.isCount_ = state.count;
    this.extra_ = extra;
    this.rowOf_ = pastRow(table, this.state_, text);
    this.isOrdered_ = state.mode === "query";
    this.compare_ = byAttributes(namesOf(source.sort), !state.descending);
    this.most_ = { rows: mostRows, bytes: mostBytes };
    this.changes = new Changes(table.TableName, this.moment, { call, redraw, printOf: this.#printOf,
      take: (print, image) => this.#take(print, image) });
  }

  #printOf = (item) => fingerprint(keyOf(this.table, item));

  #take(print, image) {
    const row = image && !this.#given.has(print) ? this.rowOf_(image) : null;
    if (!row) return;
    this.#pending.set(print, row);
    this.#pendingBytes += itemSize(row);
    if (this.#pendingBytes > kMostBytes)
      throw new Error(`The items that changed since then are too large for this page. ${kInstead}`);
  }

  // The page that begins at `start`, as PageWindow wants it. After an error it can be read again.
  async read(start, { signal, limit = undefined }) {
    if (this.#given.size >= this.most_.rows || this.#givenBytes >= this.most_.bytes)
      throw new Error(`This page holds ${countText(this.#given.size)} items of the past, and not more. ${kInstead}`);
    const { operation, body } = this.request_;
    await this.changes.settle(signal);
    const page = await this.call_(operation, { ...body, Limit: body.Limit ?? limit, ReturnConsumedCapacity: "TOTAL",
      ExclusiveStartKey: start ?? undefined }, { signal });
    let units = page.ConsumedCapacity?.CapacityUnits ?? 0;
    await this.changes.see(signal);
    units += await this.#seeGone(this.#unchanged(page.Items), signal);
    await this.changes.see(signal);
    const items = this.#give(this.#unchanged(page.Items), page.LastEvaluatedKey);
    return { items: this.isCount_ ? [] : items, next: page.LastEvaluatedKey, count: items.length,
      scanned: items.length, units };
  }

  #unchanged(items) {
    return items.filter((item) => {
      const print = this.#printOf(item);
      return !this.changes.known.has(print) && !this.#given.has(print);
    });
  }

  // Notes those of the items that the table no longer has. Returns the read units.
  async #seeGone(items, signal) {
    let units = 0;
    const there = await stillThere(this.call_, this.table, items.map((item) => keyOf(this.table, item)), this.#printOf,
      { signal, spent: (more) => { units += more; } });
    for (const item of items) {
      const print = this.#printOf(item);
      if (there.has(print)) continue;
      const then = await itemThen(this.call_, this.table.TableName, keyOf(this.table, item), this.moment, signal);
      this.changes.note(print, then);
    }
    return units;
  }

  // The rows up to the end of the page, with those of the past.
  #give(items, last) {
    const rows = [...items];
    for (const [print, row] of this.#pending) {
      // Rows with equal sort keys have no order that the browser knows, so those at the end wait for the next page.
      if (last && !(this.isOrdered_ && this.compare_(row, last) < 0)) continue;
      rows.push(row);
      this.#pending.delete(print);
      this.#pendingBytes -= itemSize(row);
    }
    if (this.isOrdered_) rows.sort(this.compare_);
    for (const row of rows) {
      this.#given.add(this.#printOf(row));
      if (this.most_.bytes < Infinity) this.#givenBytes += itemSize(row);
    }
    return this.extra_.length ? rows.map((row) => Object.fromEntries(Object.entries(row)
      .filter(([name]) => !this.extra_.includes(name)))) : rows;
  }
}
