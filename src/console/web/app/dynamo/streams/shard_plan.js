// Which shards of a stream to read, and when: a shard's children only after the shard has ended, so that the changes of
// an item come in their order.

export class ShardPlan {
  // `from`: "LATEST" or "TRIM_HORIZON".
  constructor(from) {
    this.from_ = from;
    this.known_ = new Map(); // id -> {parent, state: "waiting" | "reading" | "ended"}
    this.isFirst_ = true;
  }

  // Takes the shards of DescribeStream, and returns those to begin with: [{shard, iterator}].
  learn(shards) {
    const ids = new Set(shards.map((one) => one.ShardId));
    for (const one of shards) {
      if (this.known_.has(one.ShardId)) continue;
      const isClosed = one.SequenceNumberRange?.EndingSequenceNumber !== undefined;
      // If the first reading starts at the newest record, the records of closed shards are too old.
      const isPast = this.isFirst_ && this.from_ === "LATEST" && isClosed;
      this.known_.set(one.ShardId, { parent: one.ParentShardId, state: isPast ? "ended" : "waiting" });
    }
    // A shard that was trimmed away is of no more interest.
    for (const id of [...this.known_.keys()])
      if (!ids.has(id) && this.known_.get(id).state === "ended") this.known_.delete(id);
    const begun = [];
    for (const [id, one] of this.known_) {
      const parent = this.known_.get(one.parent);
      if (one.state !== "waiting" || (parent && parent.state !== "ended")) continue;
      one.state = "reading";
      // All records of a shard that appeared later are new.
      begun.push({ shard: id, iterator: this.isFirst_ ? this.from_ : "TRIM_HORIZON" });
    }
    this.isFirst_ = false;
    return begun;
  }

  end(shard) {
    const one = this.known_.get(shard);
    if (one) one.state = "ended";
  }
}

// How long to wait after a round that had this many records, in milliseconds: short after records, longer without.
export function nextPause(pause, records) {
  return records > 0 ? 250 : Math.min(Math.max(pause, 250) * 1.6, 5000);
}

// Whether a record passes the filters: event names ("" for all) and a text that its key must have.
export function passes(record, { event, keyText }) {
  if (event && record.eventName !== event) return false;
  if (!keyText) return true;
  const wanted = keyText.toLowerCase();
  return Object.values(record.dynamodb?.Keys ?? {})
    .some((value) => String(Object.values(value)[0]).toLowerCase().includes(wanted));
}
