// Sends PartiQL statements, one by one or together, and reads on by NextToken. The answers are kept by statement.
import { together } from "./parameters.js";

export class StatementRun {
  // `bodies`: {Statement, Parameters?} of each; `mode`: "each", "batch" or "transaction".
  constructor({ call, bodies, mode, limit, now = () => performance.now() }) {
    this.call_ = call;
    this.mode = mode;
    this.limit_ = limit;
    this.now_ = now;
    this.results = bodies.map((body, at) =>
      ({ at, body, items: [], pages: 0, units: null, ms: 0, next: undefined, fault: null, isDone: false }));
    this.fault = null; // of all together
    this.ms = 0;
    this.units = null;
  }

  async timed_(operation, body, signal) {
    const start = this.now_();
    try {
      return await this.call_(operation, body, { signal });
    } finally {
      this.ms += this.now_() - start;
    }
  }
  count_(one, consumed) {
    const units = [consumed ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
    if (!consumed) return;
    if (one) one.units = (one.units ?? 0) + units;
    this.units = (this.units ?? 0) + units;
  }

  async run(signal) {
    if (this.mode === "each") {
      // A statement that fails stops the run, because those behind it may rely on it.
      for (const one of this.results) {
        await this.next(one, signal);
        if (one.fault) return;
      }
      return;
    }
    const { operation, body, fault } = together(this.results.map((one) => one.body), this.mode);
    if (fault) {
      this.fault = Object.assign(new Error(fault), { code: "Not sent" });
      return;
    }
    try {
      const answer = await this.timed_(operation, body, signal);
      this.count_(null, answer.ConsumedCapacity);
      (answer.Responses ?? []).forEach((response, at) => {
        const one = this.results[at];
        one.pages = 1;
        one.isDone = true;
        if (response.Item) one.items.push(response.Item);
        if (response.Error) one.fault = Object.assign(new Error(response.Error.Message), { code: response.Error.Code });
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      this.fault = error;
      // A transaction that is cancelled says for each statement why.
      (error.body?.CancellationReasons ?? []).forEach((reason, at) => {
        if (reason.Code && reason.Code !== "None" && this.results[at])
          this.results[at].fault = Object.assign(new Error(reason.Message ?? ""), { code: reason.Code });
      });
    }
  }

  // The first or next page of one statement.
  async next(one, signal) {
    one.fault = null;
    const before = this.ms;
    try {
      const answer = await this.timed_("ExecuteStatement", { ...one.body, ReturnConsumedCapacity: "TOTAL",
        ...(this.limit_ && /^\s*select\b/i.test(one.body.Statement) ? { Limit: this.limit_ } : {}),
        ...(one.next ? { NextToken: one.next } : {}) }, signal);
      one.items.push(...(answer.Items ?? []));
      ++one.pages;
      one.next = answer.NextToken;
      one.isDone = !one.next;
      this.count_(one, answer.ConsumedCapacity);
    } catch (error) {
      if (signal?.aborted) throw error;
      one.fault = error;
    } finally {
      one.ms += this.ms - before;
    }
  }
}
