import assert from "node:assert/strict";
import { test } from "node:test";
import { BulkRun } from "../../../../../src/console/web/app/dynamo/items/bulk_run.js";

const fault = (code, status = 400, more = {}) => Object.assign(new Error(code), { code, status, ...more });
const aborted = () => Object.assign(new Error("stopped"), { name: "AbortError" });
function freshJob() {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort(), tick: () => {} };
}
const targets = (count) => Array.from({ length: count }, (_, at) => ({ key: at }));
const soon = () => new Promise(setImmediate);

test("each target ends once, and its outcome is counted; those that were left are noted", async () => {
  const seen = [];
  const outcomes = ["written", "unchanged", "changed", "gone"];
  const run = new BulkRun(targets(50), async ({ key }) => {
    seen.push(key);
    await soon();
    if (key === 44) throw fault("ValidationException");
    return outcomes[key % 4];
  });
  await run.work(freshJob());
  assert.deepEqual(seen.sort((a, b) => a - b), targets(50).map(({ key }) => key));
  assert.deepEqual(run.counts, { written: 12, unchanged: 13, changed: 12, gone: 12, refused: 1 });
  assert.equal(run.left, 0);
  assert.equal(run.notes.length, 25);
  assert.deepEqual(run.notes.find(({ outcome }) => outcome === "refused").reason,
    "ValidationException: ValidationException");
  assert.ok(run.changed().every(({ key }) => key % 4 === 2));
});

test("a stop leaves what was not begun, tells what was under way, and the work can go on", async () => {
  const job = freshJob(), told = [];
  let isFirst = true;
  const run = new BulkRun(targets(40), async ({ key }, { signal, writes, wasUnsure }) => {
    writes();
    await soon();
    if (isFirst && key === 20) job.stop();
    if (signal.aborted) throw aborted();
    if (wasUnsure) told.push(key);
    return "written";
  });
  await assert.rejects(run.work(job), { name: "AbortError" });
  const { unsure, left } = run;
  assert.ok(unsure >= 1 && unsure <= 8, `${unsure} are unsure`);
  assert.equal(run.counts.written + left, 40);
  assert.ok(left > unsure);
  isFirst = false;
  await run.work(freshJob());
  assert.equal(run.counts.written, 40);
  assert.equal(told.length, unsure); // a target whose answer was lost knows it
  assert.equal(run.left + run.unsure, 0);
});

test("an error ends the work after what runs beside it, and is told before its stop", async () => {
  let running = 0;
  const run = new BulkRun(targets(40), async ({ key }, { signal }) => {
    ++running;
    await soon();
    --running;
    if (key === 3) throw fault("NetworkError", 0);
    if (signal.aborted) throw aborted();
    return "written";
  });
  await assert.rejects(run.work(freshJob()), { code: "NetworkError" });
  assert.equal(running, 0);
  assert.equal(run.unsure, 0); // no write was sent
  assert.ok(run.left > 20);
});
