// Follows a stream: reads its shards round by round, begins with children when their parents end, waits longer while no
// records come, and keeps the newest records only. `call` sends a request, so that tests can answer themselves.
import { allEnded } from "../../base/all_ended.js";
import { ShardPlan, nextPause } from "./shard_plan.js";

const kMostRecords = 1000;
const kMostBytes = 32 << 20; // images may have 400 KB each
const kLookForShards = 10_000; // milliseconds between two looks for new shards while no shard ends
const kAtATime = 8;

export class StreamTail {
  // `onchange` is called after each round. `sleep(milliseconds, signal)` and `now()` are the clock's.
  constructor({ call, arn, from, onchange, sleep, now = Date.now }) {
    this.call = call;
    this.arn = arn;
    this.from = from;
    this.onchange = onchange;
    this.sleep = sleep;
    this.now = now;
    this.records = []; // newest last: {number, shard, record, at}
    this.state = "idle"; // "reading", "paused", "ended", "failed"
    this.fault = null;
    this.notices = [];
    this.seen = 0;
    this.dropped = 0;
    this.pause_ms = 250;
    this.viewType = null;
    this.bytes_ = 0;
    this.plan_ = new ShardPlan(from);
    this.shards_ = new Map(); // id -> {iterator, last: sequence number, type}
    this.looked_ = -Infinity;
    this.hasEnded_ = true;
  }

  get shardCount() {
    return this.shards_.size;
  }

  // Begins or goes on; returns when the tail pauses, fails or ends.
  async run() {
    if (this.state === "reading") return;
    this.abort_ = new AbortController();
    const { signal } = this.abort_;
    this.state = "reading";
    this.fault = null;
    this.pause_ms = 250;
    this.onchange();
    try {
      while (!signal.aborted && this.state === "reading") {
        const count = await this.round_(signal);
        if (signal.aborted) return;
        this.pause_ms = nextPause(this.pause_ms, count);
        this.onchange();
        if (this.state === "reading") await this.sleep(this.pause_ms, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      this.state = "failed";
      this.fault = error;
      this.onchange();
    }
  }
  stop() {
    if (this.state === "reading") this.state = "paused";
    this.abort_?.abort();
    this.onchange();
  }
  clear() {
    this.records = [];
    this.bytes_ = 0;
    this.dropped = 0;
  }

  async round_(signal) {
    if (this.hasEnded_ || this.now() - this.looked_ > kLookForShards) await this.look_(signal);
    const ids = [...this.shards_.keys()];
    let count = 0;
    for (let at = 0; at < ids.length; at += kAtATime)
      for (const got of await allEnded(ids.slice(at, at + kAtATime).map((id) => this.read_(id, signal))))
        count += got;
    if (this.shards_.size === 0 && !this.hasEnded_ && this.isDisabled_) this.state = "ended";
    return count;
  }

  async look_(signal) {
    const shards = [];
    let start;
    do {
      const { StreamDescription: one } = await this.call("Streams.DescribeStream",
        start ? { StreamArn: this.arn, ExclusiveStartShardId: start } : { StreamArn: this.arn }, { signal });
      shards.push(...one.Shards);
      this.viewType = one.StreamViewType;
      this.isDisabled_ = one.StreamStatus === "DISABLED";
      start = one.LastEvaluatedShardId;
    } while (start);
    this.hasEnded_ = false;
    this.looked_ = this.now();
    for (const { shard, iterator } of this.plan_.learn(shards))
      this.shards_.set(shard, { iterator: null, last: null, type: iterator });
  }

  async open_(id, one, signal) {
    const place = one.last
      ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: one.last } : { ShardIteratorType: one.type };
    const answer = await this.call("Streams.GetShardIterator", { StreamArn: this.arn, ShardId: id, ...place },
      { signal });
    one.iterator = answer.ShardIterator;
  }

  async read_(id, signal) {
    const one = this.shards_.get(id);
    let answer;
    try {
      if (one.iterator === null) await this.open_(id, one, signal);
      answer = await this.call("Streams.GetRecords", { ShardIterator: one.iterator, Limit: 1000 }, { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      if (error.code === "ExpiredIteratorException") {
        if (!one.last && one.type === "LATEST")
          this.note_("A shard's place was lost in a long pause, so that changes of this pause may be missing.");
        one.iterator = null;
        return 0;
      }
      if (error.code === "TrimmedDataAccessException") {
        this.note_("Some changes are older than 24 hours and are gone.");
        Object.assign(one, { iterator: null, last: null, type: "TRIM_HORIZON" });
        return 0;
      }
      // Too many readers of a shard are told to wait; the next round comes later.
      if (["LimitExceededException", "ProvisionedThroughputExceededException", "ThrottlingException"]
        .includes(error.code)) return 0;
      throw error;
    }
    for (const record of answer.Records) this.keep_(id, record);
    if (answer.Records.length > 0) one.last = answer.Records.at(-1).dynamodb.SequenceNumber;
    one.iterator = answer.NextShardIterator ?? null;
    if (one.iterator === null) {
      this.shards_.delete(id);
      this.plan_.end(id);
      this.hasEnded_ = true;
    }
    return answer.Records.length;
  }

  note_(text) {
    if (!this.notices.includes(text)) this.notices.push(text);
  }
  keep_(shard, record) {
    this.records.push({ number: ++this.seen, shard, record });
    this.bytes_ += record.dynamodb.SizeBytes ?? 0;
    let drop = 0;
    while (this.records.length - drop > kMostRecords || (this.bytes_ > kMostBytes && drop < this.records.length - 1))
      this.bytes_ -= this.records[drop++].record.dynamodb.SizeBytes ?? 0;
    if (drop > 0) this.records.splice(0, drop);
    this.dropped += drop;
  }
}

// Waits; the signal ends the wait early.
export function sleep(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });
}
