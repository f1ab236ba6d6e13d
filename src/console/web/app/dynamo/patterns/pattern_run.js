// Sends the requests of an access pattern, reads on page by page, and counts the results of each request. Several
// Queries of one index, such as those of a key's shards, are merged in the order of its sort key.
import { allEnded } from "../../base/all_ended.js";
import { Merge } from "../../base/merge.js";
import { byAttributes } from "../values/order.js";

const kMostRounds = 20; // pages without a result that are read before the user is asked again

const isPaged = (request) => request.Operation === "Query" || request.Operation === "Scan";

// The order in which the requests' items can be merged: a comparison, or null.
export function sharedOrder(requests, sortKey) {
  const [first] = requests;
  if (requests.length < 2 || sortKey.length === 0) return null;
  const isOne = requests.every(({ Operation, Body }) => Operation === "Query" &&
    Body.TableName === first.Body.TableName &&
    Body.IndexName === first.Body.IndexName &&
    (Body.ScanIndexForward ?? true) === (first.Body.ScanIndexForward ?? true));
  return isOne ? byAttributes(sortKey, first.Body.ScanIndexForward ?? true) : null;
}

function unitsOf(answer) {
  const all = answer.ConsumedCapacity ? [answer.ConsumedCapacity].flat() : [];
  return all.length === 0 ? null : all.reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
}
function itemsOf(answer) {
  if (answer.Items) return answer.Items;
  if (answer.SearchResults) return answer.SearchResults.map((one) => one.Item);
  if (answer.Item) return [answer.Item];
  if (answer.Responses && !Array.isArray(answer.Responses)) return Object.values(answer.Responses).flat();
  if (Array.isArray(answer.Responses)) return answer.Responses.flatMap((one) => (one.Item ? [one.Item] : []));
  return answer.Attributes ? [answer.Attributes] : [];
}
const unprocessed = (answer) => {
  const left = answer.UnprocessedKeys ?? answer.UnprocessedItems;
  return left && Object.keys(left).length > 0 ? left : null;
};

export class PatternRun {
  // `sortKey`: the names of the sort key attributes of the index that is read.
  constructor({ call, requests, sortKey = [], now = () => performance.now() }) {
    this.call_ = call;
    this.requests = requests;
    this.now_ = now;
    const order = sharedOrder(requests, sortKey);
    this.isMerged = order !== null;
    this.merge_ = new Merge(requests.length, order ?? (() => 0));
    this.items = [];
    this.isDone = false;
    this.stats = requests.map((request) =>
      ({ request, pages: 0, evaluated: null, returned: 0, units: null, ms: 0, next: undefined, isDone: false,
        answer: null }));
  }

  async send_(at, signal) {
    const one = this.stats[at];
    const { Operation, Body } = one.request;
    const body = one.retry ?? { ...Body, ...(one.next ? { ExclusiveStartKey: one.next } : {}) };
    const start = this.now_();
    let answer;
    try {
      answer = await this.call_(Operation, body, { signal });
    } finally {
      one.ms += this.now_() - start;
    }
    const items = itemsOf(answer);
    ++one.pages;
    one.returned += items.length;
    if (answer.ScannedCount !== undefined) one.evaluated = (one.evaluated ?? 0) + answer.ScannedCount;
    const units = unitsOf(answer);
    if (units !== null) one.units = (one.units ?? 0) + units;
    one.next = answer.LastEvaluatedKey;
    const left = unprocessed(answer);
    one.retry = left ? { ...Body, RequestItems: left } : null;
    one.isDone = left === null && !(isPaged(one.request) && one.next);
    one.answer = answer;
    this.merge_.add(at, items, one.isDone);
  }

  // Reads until there are more items or all is read.
  async next(signal) {
    const before = this.items.length;
    for (let round = 0; round < kMostRounds && !this.isDone && this.items.length === before; ++round) {
      const waiting = this.merge_.waiting();
      // Without a shared order the requests are carried out one after another, and writes always are.
      const sources = this.isMerged ? waiting : waiting.slice(0, 1);
      await allEnded(sources.map((at) => this.send_(at, signal)));
      if (this.isMerged) this.items.push(...this.merge_.take());
      else for (const at of sources) this.items.push(...this.merge_.takeFrom(at));
      this.isDone = this.merge_.isDone;
    }
  }

  get totals() {
    const sum = (name) => this.stats.reduce((all, one) => (one[name] === null ? all : (all ?? 0) + one[name]), null);
    return { pages: sum("pages"), evaluated: sum("evaluated"), returned: sum("returned"), units: sum("units"),
      ms: sum("ms") };
  }
}
