import assert from "node:assert/strict";
import { test } from "node:test";
import { StreamState } from "../../../../src/console/web/app/pages/streams/state.js";

const record = (number, eventName = "INSERT") =>
  ({ number, record: { eventName, dynamodb: { Keys: { id: { S: `k${number}` } } } } });
function begun({ isReadingOn = () => false, call = async () => ({ Streams: [{ StreamArn: "arn" }] }) } = {}) {
  const state = new StreamState({ TableName: "t" }, { call, isReadingOn, redraw: () => {} });
  // A tail that was read, in place of one that reads.
  state.tail = { records: [], seen: 0, stop: () => {}, clear() { this.records = []; } };
  return state;
}
const read = (state, count) => {
  for (let at = 0; at < count; ++at) state.tail.records.push(record(++state.tail.seen));
};

test("newer changes wait until they are shown, and older ones are shown by a press", () => {
  const state = begun();
  read(state, 120);
  assert.deepEqual([state.changes.waiting, state.changes.shown.length], [120, 0]);
  state.showNewer();
  assert.deepEqual([state.changes.waiting, state.changes.older, state.changes.shown[0].number], [0, 50, 120]);
  state.showOlder();
  assert.equal(state.changes.older, 20);
  read(state, 1);
  assert.equal(state.changes.waiting, 1);
});

test("a filter chooses changes and begins with the newest again", () => {
  const state = begun();
  read(state, 120);
  state.showNewer();
  state.showOlder();
  state.setFilter({ keyText: "k7" });
  assert.deepEqual(state.changes.shown.map(({ number }) => number),
    [...Array.from({ length: 10 }, (_, at) => 79 - at), 7]);
  state.setFilter({ keyText: "", event: "REMOVE" });
  assert.deepEqual([state.changes.wanted, state.limit], [0, 50]);
});

test("the streams of the table are found, and an error leaves none", async () => {
  const state = begun();
  await state.find();
  assert.deepEqual([state.arn, state.streams.length, state.fault], ["arn", 1, null]);
  const other = begun({ call: async () => { throw new Error("lost"); } });
  await other.find();
  assert.deepEqual([other.arn, other.streams, other.fault.message], [null, [], "lost"]);
});

test("another place is followed after the next start only", () => {
  const state = begun();
  state.choose({ from: "TRIM_HORIZON" });
  assert.deepEqual([state.tail, state.from], [null, "TRIM_HORIZON"]);
});
