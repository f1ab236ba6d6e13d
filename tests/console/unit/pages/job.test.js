import assert from "node:assert/strict";
import { test } from "node:test";

// The pages load Mithril before their modules.
globalThis.m = Object.assign(() => ({}), { redraw: () => {} });
const { Job } = await import("../../../../src/console/web/app/pages/items/job.js");

test("work beside what failed ends with it", async () => {
  const job = new Job();
  let beside = 0;
  await job.run((one) => {
    const other = (async () => {
      for (;;) { await new Promise(setImmediate); one.signal.throwIfAborted(); beside += 1; }
    })();
    other.catch(() => {});
    return Promise.all([other, Promise.reject(new Error("lost"))]);
  });
  assert.equal(job.state, "failed");
  assert.equal(job.fault.message, "lost");
  const then = beside;
  for (let turns = 0; turns < 10; ++turns) await new Promise(setImmediate);
  assert.equal(beside, then);
});

test("a stop is no failure", async () => {
  const job = new Job();
  await job.run(async (one) => { one.stop(); one.signal.throwIfAborted(); });
  assert.equal(job.state, "stopped");
});
