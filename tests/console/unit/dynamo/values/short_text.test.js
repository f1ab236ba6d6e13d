import assert from "node:assert/strict";
import test from "node:test";
import { scalarText, typeName } from "../../../../../src/console/web/app/dynamo/values/short_text.js";
import { equalValues } from "../../../../../src/console/web/app/dynamo/values/values.js";

test("Numbers keep all of their digits", () => {
  assert.equal(scalarText({ N: "12345678901234567890123456789012345678" }, 10),
    "12345678901234567890123456789012345678");
});
test("Long strings are cut between characters, and controls are visible", () => {
  assert.equal(scalarText({ S: "abcdefghij" }, 5), "abcd…");
  assert.equal(scalarText({ S: "abc😀defgh" }, 5), "abc…");
  assert.equal(scalarText({ S: "a\nb\u0000" }), "a\\nb\\u0000");
  assert.equal(scalarText({ S: "" }), '""');
  assert.equal(scalarText(undefined), "");
});
test("Documents and sets name what they have", () => {
  assert.equal(scalarText({ M: { a: { L: [{ N: "1" }, { S: "x" }] }, b: { BOOL: false } } }),
    '{a: [1, "x"], b: false}');
  assert.equal(scalarText({ NS: ["1", "2"] }), "{1, 2}");
  assert.equal(scalarText({ B: "AAEC" }), "AAEC (3 B)");
  assert.ok(scalarText({ L: Array.from({ length: 5000 }, (_, at) => ({ N: String(at) })) }, 60).length < 80);
});
test("Names of maps are cut and visible too, and the type of a value has a name", () => {
  assert.equal(scalarText({ M: { "a\nb": { S: 'say "no"\n' } } }), '{a\\nb: "say \\"no\\"\\n"}');
  assert.equal(typeName({ SS: ["a"] }), "string set");
});
test("Sets are the same in any order, lists are not", () => {
  assert.ok(equalValues({ SS: ["a", "b"] }, { SS: ["b", "a"] }));
  assert.ok(!equalValues({ L: [{ S: "a" }, { S: "b" }] }, { L: [{ S: "b" }, { S: "a" }] }));
  assert.ok(equalValues({ M: { a: { N: "1" }, b: { NULL: true } } }, { M: { b: { NULL: true }, a: { N: "1" } } }));
  assert.ok(!equalValues({ S: "1" }, { N: "1" }));
});
