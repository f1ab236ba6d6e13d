import assert from "node:assert/strict";
import { test } from "node:test";
import { filterTest } from "../../../../../src/console/web/app/dynamo/past/filter_match.js";
import { projection } from "../../../../../src/console/web/app/dynamo/past/project.js";
import { parsePaths } from "../../../../../src/console/web/app/dynamo/values/paths.js";

const kItem = { s: { S: "é😀" }, n: { N: "12345678901234567890123456789012345678" }, b: { B: "AAEC" },
  yes: { BOOL: true },
  nil: { NULL: true }, set: { NS: ["1", "2"] }, words: { SS: ["x"] },
  list: { L: [{ N: "1" }, { M: { a: { S: "x" }, b: { S: "y" } } }, { S: "z" }] }, map: { M: { a: { N: "0.50" } } } };
const rule = ([path, op, type = "S", value = "", to = ""]) => ({ path, op, type, value, to });
const holds = (...parts) => filterTest({ join: "AND", rules: [rule(parts)] })(kItem);

test("each operator holds as it does in a filter of DynamoDB", () => {
  for (const parts of [["s", "=", "S", "é😀"], ["n", "=", "N", "12345678901234567890123456789012345678.0"],
    ["map.a", "=", "N", "5E-1"], ["s", "<>", "N", "1"], ["missing", "<>", "S", "x"], ["s", ">", "S", "z"],
    ["n", "<", "N", "12345678901234567890123456789012345679"], ["b", ">=", "B", "AAE="], ["b", "<", "B", "AQ=="],
    ["n", "BETWEEN", "N", "1", "1E100"], ["yes", "IN", "BOOL", "false\ntrue"], ["nil", "=", "NULL"],
    ["b", "begins_with", "B", "AAE="], ["s", "begins_with", "S", "é"], ["b", "contains", "B", "AQI="],
    ["set", "contains", "N", "2.0"], ["words", "contains", "S", "x"], ["list", "contains", "S", "z"],
    ["missing", "not_contains", "S", "z"], ["list[1].a", "attribute_exists"], ["list[3]", "attribute_not_exists"],
    ["set", "attribute_type", "S", "NS"], ["s", "size =", "S", "3"], ["b", "size =", "S", "3"],
    ["list", "size BETWEEN", "S", "3", "4"], ["map", "size <", "S", "2"]])
    assert.ok(holds(...parts), parts.join(" "));
});
test("what has another type, or is missing, does not compare", () => {
  for (const parts of [["s", "=", "N", "1"], ["missing", "=", "S", "x"], ["missing", "<", "S", "x"],
    ["n", ">", "S", "0"],
    ["missing", "BETWEEN", "N", "0", "1"], ["n", "begins_with", "S", "1"], ["words", "contains", "N", "1"],
    ["b", "contains", "B", "AgE="], ["n", "size >", "S", "0"], ["missing", "size >=", "S", "0"],
    ["yes", "contains", "S", "t"], ["constructor", "attribute_exists"], ["missing", "attribute_type", "S", "S"]])
    assert.ok(!holds(...parts), parts.join(" "));
});
test("groups are joined as they are nested, and empty ones do not count", () => {
  const yes = rule(["s", "attribute_exists"]), no = rule(["s", "attribute_not_exists"]);
  const test = (join, ...rules) => filterTest({ join, rules })(kItem);
  assert.ok(test("AND") && test("OR", no, yes) && test("OR", no, { join: "AND", rules: [yes, yes] }));
  assert.ok(!test("AND", yes, no) && !test("OR", no, { join: "AND", rules: [] }) &&
    test("AND", { join: "OR", rules: [] }));
});
test("a projection keeps the maps and lists around its paths", () => {
  const parts = (text) => projection(parsePaths(text))(kItem);
  assert.deepEqual(parts("s, missing, map.a"), { s: kItem.s, map: kItem.map });
  assert.deepEqual(parts("list[2], list[1].b"), { list: { L: [{ M: { b: { S: "y" } } }, { S: "z" }] } });
  assert.deepEqual(parts("list[9], map.b, s.a, n[0]"), {});
});
