import assert from "node:assert/strict";
import test from "node:test";

import { auditColumns, auditText, isOfTheConsole } from "../../../../src/console/web/app/machine/audit.js";

test("the columns are those of all records, not of the newest one", () => {
  const records = [{ time: "t", id: "1", operation: "ListTables", status: 200 },
    { time: "t", id: "2", operation: "GetItem", table: "a", verified: false, items: [{ key: "k" }], status: 400,
      error: "E" }];
  assert.deepEqual(auditColumns(records), ["time", "operation", "table", "status", "error", "items", "verified", "id"]);
  assert.deepEqual(auditColumns([]), []);
});

test("values are texts", () => {
  assert.deepEqual([undefined, false, 0, [{ key: "k" }]].map(auditText), ["", "false", "0", '[{"key":"k"}]']);
  assert.ok(isOfTheConsole({ operation: "ListHotKeys" }));
  assert.ok(!isOfTheConsole({ operation: "GetItem" }));
});
