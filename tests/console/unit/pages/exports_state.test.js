import assert from "node:assert/strict";
import { test } from "node:test";
import { ExportList } from "../../../../src/console/web/app/pages/backups/exports_state.js";

// A server with these exports, of which `statuses` are by ARN, and the list of them.
function listOf(statuses) {
  const asked = [], timers = [];
  const summary = ([ExportArn, ExportStatus]) => ({ ExportArn, ExportStatus, ExportType: "FULL_EXPORT" });
  const list = new ExportList("arn", { redraw: () => {}, setTimer: (run) => { timers.push(run); },
    call: async (operation, { ExportArn }) => {
      if (operation === "ListExports") return { ExportSummaries: Object.entries(statuses).map(summary) };
      asked.push(ExportArn);
      if (ExportArn === "hidden") throw new Error("AccessDeniedException");
      return { ExportDescription: { ExportArn, ExportStatus: statuses[ExportArn], ItemCount: 7 } };
    } });
  return { list, asked, timers, statuses };
}

test("exports under way are looked at again, and those that ended are described once", async () => {
  const { list, asked, timers, statuses } = listOf({ a: "IN_PROGRESS", b: "COMPLETED" });
  await list.read();
  assert.deepEqual([timers.length, list.exports.map(({ ItemCount }) => ItemCount)], [1, [7, 7]]);
  assert.equal(list.exports[0].ExportType, "FULL_EXPORT");
  statuses.a = "FAILED";
  await timers[0]();
  assert.deepEqual([list.exports[0].ExportStatus, timers.length, asked], ["FAILED", 1, ["a", "b", "a"]]);
});

test("an export that may not be described keeps its summary", async () => {
  const { list } = listOf({ hidden: "COMPLETED" });
  await list.read();
  assert.deepEqual([list.fault, list.exports], [null,
    [{ ExportArn: "hidden", ExportStatus: "COMPLETED", ExportType: "FULL_EXPORT" }]]);
});

test("of a long list the first ones are described, and further ones when they are wanted", async () => {
  const { list, asked } = listOf(Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`e${at}`, "COMPLETED"])));
  await list.read();
  assert.deepEqual([asked.length, list.shown.length, list.more], [20, 20, 20]);
  await list.showMore();
  assert.deepEqual([asked.length, list.shown.length, list.more], [40, 40, 5]);
});

test("a failure keeps the list, and nothing is kept after the end", async () => {
  const { list } = listOf({ a: "COMPLETED" });
  await list.read();
  const { call_: call } = list;
  list.call_ = async () => { throw Object.assign(new Error("no"), { code: "NetworkError" }); };
  await list.read();
  assert.deepEqual([list.exports.length, list.fault.code], [1, "NetworkError"]);
  list.call_ = call;
  const reading = list.read();
  list.end();
  await reading;
  assert.equal(list.fault.code, "NetworkError");
});
