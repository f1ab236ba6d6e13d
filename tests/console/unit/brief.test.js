import assert from "node:assert/strict";
import test from "node:test";
import { brief, isSame } from "../../../src/console/web/app/dynamo/brief.js";

test("Numbers keep all of their digits", () => {
  assert.equal(brief({ N: "12345678901234567890123456789012345678" }, 10), "12345678901234567890123456789012345678");
});
test("Long strings are cut between characters, and controls are visible", () => {
  assert.equal(brief({ S: "abcdefghij" }, 5), "abcd…");
  assert.equal(brief({ S: "abc😀defgh" }, 5), "abc…");
  assert.equal(brief({ S: "a\nb\u0000" }), "a\\nb\\u0000");
  assert.equal(brief({ S: "" }), '""');
});
test("Documents and sets name what they have", () => {
  assert.equal(brief({ M: { a: { L: [{ N: "1" }, { S: "x" }] }, b: { BOOL: false } } }), '{a: [1, "x"], b: false}');
  assert.equal(brief({ NS: ["1", "2"] }), "{1, 2}");
  assert.equal(brief({ B: "AAEC" }), "3 bytes AAEC");
  assert.ok(brief({ L: Array.from({ length: 5000 }, (_, at) => ({ N: String(at) })) }, 60).length < 80);
});
test("Sets are the same in any order, lists are not", () => {
  assert.ok(isSame({ SS: ["a", "b"] }, { SS: ["b", "a"] }));
  assert.ok(!isSame({ L: [{ S: "a" }, { S: "b" }] }, { L: [{ S: "b" }, { S: "a" }] }));
  assert.ok(isSame({ M: { a: { N: "1" }, b: { NULL: true } } }, { M: { b: { NULL: true }, a: { N: "1" } } }));
  assert.ok(!isSame({ S: "1" }, { N: "1" }));
});
