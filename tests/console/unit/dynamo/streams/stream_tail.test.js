import assert from "node:assert/strict";
import test from "node:test";
import { StreamTail } from "../../../../../src/console/web/app/dynamo/streams/stream_tail.js";

const failure = (code) => Object.assign(new Error(code), { code });

// A stream of shards: {id, parent, records: [texts], isClosed}. An iterator is "shard:place".
class FakeStream {
  constructor(shards) {
    this.shards = shards;
    this.requests = [];
    this.faults = [];
    this.status = "ENABLED";
  }
  call = async (operation, body) => {
    this.requests.push(operation);
    if (operation === "Streams.DescribeStream") {
      const start = body.ExclusiveStartShardId
        ? this.shards.findIndex((one) => one.id === body.ExclusiveStartShardId) + 1 : 0;
      const page = this.shards.slice(start, start + 2);
      return { StreamDescription: { StreamViewType: "NEW_AND_OLD_IMAGES", StreamStatus: this.status,
        Shards: page.map((one) => ({
        ShardId: one.id, ParentShardId: one.parent,
        SequenceNumberRange: { StartingSequenceNumber: "0",
          ...(one.isClosed ? { EndingSequenceNumber: "9" } : {}) } })),
        ...(start + 2 < this.shards.length ? { LastEvaluatedShardId: page.at(-1).id } : {}) } };
    }
    if (operation === "Streams.GetShardIterator") {
      const shard = this.shards.find((one) => one.id === body.ShardId);
      const place = body.ShardIteratorType === "LATEST" ? shard.records.length
        : body.ShardIteratorType === "AFTER_SEQUENCE_NUMBER" ? Number(body.SequenceNumber) + 1 : 0;
      return { ShardIterator: `${shard.id}:${place}` };
    }
    const fault = this.faults.shift();
    if (fault) throw failure(fault);
    const [id, place] = body.ShardIterator.split(":");
    const shard = this.shards.find((one) => one.id === id);
    const records = shard.records.slice(Number(place)).map((text, at) => ({ eventName: "INSERT",
      dynamodb: { Keys: { id: { S: text } }, SequenceNumber: String(Number(place) + at),
        SizeBytes: shard.bytes ?? 10 } }));
    return { Records: records, ...(shard.isClosed ? {} : { NextShardIterator: `${id}:${shard.records.length}` }) };
  };
}

// Runs rounds; before round n the step n may change the stream. The tail stops after the last step.
async function follow(stream, from, steps) {
  let round = 0;
  const tail = new StreamTail({ call: stream.call, arn: "arn", from, onchange: () => {}, now: () => round * 60_000,
    sleep: async () => { if (round >= steps.length) return tail.stop(); steps[round++](stream); } });
  await tail.run();
  return tail;
}
const texts = (tail) => tail.records.map(({ record }) => record.dynamodb.Keys.id.S);
const nothing = () => {};

test("Parents come before their children, over several pages of shards", async () => {
  const stream = new FakeStream([
    { id: "c", parent: "b", records: ["3"] }, { id: "b", parent: "a", records: ["2"], isClosed: true },
    { id: "a", records: ["1"], isClosed: true }]);
  assert.deepEqual(texts(await follow(stream, "TRIM_HORIZON", [nothing, nothing, nothing])), ["1", "2", "3"]);
});
test("From now on only later changes come, also those of shards that appear later", async () => {
  const stream = new FakeStream([{ id: "a", records: ["old"] }]);
  const tail = await follow(stream, "LATEST", [
    (s) => {
      s.shards[0].records.push("1");
      s.shards[0].isClosed = true;
      s.shards.push({ id: "b", parent: "a", records: ["2"] });
    },
    nothing, nothing]);
  assert.deepEqual(texts(tail), ["1", "2"]);
  assert.equal(tail.state, "paused");
});
test("A place that expired is found again, without a record twice", async () => {
  const stream = new FakeStream([{ id: "a", records: ["1"] }]);
  const tail = await follow(stream, "TRIM_HORIZON", [
    (s) => { s.shards[0].records.push("2"); s.faults.push("ExpiredIteratorException"); }, nothing, nothing]);
  assert.deepEqual(texts(tail), ["1", "2"]);
});
test("A throttled round waits, and another error stops the tail, which can go on", async () => {
  const stream = new FakeStream([{ id: "a", records: ["1"] }]);
  const tail = await follow(stream, "TRIM_HORIZON",
    [(s) => s.faults.push("LimitExceededException", "InternalServerError"), nothing]);
  assert.equal(tail.state, "failed");
  assert.equal(tail.fault.code, "InternalServerError");
  stream.shards[0].records.push("2");
  tail.sleep = async () => tail.stop();
  await tail.run();
  assert.deepEqual(texts(tail), ["1", "2"]);
});
test("After an error of one shard, a record of a slow one comes once", async () => {
  const stream = new FakeStream([{ id: "a", records: ["1"] }, { id: "b", records: ["2"] }]);
  let fails = true, reads = 0;
  const call = async (operation, body) => {
    if (operation === "Streams.GetRecords" && body.ShardIterator.startsWith("a:") && fails)
      throw failure("InternalServerError");
    if (operation === "Streams.GetRecords") {
      reads += 1;
      await new Promise(setImmediate);
    }
    return stream.call(operation, body);
  };
  const tail = new StreamTail({ call, arn: "arn", from: "TRIM_HORIZON", onchange: () => {},
    sleep: async () => tail.stop() });
  await tail.run();
  assert.equal(tail.state, "failed");
  fails = false;
  await tail.run();
  // No request is under way that could still add a record.
  for (let turns = 0; turns < 10; ++turns) await new Promise(setImmediate);
  assert.deepEqual([texts(tail).sort(), reads], [["1", "2"], 3]);
});
test("Only the newest records are kept, by their number and by their bytes", async () => {
  const many = Array.from({ length: 1500 }, (_, at) => String(at));
  const tail = await follow(new FakeStream([{ id: "a", records: many }]), "TRIM_HORIZON", [nothing]);
  assert.deepEqual([tail.records.length, texts(tail)[0], tail.dropped, tail.seen], [1000, "500", 500, 1500]);
  const large = await follow(new FakeStream([{ id: "a", records: many.slice(0, 100), bytes: 1 << 20 }]),
    "TRIM_HORIZON", [nothing]);
  assert.deepEqual([large.records.length, texts(large).at(-1)], [32, "99"]);
});
test("A stream that is off ends with its last shard", async () => {
  const stream = new FakeStream([{ id: "a", records: ["1"], isClosed: true }]);
  stream.status = "DISABLED";
  const tail = await follow(stream, "TRIM_HORIZON", [nothing, nothing, nothing]);
  assert.deepEqual([texts(tail), tail.state], [["1"], "ended"]);
});
