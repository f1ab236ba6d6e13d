// A table of tests with its history, and the operations of a server on it: a map of items, and all changes with their
// times. Keys: pk (S) and sk (N); `by` is a global index of colour (S) and n (N) with the title, `local` a local one of
// pk and n with only the keys.
import { compareValues } from "../../../../../src/console/web/app/dynamo/values/order.js";

const keys = (...names) => names.map((AttributeName, at) => ({ AttributeName, KeyType: at ? "RANGE" : "HASH" }));
export const kTable = { TableName: "t", KeySchema: keys("pk", "sk"),
  AttributeDefinitions: [["pk", "S"], ["sk", "N"], ["colour", "S"], ["n", "N"]]
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  GlobalSecondaryIndexes: [{ IndexName: "by", KeySchema: keys("colour", "n"),
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["title"] } }],
  LocalSecondaryIndexes: [{ IndexName: "local", KeySchema: keys("pk", "n"),
    Projection: { ProjectionType: "KEYS_ONLY" } }] };
const kSources = { "": ["pk", "sk"], by: ["colour", "n"], local: ["pk", "n"] };
const kHeld = { by: ["pk", "sk", "colour", "n", "title"], local: ["pk", "sk", "n"] };

const only = (item, names) => Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
export const textOf = ({ pk, sk }) => `${pk.S} ${sk.N}`;
// A number that puts items in an order apart from their keys, as a Scan does.
const scrambled = (text) => [...text].reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0), 16777619), 77) >>> 0;

export class PastTable {
  constructor(random) {
    this.random = random;
    this.now = 1_000_000; // milliseconds
    this.items = new Map();
    this.changes = []; // {time, text, key, old, now}
    this.asked = [];
    this.onCall = () => {}; // called before and after each answer
  }

  write(key, item) {
    this.now += Math.floor(this.random() * 300);
    const text = textOf(key), old = this.items.get(text) ?? null;
    if (item) this.items.set(text, item);
    else this.items.delete(text);
    if (old || item) this.changes.push({ time: this.now, text, key: only(key, ["pk", "sk"]), old, now: item });
  }
  // The items at a time: those of now, with all changes taken back.
  at(time) {
    const items = new Map(this.items);
    for (const { time: changed, text, old } of this.changes.toReversed()) {
      if (changed < time) break;
      if (old) items.set(text, old);
      else items.delete(text);
    }
    return items;
  }

  // The answer of `items`, whole and in order. `query`: {index, matches, partition, descending, isQuery, names}.
  answer(items, { index, matches, partition, isQuery, descending, names }) {
    const [hash, range] = kSources[index];
    const isWhole = index === "" || (index === "local" && names?.some((name) => !kHeld.local.includes(name)));
    const entries = [...items.values()].filter((item) => item[hash] && item[range] &&
      (!isQuery || item[hash].S === partition)).map((item) => (isWhole ? item : only(item, kHeld[index])));
    const order = (a, b) => (isQuery ? compareValues(a[range], b[range]) * (descending ? -1 : 1) : 0) ||
      scrambled(textOf(a)) - scrambled(textOf(b));
    return { order, entries: entries.sort(order),
      rows: entries.filter(matches).map((item) => (names ? only(item, [...names, "pk", "sk"]) : item)) };
  }

  async call(operation, body, query) {
    this.asked.push(operation);
    await this.onCall();
    const answer = structuredClone(this[operation.replace("Partita.", "")](body, query));
    await this.onCall();
    return answer;
  }
  #page(body, query) {
    const { order, entries } = this.answer(this.items, query);
    const rest = entries.filter((one) => !body.ExclusiveStartKey || order(one, body.ExclusiveStartKey) > 0);
    const page = rest.slice(0, body.Limit), [last] = page.slice(-1);
    const names = body.ProjectionExpression?.split(", ").map((one) => body.ExpressionAttributeNames[one]);
    const Items = page.filter(query.matches).map((one) => (names ? only(one, names) : one));
    return { Items, Count: Items.length, LastEvaluatedKey: page.length === body.Limit
      ? only(last, ["pk", "sk", ...kSources[query.index]]) : undefined };
  }
  Query(body, query) { return this.#page(body, query); }
  Scan(body, query) { return this.#page(body, query); }
  BatchGetItem({ RequestItems: { t: { Keys } } }) {
    const most = 1 + Math.floor(this.random() * Keys.length);
    return { Responses: { t: Keys.slice(0, most).filter((key) => this.items.has(textOf(key))) },
      UnprocessedKeys: most < Keys.length ? { t: { Keys: Keys.slice(most) } } : {} };
  }
  DescribeContinuousBackups() {
    return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED",
      EarliestRestorableDateTime: 1000, LatestRestorableDateTime: Math.floor(this.now / 1000) } } };
  }
  ListItemVersions({ Key, StartTime }) {
    const Item = this.at(StartTime * 1000).get(textOf(Key));
    return { Versions: Item ? [{ Item }] : [] };
  }
  ListChangedItems({ StartTime, EndTime, NextToken }) {
    const [end, from] = NextToken?.split(" ").map(Number) ?? [EndTime ? EndTime * 1000 : this.now + 1, 0];
    const found = new Map();
    for (const { time, text, key, old } of this.changes)
      if (time >= StartTime * 1000 && time < end && !found.has(text)) found.set(text, { Key: key, OldImage: old });
    const then = this.at(end);
    const all = [...found].filter(([text, { OldImage }]) => OldImage || then.has(text)).sort().map(([, one]) => one);
    return { ChangedItems: all.slice(from, from + 4),
      NextToken: all.length > from + 4 ? `${end} ${from + 4}` : undefined };
  }
}
