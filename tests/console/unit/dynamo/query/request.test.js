import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsAddress, stateOfAddress, stateText } from "../../../../../src/console/web/app/dynamo/query/address.js";
import { scanCost, scanCostText } from "../../../../../src/console/web/app/dynamo/query/cost.js";
import { keyHint, keyTemplates } from "../../../../../src/console/web/app/dynamo/query/key_hints.js";
import { changeSource, fitState, freshState, requestOf, sortOpsOf } from
  "../../../../../src/console/web/app/dynamo/query/request.js";
import { keyOf, sourceOf, sourcesOf } from "../../../../../src/console/web/app/dynamo/tables/keys.js";
import { formatPath, parsePath, parsePaths } from "../../../../../src/console/web/app/dynamo/values/paths.js";

const keys = (hash, range = []) => [...hash.map((AttributeName) => ({ AttributeName, KeyType: "HASH" })),
  ...range.map((AttributeName) => ({ AttributeName, KeyType: "RANGE" }))];
const table = {
  TableName: "t", TableSizeBytes: 40_960_000, ItemCount: 100_000, TableStatus: "ACTIVE",
  AttributeDefinitions: [["pk", "S"], ["sk", "N"], ["a", "S"], ["b", "B"], ["c", "N"], ["d", "S"]]
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  KeySchema: keys(["pk"], ["sk"]),
  LocalSecondaryIndexes: [{ IndexName: "local", KeySchema: keys(["pk"], ["a"]),
    Projection: { ProjectionType: "KEYS_ONLY" } }],
  GlobalSecondaryIndexes: [{ IndexName: "multi", KeySchema: keys(["a", "b"], ["c", "d"]),
    Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["title"] } }],
};
const state = (changes) => fitState({ ...freshState(), ...changes }, table);

test("a query of the table: every name has a placeholder, and numbers stay texts", () => {
  const { operation, body, faults } =
    requestOf(state({ mode: "query", partition: ["it's"],
      sort: [{ op: ">=", from: "12345678901234567890123456789012345678", to: "" }], descending: true, limit: "10",
      consistent: true }), table);
  assert.equal(faults.size, 0);
  assert.equal(operation, "Query");
  assert.deepEqual(body, {
    TableName: "t", KeyConditionExpression: "#pk = :pk AND #sk >= :sk", ScanIndexForward: false, Limit: 10,
    ConsistentRead: true,
    ExpressionAttributeNames: { "#pk": "pk", "#sk": "sk" },
    ExpressionAttributeValues: { ":pk": { S: "it's" }, ":sk": { N: "12345678901234567890123456789012345678" } },
  });
});

test("an index of several attributes: all of the partition key, then the sort key from the left", () => {
  const one = state({ mode: "query", index: "multi", partition: ["A", "AAE="],
    sort: [{ op: "=", from: "1", to: "" }, { op: "begins_with", from: "x", to: "" }], consistent: true });
  const { body, faults } = requestOf(one, table);
  assert.equal(faults.size, 0);
  assert.equal(body.IndexName, "multi");
  assert.equal(body.ConsistentRead, undefined);
  assert.equal(body.KeyConditionExpression, "#a = :a AND #b = :b AND #c = :c AND begins_with(#d, :d)");
  assert.deepEqual(body.ExpressionAttributeValues[":b"], { B: "AAE=" });
  // An inequality must be the last one.
  one.sort[0].op = "<";
  assert.equal(requestOf(one, table).body.KeyConditionExpression, "#a = :a AND #b = :b AND #c < :c");
  assert.deepEqual([...requestOf(state({ mode: "query", index: "multi", partition: ["A", "no base64!"] }), table)
    .faults.keys()], ["partition 1"]);
  assert.deepEqual([...requestOf(state({ mode: "query", index: "multi" }), table).faults.keys()],
    ["partition 0", "partition 1"]);
});

test("begins_with is not offered for numbers, and BETWEEN needs both values", () => {
  assert.ok(!sortOpsOf("N").some(([op]) => op === "begins_with"));
  assert.ok(sortOpsOf("B").some(([op]) => op === "begins_with"));
  assert.deepEqual(
    [...requestOf(state({ mode: "query", partition: ["x"], sort: [{ op: "BETWEEN", from: "1", to: "" }] }), table)
      .faults.keys()], ["sort 0"]);
  assert.equal(requestOf(state({ mode: "query", partition: ["x"], sort: [{ op: "BETWEEN", from: "1", to: "2" }] }),
    table).body.KeyConditionExpression, "#pk = :pk AND #sk BETWEEN :sk AND :sk_to");
});

test("filters of every operator, joined and nested", () => {
  const rules = [
    ["status", "=", "S", "x"], ["n", "<>", "N", "1.0"], ["n", "<", "N", "2"], ["n", "<=", "N", "2"],
    ["n", ">", "N", "3"], ["n", ">=", "N", "3"], ["n", "BETWEEN", "N", "4", "5"],
    ["x", "IN", "S", "a\nb"], ["s", "begins_with", "S", "p"], ["s", "contains", "S", "q"],
    ["s", "not_contains", "S", "r"], ["a.b[0]", "attribute_exists", "S", ""],
    ['"o.d"', "attribute_not_exists", "S", ""], ["z", "attribute_type", "S", "BOOL"], ["l", "size >", "S", "7"],
    ["l", "size BETWEEN", "S", "1", "2"], ["f", "=", "BOOL", "true"], ["f", "=", "NULL", ""],
  ].map(([path, op, type, value, to = ""]) => ({ path, op, type, value, to }));
  const { body,
    ruleFaults } =
      requestOf(state({ filter: { join: "OR", rules: [rules[0], { join: "AND", rules: rules.slice(1) }] } }), table);
  assert.equal(ruleFaults.size, 0);
  assert.equal(body.FilterExpression,
    "#status = :status OR (#n <> :n AND #n < :n_2 AND #n <= :n_2 AND #n > :n_3 AND #n >= :n_3 AND #n BETWEEN :n_4 " +
    "AND :n_to AND " +
    "#x IN (:x, :x_2) AND begins_with(#s, :s) AND contains(#s, :s_2) AND NOT contains(#s, :s_3) AND " +
    "attribute_exists(#a.#b[0]) AND attribute_not_exists(#od) AND " +
    "attribute_type(#z, :z_type) AND size(#l) > :l_size AND size(#l) BETWEEN :l_size_2 AND :l_size_to AND #f = :f " +
    "AND #f = :f_2)");
  assert.equal(body.ExpressionAttributeNames["#od"], "o.d");
  assert.deepEqual(body.ExpressionAttributeValues[":n"], { N: "1.0" });
});

test("faults of filters, projections and limits", () => {
  const bad = { path: "n", op: "=", type: "N", value: "one", to: "" },
    key = { path: "sk", op: "=", type: "N", value: "1", to: "" };
  const filter = { join: "AND", rules: [bad, key] };
  const { ruleFaults } = requestOf(state({ mode: "query", partition: ["x"], filter }), table);
  assert.ok(ruleFaults.has(bad) && ruleFaults.has(key));
  assert.ok(!requestOf(state({ filter }), table).ruleFaults.has(key));
  assert.ok(requestOf(state({ limit: "0" }), table).faults.has("limit"));
  assert.ok(requestOf(state({ projection: "a, a" }), table).faults.has("projection"));
  assert.ok(requestOf(state({ index: "multi", projection: "other" }), table).faults.has("projection"));
  assert.equal(requestOf(state({ projection: "title, m.x[1]" }), table).body.ProjectionExpression,
    "#title, #m.#x[1], #pk, #sk");
  assert.equal(requestOf(state({ count: true, projection: "x" }), table).body.Select, "COUNT");
});

test("paths as text and back", () => {
  for (const path of [["a"], ["a", "b", 0, "c"], ["odd.name", 2, 'q"q'], ["with space"], ["ä-b"], ["0"]])
    assert.deepEqual(parsePath(formatPath(path)), path);
  assert.deepEqual(parsePaths('a, "x,y".b ,c[1]'), [["a"], ["x,y", "b"], ["c", 1]]);
  for (const bad of ["", "a.", "a[x]", ".a", '"a', "a b"]) assert.throws(() => parsePath(bad), undefined, bad);
});

test("the address keeps the whole state, and survives what others write into it", () => {
  const one = state({ mode: "query", index: "multi", partition: ['ä&"%', "AA=="],
    sort: [{ op: "=", from: "1", to: "" }], limit: "5", descending: true, asOf: "2026-11-21T06:00:00",
    filter: { join: "OR", rules: [{ path: "x", op: "IN", type: "S", value: "a\nb", to: "" },
      { join: "AND", rules: [] }] } });
  assert.deepEqual(fitState(stateOfAddress(itemsAddress("t/ü", one)), table), one);
  assert.equal(stateText(freshState()), "");
  for (const broken of ["#!/t?q=%7B", "#!/t?q=[1]",
    "#!/t?q=" + encodeURIComponent('{"p":5,"s":[null],"f":{"rules":[null,{"rules":3}]},"m":1}'), "#!/t"])
    assert.doesNotThrow(() => requestOf(fitState(stateOfAddress(broken), table), table));
});

test("sources and keys", () => {
  assert.deepEqual(sourcesOf(table).map(({ name, kind }) => [name, kind]),
    [["", "table"], ["local", "local"], ["multi", "global"]]);
  assert.deepEqual(sourceOf(table, "multi").partition, [{ name: "a", type: "S" }, { name: "b", type: "B" }]);
  assert.deepEqual(keyOf(table, { pk: { S: "x" }, sk: { N: "1" }, other: { S: "" } }),
    { pk: { S: "x" }, sk: { N: "1" } });
  assert.equal(keyOf(table, { pk: { S: "x" } }), null);
});

test("a Scan's estimate", () => {
  const cost = scanCost(sourceOf(table, ""), { consistent: false, limit: 0 });
  assert.deepEqual([cost.units, cost.requests, cost.pageUnits], [5000, 40, 128]);
  assert.equal(scanCost(sourceOf(table, ""), { consistent: true, limit: 100 }).pageUnits, 10);
  assert.match(scanCostText(sourceOf(table, ""), {}), /100,000 items and 39 MB, 5,000 read units/);
  assert.match(scanCostText(sourceOf(table, "local"), {}), /does not say/);
  assert.match(scanCostText({ ...sourceOf(table, ""), count: 1, bytes: 20 }, {}), /about 1 item and/);
});

test("another index keeps what was typed for the same attribute, and brings back its own", () => {
  const one = state({ mode: "query", partition: ["p"], sort: [{ op: ">=", from: "5", to: "" }] }), typed = new Map();
  changeSource(one, table, "local", typed);
  assert.deepEqual([one.index, one.partition, one.sort], ["local", ["p"], [{ op: "", from: "", to: "" }]]);
  one.sort[0] = { op: "=", from: "A", to: "" };
  changeSource(one, table, "multi", typed);
  assert.deepEqual([one.partition, one.sort[0].op], [["A", ""], ""]);
  one.partition[1] = "AAE=";
  changeSource(one, table, "", typed);
  assert.deepEqual([one.partition, one.sort], [["p"], [{ op: ">=", from: "5", to: "" }]]);
  one.partition[0] = "";
  changeSource(one, table, "local", typed);
  assert.deepEqual([one.partition, one.sort[0]], [[""], { op: "=", from: "A", to: "" }]);
});

test("the hint of a key has the model's templates and a value of the rows", () => {
  const model = { Tables: [{ Name: "t", Entities: [
    { Keys: [{ Index: "", Partition: ["C#{id}"], Sort: ["O#{at}"], Attributes: ["pk", "sk"] },
      { Index: "local", Partition: [], Sort: ["{at}"], Attributes: ["a"] }] },
    { Keys: [{ Index: "", Partition: ["C#{id}"], Sort: ["PROFILE"], Attributes: ["pk", "sk"] }] }] }] };
  assert.deepEqual(keyTemplates(model, "t", "", "sk"), ["O#{at}", "PROFILE"]);
  assert.deepEqual(keyTemplates(model, "t", "local", "pk"), ["C#{id}"]);
  assert.deepEqual(keyTemplates(null, "t", "", "pk"), []);
  assert.equal(keyHint("string", ["C#{id}"], "C#7"), "string · C#{id} · such as C#7");
  assert.equal(keyHint("string", ["a", "b", "c", "d"], ""), "string · a or b or c or others");
  assert.equal(keyHint("number", [], ""), "number");
});
