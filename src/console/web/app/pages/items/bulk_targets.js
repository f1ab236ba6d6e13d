// The items of a bulk work: their keys, and the fingerprint of each item as it was shown. They are collected before the
// first write, so that exactly the items that the dialog counts are written.
import { call } from "../../api.js";
import { persist } from "../../base/persist.js";
import { countText, plural } from "../../base/text.js";
import { kMostCompared } from "../../dynamo/items/edit.js";
import { unitsText } from "../../dynamo/query/cost.js";
import { requestOf } from "../../dynamo/query/request.js";
import { keyOf } from "../../dynamo/tables/keys.js";
import { fingerprint, shownNames } from "../../dynamo/values/fingerprint.js";
import { m } from "../../m.js";
import { fault as faultView } from "../../ui/fault.js";
import { Job, JobView } from "./job.js";

const kMostTargets = 200_000, kShownTargets = 5;

export const readNow = (table, key, signal, retrying) => persist(() =>
  call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true }, { signal }), signal, retrying);

export class Targets {
  // `target` is {rows, state}: rows of a run, as they are shown; {state}: the whole result of a query, which is read
  // again; or {keys}: items that are read one by one.
  constructor(table, target) {
    this.table = table;
    this.target = target;
    this.all = [];
    this.shown = [];
    this.wide = 0;
    this.gone = 0;
    this.units = 0;
    this.more = false;
    this.job = new Job();
    // The attributes that are compared: their names, or null for all of them. A result is read again without its
    // projection.
    this.names = target.keys ? null
      : shownNames(table, target.rows ? target.state : { ...target.state, projection: "" });
  }
  get count() { return this.all.length; }

  collect() {
    return this.job.run(async (job) => {
      if (this.target.keys) await this.#readOneByOne(job);
      else if (this.target.rows) this.target.rows.forEach((row) => this.#add(row));
      else await this.#readResult(job);
      for (const { key, print } of this.all.slice(0, kShownTargets)) {
        const { Item } = await readNow(this.table, key, job.signal);
        if (Item) this.shown.push({ item: Item, isChanged: fingerprint(Item, this.names) !== print });
      }
    });
  }
  #add(row) {
    if (Object.keys(row).length > kMostCompared) this.wide += 1;
    this.all.push({ key: keyOf(this.table, row), print: fingerprint(row, this.names) });
  }
  async #readResult(job) {
    const { operation, body } = requestOf({ ...this.target.state, projection: "", count: false, limit: "" },
      this.table);
    let start;
    do {
      const page = await persist(() =>
        call(operation, { ...body, ExclusiveStartKey: start, ReturnConsumedCapacity: "TOTAL" }, { signal: job.signal }),
        job.signal);
      for (const item of page.Items) this.#add(item);
      this.units += page.ConsumedCapacity?.CapacityUnits ?? 0;
      start = page.LastEvaluatedKey;
      job.tick();
    } while (start && this.count < kMostTargets);
    this.more = !!start;
  }
  async #readOneByOne(job) {
    for (const key of this.target.keys) {
      const { Item } = await readNow(this.table, key, job.signal);
      if (Item) this.#add(Item);
      else this.gone += 1;
      job.tick();
    }
  }

  view() {
    const { job } = this;
    if (job.state === "running") {
      const text =
        `Finding the items: ${countText(this.count)} so far${this.units ? `, ${unitsText(this.units)}` : ""}.`;
      return m(JobView, { job, text });
    }
    if (job.state === "stopped") return m(".notice.error", { role: "alert" }, "Stopped: nothing was written.");
    if (job.state === "failed") return faultView(job.fault, { more: m("div", "Nothing was written.") });
    return m(".stack", [
      m("p", m("strong", plural(this.count, "item")), this.units ? ` (found with ${unitsText(this.units)})` : ""),
      this.gone ? m(".notice", `${plural(this.gone, "item")} more are gone already.`) : null,
      this.more ? m(".notice.warn", `The result has more items than these. One run takes the first ` +
        `${countText(this.count)}; run it again for the next ones.`) : null,
    ]);
  }
}
