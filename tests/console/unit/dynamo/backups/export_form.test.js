import assert from "node:assert/strict";
import { test } from "node:test";
import { exportFaults, exportForm, exportRequest }
  from "../../../../../src/console/web/app/dynamo/backups/export_form.js";

const window = { earliest: 1795996244, latest: 1795996244 + 7200 };
const form = (changes) => ({ ...exportForm(window, "token"), bucket: "moves", ...changes });

test("a full export is of now or of a moment, in a bucket", () => {
  assert.deepEqual(exportRequest(form({}), "arn"), { operation: "ExportTableToPointInTime", body: { TableArn: "arn",
    S3Bucket: "moves", ExportFormat: "DYNAMODB_JSON", ExportType: "FULL_EXPORT", ClientToken: "token" } });
  const { body } = exportRequest(form({ prefix: "a/b", format: "ION", isLatest: false,
    moment: "2026-11-29T23:50:44" }), "arn");
  assert.deepEqual([body.S3Prefix, body.ExportFormat, body.ExportTime], ["a/b", "ION", 1795996244]);
});

test("an export of changes has a span, which begins as the whole window and has no moment of its own", () => {
  const { body } = exportRequest(form({ isFull: false, isLatest: false }), "arn");
  assert.deepEqual(body.IncrementalExportSpecification, { ExportFromTime: window.earliest, ExportToTime: window.latest,
    ExportViewType: "NEW_AND_OLD_IMAGES" });
  assert.deepEqual([body.ExportType, body.ExportTime], ["INCREMENTAL_EXPORT", undefined]);
  const long = exportForm({ earliest: 0, latest: 30 * 86_400 }, "token");
  assert.deepEqual([long.from, long.to], ["1970-01-30T00:00:00", "1970-01-31T00:00:00"]);
});

test("faults name the fields that the chosen content has", () => {
  const names = (changes) => Object.keys(exportFaults(form(changes), window));
  assert.deepEqual(names({}), []);
  assert.deepEqual(names({ bucket: "" }), ["bucket"]);
  assert.deepEqual(names({ bucket: "a b" }), ["bucket"]);
  assert.deepEqual(names({ isLatest: false, moment: "" }), ["moment"]);
  assert.deepEqual(names({ moment: "", from: "", to: "" }), []);
  assert.deepEqual(names({ isFull: false, moment: "" }), []);
  assert.deepEqual(names({ isFull: false, from: "2020-01-01T00:00:00" }), ["from", "to"]);
  assert.deepEqual(names({ isFull: false, to: "2026-11-30T00:05:43" }), ["to"]);
  assert.deepEqual(names({ isFull: false, to: "2026-11-30T00:05:44" }), []);
});
