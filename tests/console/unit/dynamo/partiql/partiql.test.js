import assert from "node:assert/strict";
import test from "node:test";
import { access, outline, pinnedAttributes } from "../../../../../src/console/web/app/dynamo/partiql/classify.js";
import { completions } from "../../../../../src/console/web/app/dynamo/partiql/complete.js";
import { parameterValue, placeOf, together,
  withParameters } from "../../../../../src/console/web/app/dynamo/partiql/parameters.js";
import { statements } from "../../../../../src/console/web/app/dynamo/partiql/tokens.js";

const one = (text) => statements(text)[0];
const views = [{ name: "", partition: ["PK"], sort: ["SK"] },
  { name: "by day", partition: ["day", "shard"], sort: ["at"] }];

test("Semicolons in strings, names and comments part no statements", () => {
  const list = statements(`SELECT * FROM "a;b" WHERE x = 'it''s; so'; -- one; two\n\n;UPDATE t SET a = 1`);
  assert.deepEqual(list.map((statement) => statement.text),
    [`SELECT * FROM "a;b" WHERE x = 'it''s; so'`, "UPDATE t SET a = 1"]);
  assert.deepEqual(list[0].tokens.at(-1).text, "it's; so");
  assert.deepEqual(statements("  -- nothing\n;;"), []);
});
test("A statement's kind, table and index are found", () => {
  const of = (text) => {
    const { kind, table, index, parameters } = outline(one(text));
    return [kind, table, index, parameters];
  };
  assert.deepEqual(of('select a from "My""T"."by day" where x = ? and y = \'?\''), ["SELECT", 'My"T', "by day", 1]);
  assert.deepEqual(of("INSERT INTO \"dev.t\" VALUE {'a': ?, 'b': ?}"), ["INSERT", "dev.t", null, 2]);
  assert.deepEqual(of("DELETE FROM t WHERE a = 1"), ["DELETE", "t", null, 0]);
  assert.deepEqual(of("UPDATE t SET a = 1"), ["UPDATE", "t", null, 0]);
  assert.deepEqual(of("EXISTS(SELECT * FROM t WHERE a = 1)"), ["EXISTS", "t", null, 0]);
  assert.deepEqual(of("SELECT"), ["SELECT", null, null, 0]);
});
test("Only what is true of every item ties an attribute", () => {
  const of = (where) => [...pinnedAttributes(one(`SELECT * FROM t WHERE ${where}`))].sort().join(" ");
  assert.equal(of("a = 1 AND b = 2"), "a b");
  assert.equal(of("a = 1 OR b = 2"), "");
  assert.equal(of("(a = 1 AND c = 2) OR a = 3"), "a");
  assert.equal(of("NOT a = 1 AND b = 1"), "b");
  assert.equal(of("a BETWEEN 1 AND 2 AND b = 2"), "b");
  assert.equal(of("a IN [1, 2] AND begins_with(b, 'x')"), "a");
  assert.equal(of("a IN (1, 2) ORDER BY b"), "a");
  assert.equal(of("1 = a AND b > 2"), "a");
  assert.equal(of("a.b = 1"), "");
  assert.equal(of("\"a\" = ?"), "a");
  assert.equal(of("("), "");
  assert.equal(of(") a ="), "");
});
test("A Scan is told from a read of partitions, by the keys of the table or index", () => {
  const of = (text) => access(one(text), views).access;
  assert.equal(of("SELECT * FROM t"), "scan");
  assert.equal(of("SELECT * FROM t WHERE SK = '1'"), "scan");
  assert.equal(of("SELECT * FROM t WHERE PK = '1'"), "query");
  assert.equal(of("SELECT * FROM t WHERE PK = '1' AND SK = '2'"), "get");
  assert.equal(of('SELECT * FROM t."by day" WHERE day = 1'), "scan");
  assert.equal(of('SELECT * FROM t."by day" WHERE day = 1 AND shard = 2 AND at > 3'), "query");
  assert.equal(of("SELECT * FROM t.none WHERE day = 1"), "unknown");
  assert.equal(of("DELETE FROM t"), "write");
  assert.equal(access(one("SELECT * FROM t"), null).access, "unknown");
});

const known = {
  tables: ["orders", "order-lines"],
  indexesOf: (table) => (table === "orders" ? ["by day"] : []),
  attributesOf: (table) => (table === "orders"
    ? [{ name: "PK", kind: "Key" }, { name: "price", kind: "Attribute" }] : []),
};
function complete(marked) {
  const cursor = marked.indexOf("|");
  const text = marked.replace("|", "");
  const { from, to, options } = completions(text, cursor, known);
  return { texts: options.map((option) => option.text),
    apply: (at) => text.slice(0, from) + options[at].insert + text.slice(to) };
}

test("Completion offers what can come next", () => {
  assert.deepEqual(complete("|").texts, ["SELECT * FROM", "INSERT INTO", "UPDATE", "DELETE FROM"]);
  assert.deepEqual(complete("SELECT * FROM |").texts, ["orders", "order-lines"]);
  assert.equal(complete("SELECT * FROM order-li|").apply(0), 'SELECT * FROM "order-lines"');
  assert.equal(complete('SELECT * FROM "order-|').apply(0), 'SELECT * FROM "order-lines"');
  assert.equal(complete("SELECT * FROM ord| WHERE x = 1").apply(0), 'SELECT * FROM "orders" WHERE x = 1');
  assert.deepEqual(complete('SELECT * FROM "orders".|').texts, ["by day"]);
  assert.equal(complete('SELECT * FROM "orders"."by|" WHERE a = 1').apply(0),
    'SELECT * FROM "orders"."by day" WHERE a = 1');
  assert.deepEqual(complete('SELECT * FROM "orders" WHERE p|').texts, ["PK", "price"]);
  assert.deepEqual(complete('SELECT p| FROM "orders"').texts, ["PK", "price"]);
  assert.deepEqual(complete('SELECT * FROM "orders" |').texts, ["WHERE", "ORDER BY"]);
  assert.deepEqual(complete('UPDATE "orders" |').texts, ["SET", "REMOVE"]);
  assert.deepEqual(complete("SELECT * FROM t; DEL|").texts, ["DELETE FROM"]);
  assert.deepEqual(complete("SELECT * FROM orders WHERE a = 'p|'").texts, []);
  assert.deepEqual(complete("-- p|").texts, []);
});
test("Parameters take values of every type without a loss", () => {
  assert.deepEqual(parameterValue("N", "12345678901234567890123456789012345678").value,
    { N: "12345678901234567890123456789012345678" });
  assert.ok(parameterValue("N", "").fault);
  assert.deepEqual(parameterValue("S", "").value, { S: "" });
  assert.deepEqual(parameterValue("BOOL", "false").value, { BOOL: false });
  assert.deepEqual(parameterValue("JSON", '{"M": {"a": {"NS": ["1"]}}}').value, { M: { a: { NS: ["1"] } } });
  for (const wrong of ['{"a": 1}', '{"N": 1}', "[]", "x", '{"SS": []}', "null"])
    assert.ok(parameterValue("JSON", wrong).fault, wrong);
});
test("Statements get their own parameters, and a batch or transaction its limits", () => {
  const bodies = withParameters(
    statements("SELECT * FROM t WHERE a = ?; SELECT 1; SELECT * FROM t WHERE a = ? AND b = ?"), [1, 2, 3]);
  assert.deepEqual(bodies.map((body) => body.Parameters), [[1], undefined, [2, 3]]);
  assert.equal(together(bodies, "batch").operation, "BatchExecuteStatement");
  assert.equal(together(bodies, "transaction").operation, "ExecuteTransaction");
  assert.ok(together(Array(26).fill(bodies[0]), "batch").fault);
  const mixed = [...bodies, { Statement: "DELETE FROM t WHERE a = 1" }];
  assert.ok(together(mixed, "batch").fault);
  const checked = [{ Statement: "EXISTS(SELECT * FROM t WHERE a = 1)" }, mixed[3]];
  assert.ok(!together(checked, "transaction").fault);
});
test("The place of an error is found if its message has one", () => {
  assert.equal(placeOf("Unexpected token at line 2, column 3", "abc\ndefg"), 6);
  assert.equal(placeOf("Expected identifier at 1:4:2", "abcdef"), 3);
  assert.equal(placeOf("bad at position 3", "abcdef"), 3);
  assert.equal(placeOf("Syntax error near 'FORM'", "SELECT * form t"), 9);
  assert.equal(placeOf("Requested resource not found", "SELECT"), null);
});
