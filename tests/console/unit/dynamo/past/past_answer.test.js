import assert from "node:assert/strict";
import { test } from "node:test";
import { PastAnswer } from "../../../../../src/console/web/app/dynamo/past/past_answer.js";
import { fieldText } from "../../../../../src/console/web/app/dynamo/backups/moments.js";
import { fitState, freshState } from "../../../../../src/console/web/app/dynamo/query/request.js";
import { kTable, PastTable, textOf } from "./past_table.js";

// mulberry32, so that a failure comes again.
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const kColours = ["red", "green", "blue"];

class Trial {
  constructor(seed) {
    this.random = randomOf(seed);
    this.table = new PastTable(this.random);
    this.went = new Set(); // the keys that went during the read of a page
  }
  below(count) { return Math.floor(this.random() * count); }
  pick(list) { return list[this.below(list.length)]; }
  write() {
    const key = { pk: { S: this.pick(["a", "b"]) }, sk: { N: String(this.below(12)) } };
    if (this.below(3) === 0) {
      if (this.went.has(textOf(key))) return;
      this.went.add(textOf(key));
      return this.table.write(key, null);
    }
    const item = { ...key, title: { S: `title ${this.below(4)}` }, other: { N: String(this.below(3)) } };
    if (this.below(4)) item.colour = { S: this.pick(kColours) };
    if (this.below(5)) item.n = { N: String(this.below(6) - 2) };
    this.table.write(key, item);
  }
  // A query as the builder's state, and as functions of their own.
  query() {
    const index = this.pick(["", "by", "local"]), isQuery = this.below(3) > 0;
    const partition = index === "by" ? this.pick(kColours) : this.pick(["a", "b"]);
    const state = { ...freshState(), mode: isQuery ? "query" : "scan", index, partition: [partition],
      descending: isQuery && this.below(2) === 0, count: this.below(8) === 0, limit: this.pick(["", "1", "3", "5"]) };
    const tests = [], range = index ? "n" : "sk", most = this.below(6);
    if (isQuery && this.below(2)) {
      state.sort = [{ op: "<=", from: String(most), to: "" }];
      tests.push((item) => Number(item[range].N) <= most);
    }
    if (this.below(2)) {
      const title = `title ${this.below(4)}`;
      state.filter = { join: "AND", rules: [{ path: "title", op: "<>", type: "S", value: title, to: "" }] };
      tests.push((item) => item.title?.S !== title);
    }
    const names = this.below(3) === 0 ? this.pick(index === "by" ? [["title"]] : [["title"], ["other"], ["title", "n"]])
      : null;
    if (names && !state.count) state.projection = names.join(", ");
    return { state, query: { index, isQuery, partition, descending: state.descending,
      names: state.count ? ["pk"] : names, matches: (item) => tests.every((one) => one(item)) } };
  }

  // Compares the answer of a moment with that of the map of then.
  async run({ writes, meanwhile }) {
    for (let count = 0; count < writes; ++count) { this.went.clear(); this.write(); }
    this.went.clear();
    const moment = 1000 + this.below(Math.max(1, Math.floor(this.table.now / 1000) - 1000 + 1));
    const { state, query } = this.query();
    const wanted = this.table.answer(this.table.at(moment * 1000), query);
    this.table.onCall = () => { for (let left = this.below(meanwhile + 1); left > 0; --left) this.write(); };
    const answer = new PastAnswer(kTable, fitState({ ...state, asOf: fieldText(moment) }, kTable),
      { call: (operation, body) => this.table.call(operation, body, query) });
    const rows = [];
    let next = null, count = 0;
    do {
      // An item that goes twice while one page is read may escape.
      this.went.clear();
      const page = await answer.read(next, { signal: undefined, limit: 4 });
      rows.push(...page.items);
      count += page.count;
      next = page.next;
    } while (next);
    assert.equal(count, wanted.rows.length);
    if (state.count) return;
    const texts = (list) => list.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
    assert.deepEqual(texts(rows), texts(wanted.rows));
    if (query.isQuery && !query.names) {
      const range = query.index ? "n" : "sk";
      assert.deepEqual(rows.map((row) => row[range].N), wanted.rows.map((row) => row[range].N));
    }
  }
}

async function runAll(count, options) {
  for (let seed = 1; seed <= count; ++seed) {
    try {
      await new Trial(seed).run(options);
    } catch (error) {
      error.message += ` (seed ${seed})`;
      throw error;
    }
  }
}
test("the answer of a moment is that of the map of then, of the table and of indexes", () =>
  runAll(400, { writes: 60, meanwhile: 0 }));
test("it is the same if programs write between all requests", () => runAll(600, { writes: 40, meanwhile: 3 }));

const kPast = { call: null, redraw: () => {} };
const stateAt = (seconds) => fitState({ ...freshState(), asOf: fieldText(seconds) }, kTable);
const description = (one) => ({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: {
  PointInTimeRecoveryStatus: "ENABLED", EarliestRestorableDateTime: 1000, LatestRestorableDateTime: 2000, ...one } } });

test("a table without a past, or a moment before it, is refused before anything is read", async () => {
  for (const [one, pattern] of [[{ PointInTimeRecoveryStatus: "DISABLED" }, /no point-in-time recovery/],
    [{ EarliestRestorableDateTime: 1600 }, /before the earliest/]]) {
    const asked = [];
    const answer = new PastAnswer(kTable, stateAt(1500), { ...kPast,
      call: async (operation) => { asked.push(operation); return description(one); } });
    await assert.rejects(answer.read(null, {}), pattern);
    assert.deepEqual(asked, ["DescribeContinuousBackups"]);
  }
});
test("too many changes are refused, also when they are asked for again", async () => {
  let listed = 0;
  const call = async (operation) => {
    if (operation !== "Partita.ListChangedItems") return description();
    listed += 1;
    return { ChangedItems: Array.from({ length: 5001 }, (_, at) =>
      ({ Key: { pk: { S: `${listed}` }, sk: { N: String(at) } } })), NextToken: "more" };
  };
  const answer = new PastAnswer(kTable, stateAt(1500), { ...kPast, call });
  for (let attempt = 0; attempt < 2; ++attempt)
    await assert.rejects(answer.read(null, {}), /More than 30,000 items changed.*query --as-of/);
  assert.equal(answer.changes.known.size, 30_000);
});
test("a read that failed is read again, and gives each item once", async () => {
  const trial = new Trial(7), { table } = trial;
  for (let count = 0; count < 40; ++count) { trial.went.clear(); trial.write(); }
  const moment = Math.floor(table.now / 2000) + 500;
  const query = { index: "", isQuery: false, names: null, matches: () => true };
  let left = 0;
  const answer = new PastAnswer(kTable, stateAt(moment), { ...kPast, call: (operation, body) => {
    if (left-- === 0) throw new Error("lost");
    return table.call(operation, body, query);
  } });
  const rows = [];
  for (let next = null, lost = 0; next !== undefined;) {
    left = lost++ % 9;
    try {
      const page = await answer.read(next, { limit: 4 });
      rows.push(...page.items.map(textOf));
      next = page.next;
    } catch (error) {
      assert.equal(error.message, "lost");
    }
  }
  assert.deepEqual(rows.sort(), [...table.at(moment * 1000).keys()].sort());
});
test("an answer that is bounded says so and does not go on", async () => {
  const trial = new Trial(3), query = { index: "", isQuery: false, names: null, matches: () => true };
  for (let count = 0; count < 60; ++count) { trial.went.clear(); trial.write(); }
  trial.table.now += 5000; // no item changed since the moment
  const answer = new PastAnswer(kTable, stateAt(Math.floor(trial.table.now / 1000) - 1), { ...kPast, mostRows: 4,
    call: (operation, body) => trial.table.call(operation, body, query) });
  const { next } = await answer.read(null, { limit: 4 });
  await assert.rejects(answer.read(next, { limit: 4 }), /holds 4 items of the past/);
});
