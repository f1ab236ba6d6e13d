import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, mapOf, nodeOf, setType, valueOf } from "../../../../../src/console/web/app/dynamo/values/form.js";
import { itemNotPlain, itemOfText, plainText,
  typedText } from "../../../../../src/console/web/app/dynamo/values/item_json.js";
import { equalItems, equalValues, itemSize, valueFault, valueAt,
  bytesText } from "../../../../../src/console/web/app/dynamo/values/values.js";
import { copyText, shortText } from "../../../../../src/console/web/app/dynamo/values/short_text.js";

const big = "12345678901234567890123456789012345678";
const scalars = { s: { S: 'q"\n' }, e: { S: "" }, n: { N: big }, t: { BOOL: true }, f: { BOOL: false },
  z: { NULL: true }, l: { L: [{ N: "1" }, { M: {} }, { L: [] }] },
  m: { M: { constructor: { S: "x" }, in: { M: { d: { N: "-1E-130" } } } } } };
const all = { ...scalars, b: { B: "AAE=" }, ss: { SS: ["a", "b"] }, ns: { NS: ["1", "2.5"] }, bs: { BS: ["AA==", ""] },
  ...JSON.parse('{"__proto__":{"S":"p"}}') };

test("items of all types go through typed JSON and through the form unchanged", () => {
  for (const indent of [0, 2]) assert.deepEqual(itemOfText(typedText(all, indent), "typed"), all);
  const faults = [];
  assert.deepEqual(mapOf(entriesOf(all, ["n"]), faults), all);
  assert.deepEqual(faults, []);
  assert.deepEqual(Object.keys(mapOf(entriesOf(all, ["n", "s"]), [])).slice(0, 2), ["n", "s"]);
});

test("plain JSON says the same where it can, and says where it cannot", () => {
  assert.deepEqual(itemOfText(plainText(scalars), "plain"), scalars);
  assert.ok(plainText(scalars).includes(`"n": ${big}`));
  assert.equal(itemNotPlain(scalars), null);
  assert.equal(itemNotPlain({ a: { M: { b: { L: [{ SS: ["x"] }] } } } }), "a.b[0]");
  assert.equal(plainText({ a: { N: "+01.50" }, b: { N: ".5" }, c: { N: "5." }, d: { N: "-0E3" } }, 0),
    '{"a":1.50,"b":0.5,"c":5,"d":-0E3}');
});

test("texts that are no item name the place of the fault", () => {
  for (const [text, form, reason] of [['{"a":{"S":1}}', "typed", /a: S holds/],
    ['{"a":{"X":"1"}}', "typed", /no type "X"/], ['{"a":{"M":{"b":{"N":"x"}}}}', "typed", /a\.b: This is not a number/],
    ['{"a":{"NS":["1","1.0"]}}', "typed", /twice/], ['{"a":{"SS":[]}}', "typed", /empty/],
    ['{"a":{"B":"x"}}', "typed", /base64/], ['{"a":{"NULL":false}}', "typed", /NULL/], ["[1]", "plain", /object/],
    ['{"a":1e999}', "plain", /9\.99E/], ['{"a":{"S":"x"},"b":{"S":"y","N":"1"}}', "typed", /one type/],
    ['{"a":1,"a":2}', "plain", /twice/]])
    assert.throws(() => itemOfText(text, form), (error) => reason.test(error.message), text);
  assert.deepEqual(itemOfText('{"a":{"N":1.50}}', "typed"), { a: { N: "1.50" } });
  assert.deepEqual(itemOfText('{"a":{"b":1}}', "any"), { a: { M: { b: { N: "1" } } } });
  assert.deepEqual(itemOfText('{"a":{"S":"1"}}', "any"), { a: { S: "1" } });
});

test("forms name their faults, and a change of type keeps what fits", () => {
  const faults = [];
  mapOf([{ name: "", node: nodeOf({ S: "" }) }, { name: "n", node: nodeOf({ N: "1x" }) },
    { name: "n", node: nodeOf({ SS: [] }) }], faults);
  assert.equal(faults.length, 4);
  const node = nodeOf({ S: "5" });
  setType(node, "N");
  assert.deepEqual(valueOf(node, []), { N: "5" });
  setType(node, "NS");
  assert.deepEqual(valueOf(node, []), { NS: ["5"] });
  setType(node, "L");
  assert.deepEqual(valueOf(node, []), { L: [{ N: "5" }] });
});

test("equality is DynamoDB's", () => {
  assert.ok(equalValues({ N: "1" }, { N: "1.0" }));
  assert.ok(equalValues({ SS: ["a", "b"] }, { SS: ["b", "a"] }));
  assert.ok(equalItems({ a: { M: { x: { N: "1" }, y: { NULL: true } } } },
    { a: { M: { y: { NULL: true }, x: { N: "1e0" } } } }));
  for (const [a, b] of [[{ S: "1" }, { N: "1" }], [{ L: [{ N: "1" }, { N: "2" }] }, { L: [{ N: "2" }, { N: "1" }] }],
    [{ M: {} }, { L: [] }], [{ S: "" }, { NULL: true }], [{ N: big }, { N: big.slice(0, -1) + "9" }]])
    assert.ok(!equalValues(a, b));
});

test("sizes, paths, faults and short texts", () => {
  assert.equal(itemSize({ pk: { S: "ä" }, n: { N: "12" }, l: { L: [{ BOOL: true }] }, b: { B: "AAE=" } }),
    2 + 2 + 1 + 2 + 1 + 3 + 2 + 1 + 2);
  assert.deepEqual(valueAt({ a: { M: { b: { L: [{ S: "x" }] } } } }, ["a", "b", 0]), { S: "x" });
  assert.equal(valueAt({ a: { M: {} } }, ["a", "toString"]), undefined);
  assert.equal(valueAt({}, ["constructor"]), undefined);
  assert.equal(valueFault({ L: [{ N: "1" }, { N: "" }] }).path[0], 1);
  assert.equal(shortText({ S: "x".repeat(1000) }).length, 160);
  assert.ok(shortText({ M: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, { S: "v" }])) })
    .length < 400);
  assert.equal(shortText({ SS: ["a", "b"] }), '{"a", "b"}');
  assert.equal(shortText({ M: { a: { L: [{ N: big }] } } }), `{a: [${big}]}`);
  assert.match(shortText({ B: "AAE=" }), /AAE= \(2 B\)/);
  assert.equal(copyText({ N: big }), big);
  assert.equal(bytesText(1536), "1.5 KB");
});
