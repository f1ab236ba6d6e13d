// Reads a whole result or a selection once more, and makes a file of it.
import { call } from "../../api.js";
import { persist } from "../../base/persist.js";
import { exportHead, exportItems } from "../../dynamo/items/export_text.js";

const kPartCharacters = 4 * 1024 * 1024;

export class ExportRun {
  // `result`: {table, request, columns, selection}. `form` is a key of kExports, and `which` "result" or "selection".
  constructor({ table, request, columns, selection }) {
    this.table = table;
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
      const body = { TableName: this.table.TableName, Key: key, ConsistentRead: true };
      const { Item } = await persist(() => call("GetItem", body, { signal: job.signal }), job.signal);
      if (Item) this.#take([Item], job);
      else job.refuse(JSON.stringify(key), "The item is no longer there.");
    }
  }
  async #readResult(job) {
    const { operation, body } = this.request;
    let start;
    do {
      const page = await persist(() =>
        call(operation, { ...body, Limit: undefined, ExclusiveStartKey: start, ReturnConsumedCapacity: "TOTAL" },
          { signal: job.signal }), job.signal);
      this.units += page.ConsumedCapacity?.CapacityUnits ?? 0;
      this.#take(page.Items, job);
      start = page.LastEvaluatedKey;
    } while (start);
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
