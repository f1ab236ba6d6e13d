// Puts many items with BatchWriteItem: 25 at a time, a few batches at once. Writes that the service did not process
// are sent again, with growing pauses. A batch that is refused as a whole is sent one by one, so that a refusal is told
// of the write that caused it.
import { backOff, isOfOneRequest, pause, persist } from "../../base/persist.js";
import { kBatchWriteItems } from "../service_limits.js";
import { canonical } from "../values/values.js";

const kMostBytes = 4 * 1024 * 1024, kAtOnce = 4, kTries = 10;

export class BatchWriter {
  // `keyOf(write)`: a typed map of the key; `written(n)` and `refused(tag, error)` report.
  constructor({ call, tableName, keyOf, written, refused, signal }) {
    this.call = call;
    this.tableName = tableName;
    this.keyOf = keyOf;
    this.written = written;
    this.refused = refused;
    this.signal = signal;
    this.batch = [];
    this.bytes = 0;
    this.keys = new Set();
    this.running = new Set();
  }

  // Adds a PutRequest. One batch cannot name a key twice, so a second write of a key waits for the first.
  async add(write, tag, bytes = 100) {
    this.signal?.throwIfAborted();
    const key = canonical({ M: this.keyOf(write) });
    if (this.keys.has(key)) await this.drain();
    else if (this.batch.length >= kBatchWriteItems || this.bytes + bytes > kMostBytes) await this.flush();
    this.batch.push({ write, tag });
    this.bytes += bytes;
    this.keys.add(key);
  }
  async flush() {
    if (!this.batch.length) return;
    const batch = this.batch;
    this.batch = [];
    this.bytes = 0;
    const running = this.send(batch).finally(() => {
      this.running.delete(running);
      for (const { write } of batch) this.keys.delete(canonical({ M: this.keyOf(write) }));
    });
    running.catch(() => {}); // drain() and the wait below report it
    this.running.add(running);
    if (this.running.size >= kAtOnce) await Promise.race(this.running);
  }
  // Writes all items that were added. Throws the errors of the requests, except for refusals.
  async drain() {
    await this.flush();
    await Promise.all(this.running);
  }

  async send(batch) {
    let left = batch;
    for (let attempt = 0; left.length; ++attempt) {
      this.signal?.throwIfAborted();
      let answer;
      try {
        answer = await persist(() => this.call("BatchWriteItem",
          { RequestItems: { [this.tableName]: left.map(({ write }) => write) } },
          { signal: this.signal }), this.signal);
      } catch (error) {
        if (!isOfOneRequest(error)) throw error;
        return this.sendSingly(left);
      }
      const undone = new Set((answer.UnprocessedItems?.[this.tableName] ?? [])
        .map((write) => canonical({ M: this.keyOf(write) })));
      const next = left.filter(({ write }) => undone.has(canonical({ M: this.keyOf(write) })));
      this.written(left.length - next.length);
      if (next.length && attempt >= kTries) {
        for (const { tag } of next)
          this.refused(tag, new Error("The service did not process this write, even after many tries."));
        return;
      }
      left = next;
      if (left.length) await pause(backOff(attempt), this.signal);
    }
  }
  async sendSingly(batch) {
    for (const { write, tag } of batch) {
      this.signal?.throwIfAborted();
      const body = { TableName: this.tableName, Item: write.PutRequest.Item };
      try {
        await persist(() => this.call("PutItem", body, { signal: this.signal }), this.signal);
        this.written(1);
      } catch (error) {
        if (!isOfOneRequest(error)) throw error;
        this.refused(tag, error);
      }
    }
  }
}
