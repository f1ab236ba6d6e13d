// The restores that were begun by these pages, each followed until its table is ACTIVE.
import { parseMetrics } from "../../machine/metrics.js";

const kFirstWaitMs = 300, kLongestWaitMs = 5000;

export class Restores {
  // `metrics` gives the text of the server's metrics, or is null for an endpoint without metrics.
  constructor({ call, metrics, sleep, redraw }) {
    this.call_ = call;
    this.metrics_ = metrics;
    this.sleep_ = sleep;
    this.redraw_ = redraw;
    // The newest first: {name, from, state: "restoring"|"done"|"gone"|"failed", done, all, items, fault}. `done` and
    // `all` are items of the work under way, and `items` those of the new table.
    this.list = [];
  }

  // Resolves with the entry when the table is ACTIVE, is not there any more, or cannot be read. `from` names the source
  // of the restore.
  async follow(name, from) {
    const one = { name, from, state: "restoring", done: null, all: null, items: null, fault: null };
    this.list.unshift(one);
    this.redraw_();
    for (let wait = kFirstWaitMs; one.state === "restoring" && this.list.includes(one);
      wait = Math.min(wait * 1.5, kLongestWaitMs)) {
      await this.sleep_(wait);
      await this.#look(one);
      this.redraw_();
    }
    return one;
  }
  async #look(one) {
    try {
      const { Table } = await this.call_("DescribeTable", { TableName: one.name });
      one.fault = null;
      if (Table.TableStatus === "ACTIVE") Object.assign(one, { state: "done", items: Table.ItemCount });
      else await this.#measure(one);
    } catch (error) {
      one.fault = error;
      if (error.code === "ResourceNotFoundException") one.state = "gone";
      // A server that does not answer may do so later.
      else if (error.code === "AccessDeniedException") one.state = "failed";
    }
  }
  async #measure(one) {
    if (!this.metrics_) return;
    const samples = parseMetrics(await this.metrics_().catch(() => ""));
    const find = (name) => samples.find((sample) => sample.name === name && sample.labels.job === "restore" &&
      sample.labels.table === one.name)?.value ?? null;
    one.done = find("partita_job_items_done");
    one.all = find("partita_job_items");
  }

  clear() { this.list = []; }
  forget(one) { this.list = this.list.filter((other) => other !== one); }
  get isUnderWay() { return this.list.some(({ state }) => state === "restoring"); }
}
