import assert from "node:assert/strict";
import { test } from "node:test";
import { bulkEditRequest, actionsFault, effects } from "../../../../../src/console/web/app/dynamo/items/bulk_edit.js";
import { changesOf, createRequest, deleteRequest, editRequest, extentOf,
  rebase } from "../../../../../src/console/web/app/dynamo/items/edit.js";

const table = { TableName: "t", AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }] };
const S = (S) => ({ S }), N = (N) => ({ N });
// The expression with its names and values in place of the placeholders, so that a test can be read.
const read = (request, text) => text.replace(/#\w+/g, (name) => request.ExpressionAttributeNames[name]).replace(/:\w+/g,
  (name) => JSON.stringify(request.ExpressionAttributeValues[name]));

test("an edit writes what changed, if all that was read is unchanged", () => {
  const old = { pk: S("a"), n: N("1"), gone: S("x"), same: S("s"), constructor: N("1") };
  const request = editRequest(table, old,
    { pk: S("a"), n: N("12345678901234567890123456789012345678"), same: S("s"), fresh: S("f"), constructor: N("1") });
  assert.deepEqual(request.Key, { pk: S("a") });
  assert.equal(read(request, request.UpdateExpression),
    'SET n = {"N":"12345678901234567890123456789012345678"}, fresh = {"S":"f"} REMOVE gone');
  assert.equal(read(request, request.ConditionExpression),
    'pk = {"S":"a"} AND n = {"N":"1"} AND gone = {"S":"x"} AND same = {"S":"s"} AND constructor = {"N":"1"} AND ' +
      'attribute_not_exists(fresh)');
  assert.equal(request.ReturnValuesOnConditionCheckFailure, "ALL_OLD");
});

test("a large item is compared by its key and by what the edit changes", () => {
  const old = { pk: S("a"), big: S("x".repeat(70_000)), n: N("1") };
  assert.equal(extentOf(old), "changed");
  assert.equal(extentOf(Object.fromEntries(Array.from({ length: 141 }, (_, i) => [`a${i}`, N("1")]))), "changed");
  const request = editRequest(table, old, { ...old, n: N("2") });
  assert.equal(read(request, request.ConditionExpression), 'attribute_exists(pk) AND n = {"N":"1"}');
});

test("no change is no request; a key cannot change; a number that is written in another way is a change", () => {
  const old = { pk: S("a"), n: N("1") };
  assert.equal(editRequest(table, old, { n: N("1"), pk: S("a") }), null);
  assert.throws(() => editRequest(table, old, { pk: S("b"), n: N("1") }), /primary key/);
  assert.throws(() => editRequest(table, old, { n: N("1") }), /primary key/);
  assert.deepEqual(changesOf(old, { pk: S("a"), n: N("1.0") }).set, ["n"]);
});

test("creation and deletion have conditions too", () => {
  const created = createRequest(table, { pk: S("a") });
  assert.equal(read(created, created.ConditionExpression), "attribute_not_exists(pk)");
  const deleted = deleteRequest(table, { pk: S("a"), n: N("1") });
  assert.equal(read(deleted, deleted.ConditionExpression), 'pk = {"S":"a"} AND n = {"N":"1"}');
});

test("the deletion of a large item compares what was read, as far as an expression goes", () => {
  const big = S("x".repeat(300_000));
  const deleted = deleteRequest(table, { pk: S("a"), big, n: N("1") });
  assert.equal(read(deleted, deleted.ConditionExpression),
    `pk = {"S":"a"} AND big = ${JSON.stringify(big)} AND n = {"N":"1"}`);
  const wide = deleteRequest(table,
    Object.fromEntries([...Array.from({ length: 300 }, (_, i) => [`a${i}`, N("1")]), ["pk", S("a")]]));
  assert.equal(wide.ConditionExpression.split(" AND ").length, 141);
  assert.ok(wide.ConditionExpression.length < 4096);
  assert.ok(read(wide, wide.ConditionExpression).endsWith('pk = {"S":"a"}'));
});

test("my changes on top of theirs keep what only they changed", () => {
  const old = { pk: S("a"), x: N("1"), y: N("1"), z: N("1") };
  assert.deepEqual(rebase(old, { pk: S("a"), x: N("2"), y: N("1") },
    { pk: S("a"), x: N("9"), y: N("9"), z: N("1"), w: N("9") }),
    { pk: S("a"), y: N("9"), w: N("9"), x: N("2") });
});

test("bulk edits: each item by what it has", () => {
  const actions = [{ kind: "set", name: "s", value: S("new") }, { kind: "remove", name: "r" },
    { kind: "add", name: "n", value: N("5") }];
  const full = bulkEditRequest(table, { pk: S("a"), s: S("old"), r: N("1"), n: N("1") }, actions);
  assert.equal(read(full, full.UpdateExpression), 'SET s = {"S":"new"}, n = n + {"N":"5"} REMOVE r');
  assert.equal(read(full, full.ConditionExpression),
    'pk = {"S":"a"} AND s = {"S":"old"} AND r = {"N":"1"} AND n = {"N":"1"}');
  const bare = bulkEditRequest(table, { pk: S("a"), s: S("new") }, actions);
  assert.equal(read(bare, bare.UpdateExpression), 'SET n = {"N":"5"}');
  assert.equal(read(bare, bare.ConditionExpression), 'pk = {"S":"a"} AND s = {"S":"new"} AND attribute_not_exists(n)');
  const large = bulkEditRequest(table, { pk: S("a"), big: S("x".repeat(70_000)), n: N("1") }, actions.slice(2));
  assert.equal(read(large, large.ConditionExpression), 'attribute_exists(pk) AND n = {"N":"1"}');
  assert.equal(bulkEditRequest(table, { pk: S("a"), s: S("new"), n: N("1") }, actions.slice(0, 2)), null);
  assert.equal(effects({ pk: S("a") }, [{ kind: "remove", name: "toString" }]).length, 0);
  assert.match(actionsFault(table, [{ kind: "set", name: "pk", value: S("x") }]), /primary key/);
  assert.match(actionsFault(table, [{ kind: "remove", name: "a" }, { kind: "set", name: "a" }]), /twice/);
  assert.match(actionsFault(table, [{ kind: "remove", name: "" }]), /Name/);
  assert.equal(actionsFault(table, actions), null);
});
