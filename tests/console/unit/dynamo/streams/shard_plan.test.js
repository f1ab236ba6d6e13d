import assert from "node:assert/strict";
import test from "node:test";
import { ShardPlan, nextPause, passes } from "../../../../../src/console/web/app/dynamo/streams/shard_plan.js";

const shard = (ShardId, ParentShardId, isClosed) =>
  ({ ShardId, ParentShardId, SequenceNumberRange: { StartingSequenceNumber: "1",
    ...(isClosed ? { EndingSequenceNumber: "2" } : {}) } });
const texts = (begun) => begun.map((one) => `${one.shard} ${one.iterator}`);

test("From the trim horizon a child waits for its parent", () => {
  const plan = new ShardPlan("TRIM_HORIZON");
  const shards = [shard("a", undefined, true), shard("b", "a", true), shard("c", "b", false),
    shard("d", "trimmed", false)];
  assert.deepEqual(texts(plan.learn(shards)), ["a TRIM_HORIZON", "d TRIM_HORIZON"]);
  assert.deepEqual(texts(plan.learn(shards)), []);
  plan.end("a");
  assert.deepEqual(texts(plan.learn(shards)), ["b TRIM_HORIZON"]);
  plan.end("b");
  assert.deepEqual(texts(plan.learn(shards)), ["c TRIM_HORIZON"]);
});
test("From now on only open shards are read, and a child that appears later is read from its beginning", () => {
  const plan = new ShardPlan("LATEST");
  assert.deepEqual(texts(plan.learn([shard("a", undefined, true), shard("b", "a", false)])), ["b LATEST"]);
  plan.end("b");
  assert.deepEqual(texts(plan.learn([shard("b", "a", true), shard("c", "b", false)])), ["c TRIM_HORIZON"]);
});
test("The pace backs off while nothing comes, and is fast again after a record", () => {
  let pause = 250;
  for (let round = 0; round < 20; ++round) pause = nextPause(pause, 0);
  assert.equal(pause, 5000);
  assert.equal(nextPause(pause, 3), 250);
});
test("Records pass by event and by the text of a key", () => {
  const record = { eventName: "MODIFY", dynamodb: { Keys: { PK: { S: "CUST#c1" }, n: { N: "42" } } } };
  assert.ok(passes(record, { event: "", keyText: "cust#C" }));
  assert.ok(passes(record, { event: "MODIFY", keyText: "42" }));
  assert.ok(!passes(record, { event: "INSERT", keyText: "" }));
  assert.ok(!passes(record, { event: "", keyText: "PK" }));
});
