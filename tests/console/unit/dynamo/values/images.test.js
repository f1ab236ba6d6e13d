import assert from "node:assert/strict";
import test from "node:test";
import { diffImages } from "../../../../../src/console/web/app/dynamo/values/images.js";

const kinds = (rows) => rows.map((row) => `${row.name} ${row.change}`);

test("Keys come first, then what changed, then the rest", () => {
  const rows = diffImages(
    { id: { S: "1" }, same: { N: "1" }, gone: { S: "x" }, count: { N: "1" } },
    { id: { S: "1" }, same: { N: "1" }, fresh: { S: "y" }, count: { N: "2" } }, ["id"]);
  assert.deepEqual(kinds(rows), ["id same", "count changed", "fresh added", "gone removed", "same same"]);
});
test("Inside of maps and lists the changed places are named", () => {
  const [row] = diffImages(
    { doc: { M: { a: { N: "1" }, list: { L: [{ S: "x" }, { S: "y" }] }, keep: { S: "k" } } } },
    { doc: { M: { a: { N: "2" }, list: { L: [{ S: "x" }, { S: "z" }, { S: "new" }] }, keep: { S: "k" } } } });
  assert.deepEqual(row.inside.map((one) => `${one.path} ${one.change}`),
    ["doc.a changed", "doc.list[1] changed", "doc.list[2] added"]);
});
test("An insert has no old image and a removal no new one; a change of type is a change", () => {
  assert.deepEqual(kinds(diffImages(undefined, { a: { S: "1" } })), ["a added"]);
  assert.deepEqual(kinds(diffImages({ a: { S: "1" } }, undefined)), ["a removed"]);
  const [row] = diffImages({ a: { S: "1" } }, { a: { N: "1" } });
  assert.deepEqual([row.change, row.inside], ["changed", []]);
});
