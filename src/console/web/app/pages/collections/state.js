// The data that the tab of item collections reads and shows: a table or an index, all of it by Scan or one partition by
// Query.
import { CollectionReader } from "../../dynamo/collections/collection_reader.js";
import { keyValue, views as viewsOf } from "../../dynamo/tables/key_schema.js";
import { stateOfAddress, stateText } from "../../dynamo/query/address.js";
import { fitState, freshState } from "../../dynamo/query/request.js";

export class Collections {
  // `call` sends a request. `judgeOf(view)` makes a Judge. `coloursOf()` resolves with the colours of entities.
  // `seen(items)` gets the items that were read, and `redraw()` is called if something is to be shown.
  constructor(table, { call, judgeOf, coloursOf, seen, redraw }) {
    this.table = table;
    this.call_ = call;
    this.judgeOf_ = judgeOf;
    this.coloursOf_ = coloursOf;
    this.seen_ = seen;
    this.redraw_ = redraw;
    this.views = viewsOf(table);
    this.view = this.views[0];
    this.texts = []; // the texts that the user typed for the partition key
    this.faults = []; // of these texts
    this.reader = null;
    this.judge = null;
    this.colourOf = null;
    this.hidden = new Set(); // names of entities
    this.onlyMarked = false;
    this.fault = null;
    this.abort_ = null;
  }

  get isBusy() { return this.abort_ !== null; }
  stop() { this.abort_?.abort(); }

  // Begins with the partition of `values`, or with the whole table or index without values.
  begin(values) {
    this.reader = new CollectionReader({ call: this.call_, table: this.table, view: this.view, values });
    this.judge = this.judgeOf_(this.view);
    this.hidden = new Set();
    this.onlyMarked = false;
    return this.next();
  }
  // Reads the next page.
  async next() {
    this.stop();
    const own = (this.abort_ = new AbortController()), { reader, judge } = this;
    this.fault = null;
    this.redraw_();
    try {
      this.colourOf ??= await this.coloursOf_();
      const items = await reader.next(own.signal);
      this.seen_(items);
      await judge.take(items, own.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.fault = error;
    }
    if (this.abort_ === own) this.abort_ = null;
    this.redraw_();
  }

  // The shown partition or table, as the query of it that the address and the page of items have.
  get query() {
    const { values } = this.reader;
    return fitState({ ...freshState(), mode: values ? "query" : "scan", index: this.view.name,
      partition: values ? this.texts : [] }, this.table);
  }
  // Whether an address, such as location.hash, has the query that is shown.
  isAt(hash) { return stateText(fitState(stateOfAddress(hash), this.table)) === stateText(this.query); }
  // Shows the query of an address.
  showAddress(hash) {
    const state = fitState(stateOfAddress(hash), this.table);
    this.choose(state.index);
    this.texts = state.mode === "query" ? state.partition : [];
    const values = this.typed();
    if (values !== undefined) this.begin(values);
    else if (!this.reader) this.begin(null); // an address that was edited by hand
  }

  choose(name) {
    this.view = this.views.find((one) => one.name === name);
    this.texts = [];
    this.faults = [];
  }
  // The values of the texts, null if all are empty, or undefined if one has a fault.
  typed() {
    const { partition, types } = this.view, texts = partition.map((_, at) => this.texts[at] ?? "");
    this.faults = [];
    if (texts.every((text) => text === "")) return null;
    const typed = partition.map((name, at) => keyValue(types[name] ?? "S", texts[at]));
    this.faults = typed.map((one) => one.fault);
    return this.faults.some(Boolean) ? undefined : typed.map((one) => one.value);
  }
  typePartition(band) {
    this.texts = band.key.map((value) => String(Object.values(value)[0]));
    this.faults = [];
  }

  toggle(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
  }
  isShown(item) {
    return !this.hidden.has(this.judge.nameOf(item)) && (!this.onlyMarked || this.judge.findings(item).length > 0);
  }
  // An item was written: shows `now` in its place, or removes it.
  replace(reader, item, now) {
    reader.replace(item, now);
    if (now && reader === this.reader) this.judge.take([now]).catch(() => {}).then(this.redraw_);
  }
}
