// Merges the pages of several requests, such as those of a partition key's shards, into one sorted sequence. An item is
// given out only if no request can still give one that comes before it.

export class Merge {
  constructor(count, compare) {
    this.sources_ = Array.from({ length: count }, () => ({ items: [], at: 0, isDone: false }));
    this.compare_ = compare;
  }

  add(source, items, isDone) {
    const one = this.sources_[source];
    one.items = one.items.slice(one.at).concat(items);
    one.at = 0;
    one.isDone = isDone;
  }

  // The requests whose next page must come before more items are given out.
  waiting() {
    return this.sources_.flatMap((one, at) => (!one.isDone && one.at === one.items.length ? [at] : []));
  }
  get isDone() {
    return this.sources_.every((one) => one.isDone && one.at === one.items.length);
  }

  // The remaining items of one request, without a regard for the others.
  takeFrom(source) {
    const one = this.sources_[source];
    const items = one.items.slice(one.at);
    one.at = one.items.length;
    return items;
  }

  // The next items in order, at most `limit`.
  take(limit = Infinity) {
    const out = [];
    while (out.length < limit && this.waiting().length === 0) {
      let best = null;
      for (const one of this.sources_) {
        if (one.at === one.items.length) continue;
        if (best === null || this.compare_(one.items[one.at], best.items[best.at]) < 0) best = one;
      }
      if (best === null) break;
      out.push(best.items[best.at++]);
    }
    return out;
  }
}
