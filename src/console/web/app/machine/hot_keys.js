// The hot keys of ListHotKeys' answer in the order in which they matter, their rates, and the queries of them.
import { freshState } from "../dynamo/query/request.js";
import { sourceOf } from "../dynamo/tables/keys.js";

// A share of few requests says little: a table that was asked once has one key, with all of its requests.
export const kFewRequests = 100;

// [{...hot key, own: the requests that name the key, isFew}], those first that the most requests name for certain: so a
// key with a share of many requests is before one that has all of few.
export function orderedHotKeys(keys) {
  const surely = ({ LeastShare, Requests }) => LeastShare * Requests;
  return [...keys].sort((a, b) => surely(b) - surely(a))
    .map((one) => ({ ...one, own: one.Share * one.Requests, isFew: one.Share * one.Requests < kFewRequests }));
}

const identityOf = ({ Table, Index, Rule, Key }) => JSON.stringify([Table, Index ?? "", Rule, Key]);

// The requests a second that name each key, from the growth of the counts between two answers. The server halves its
// counts every minute, so a count alone falls under a steady load. An answer with a count that fell, which comes after
// such a halving, leaves the rate of before.
export class HotKeyRates {
  #before = new Map(); // of an identity: {requests, own}
  #seconds = 0;
  #rates = new Map();

  see(keys, seconds) {
    const passed = seconds - this.#seconds, now = new Map(), rates = new Map();
    for (const one of keys) {
      const id = identityOf(one), own = one.Share * one.Requests, before = this.#before.get(id);
      now.set(id, { requests: one.Requests, own });
      if (!before || passed <= 0) continue;
      if (one.Requests >= before.requests) rates.set(id, Math.max(0, own - before.own) / passed);
      else if (this.#rates.has(id)) rates.set(id, this.#rates.get(id));
    }
    this.#before = now;
    this.#seconds = seconds;
    this.#rates = rates;
  }
  // Requests a second, or NaN before the second answer that has the key.
  of(one) { return this.#rates.get(identityOf(one)) ?? NaN; }
}

// The state of a Query of a hot key's partition, or of the whole key; null if it does not name the partition.
export function queryOfHotKey(table, { Index, Key }) {
  if (!Key) return null;
  const source = sourceOf(table, Index ?? ""), text = (name) => Object.values(Key[name])[0];
  if (source.name !== (Index ?? "") || !source.partition.every(({ name }) => Key[name])) return null;
  return { ...freshState(), mode: "query", index: source.name,
    partition: source.partition.map(({ name }) => text(name)),
    sort: source.sort.map(({ name }) =>
      (Key[name] ? { op: "=", from: text(name), to: "" } : { op: "", from: "", to: "" })) };
}
