import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../../../src/console/web/app/pages/machine/history.js";

const counted = (value) => [{ name: "partita_requests_total", labels: { operation: "GetItem", table: "t",
  class: "success" }, value }];

test("nothing is said before the second sample, and a pause is a gap in the charts", () => {
  const history = new History();
  history.begin();
  assert.deepEqual([history.isMeasuring, history.samples, history.points.length], [true, null, 0]);
  history.add(counted(10), 100);
  assert.ok(history.isMeasuring);
  history.add(counted(30), 102);
  assert.deepEqual([history.isMeasuring, history.newest.requests], [false, 10]);

  // Events of the time while the page was away are not shown as those of the last seconds.
  history.begin();
  history.begin();
  history.add(counted(100_000), 500);
  assert.ok(history.isMeasuring);
  history.add(counted(100_002), 502);
  assert.equal(history.isMeasuring, false);
  assert.deepEqual(history.series("requests"), [10, null, 1]);
});
