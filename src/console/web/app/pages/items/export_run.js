// Reads a whole result or a selection once more, and makes a file of it.
import { call } from "../../api.js";
import { persist } from "../../base/persist.js";
import { itemThen } from "../../dynamo/past/item_then.js";
import { PastAnswer } from "../../dynamo/past/past_answer.js";
import { exportHead, exportItems } from "../../dynamo/items/export_text.js";

const kPartCharacters = 4 * 1024 * 1024;
const kMostPastRows = 1_000_000; // whose keys a run remembers

// Sends the requests of a job again after throttling.
const patientCall = ({ signal }) => (operation, body, options) =>
  persist(() => call(operation, body, options), signal);

export class ExportRun {
  // `result`: {table, state, request, past, columns, selection}. `form` is a key of kExports, and `which` "result" or
  // "selection".
  constructor({ table, state, request, past, columns, selection }) {
    this.table = table;
    this.state_ = state;
    this.moment_ = past?.moment;
    this.request = request;
    this.selection = selection;
    this.form = "typed";
    this.which = selection.size ? "selection" : "result";
    this.columns = columns.shown();
    this.tops_ = new Set(columns.all().map((one) => one.path[0]));
    this.count = 0; // items so far
    this.bytes = 0;
    this.units = 0;
    this.outside = 0; // items with attributes that no column shows
    this.parts_ = [];
    this.text_ = "";
  }

  // How much is done, or undefined if the end is unknown.
  get part() { return this.which === "selection" ? this.count / this.selection.size : undefined; }

  // Returns the file as a Blob.
  async work(job) {
    this.text_ = exportHead(this.form, this.columns);
    if (this.which === "selection") await this.#readSelection(job);
    else await this.#readResult(job);
    const blob = new Blob([...this.parts_, this.text_]);
    this.bytes = blob.size;
    return blob;
  }
  async #readSelection(job) {
    for (const key of this.selection.keys) {
      const item = await this.#readOne(key, patientCall(job), job.signal);
      if (item) this.#take([item], job);
      else job.refuse(JSON.stringify(key), "The item is no longer there.");
    }
  }
  async #readOne(key, patient, signal) {
    const { TableName } = this.table;
    if (this.moment_) return itemThen(patient, TableName, key, this.moment_, signal);
    return (await patient("GetItem", { TableName, Key: key, ConsistentRead: true }, { signal })).Item;
  }
  async #readResult(job) {
    const patient = patientCall(job);
    const read = this.moment_ ? this.#pastPages(patient, job) : this.#pagesOfNow(patient, job);
    let start;
    do {
      const { items, next, units } = await read(start);
      this.units += units;
      this.#take(items, job);
      start = next;
    } while (start);
  }
  #pagesOfNow(patient, { signal }) {
    const { operation, body } = this.request;
    return async (start) => {
      const page = await patient(operation,
        { ...body, Limit: undefined, ExclusiveStartKey: start, ReturnConsumedCapacity: "TOTAL" }, { signal });
      return { items: page.Items, next: page.LastEvaluatedKey, units: page.ConsumedCapacity?.CapacityUnits ?? 0 };
    };
  }
  #pastPages(patient, { signal }) {
    const answer = new PastAnswer(this.table, { ...this.state_, limit: "" },
      { call: patient, mostRows: kMostPastRows });
    return (start) => answer.read(start, { signal });
  }
  #take(items, job) {
    this.text_ += exportItems(this.form, items, this.columns);
    this.count += items.length;
    const isOutside = (item) => Object.keys(item).some((name) => !this.tops_.has(name));
    if (this.form === "csv") this.outside += items.filter(isOutside).length;
    if (this.text_.length > kPartCharacters) {
      // The browser may keep a Blob on disk, so one Blob of all parts so far holds no text in memory.
      this.parts_ = [new Blob([...this.parts_, this.text_])];
      this.bytes = this.parts_[0].size;
      this.text_ = "";
    }
    job.tick();
  }
}
