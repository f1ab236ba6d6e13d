import assert from "node:assert/strict";
import test from "node:test";
import { colours, entityGuess, shapeOf,
  typeAttribute } from "../../../../../src/console/web/app/dynamo/collections/entities.js";

const item = (members) => Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { S: value }]));
const view = { partition: ["PK"], sort: ["SK"] };

test("The type attribute is found, and one with a value for each item is none", () => {
  assert.equal(typeAttribute([item({ type: "A" }), item({ type: "A" }), item({ type: "B" })]), "type");
  assert.equal(typeAttribute([item({ _et: "A" }), item({ _et: "B" })]), "_et");
  assert.equal(typeAttribute([item({ type: "agile" }), item({ type: "agile" }), item({ x: "1" })]), null);
  const unique = Array.from({ length: 20 }, (_, at) => item({ type: `value ${at}` }));
  assert.equal(typeAttribute(unique), null);
  assert.equal(typeAttribute([]), null);
});
test("The shape of a key keeps its words and drops its values", () => {
  const shapes = { "ORDER#o1#ITEM#i9": "ORDER#…#ITEM#…", "PROFILE#C1": "PROFILE#…", "METADATA": "METADATA",
    "USER#alice": "USER#…",
    "2026-03-01T12:00:00.000Z": "…", "CUST#C1#STATUS#PAID": "CUST#…#STATUS#PAID", "order#1": "order#…",
    "#META#x": "#META#…", "alice": "…",
    "ord_900": "ord_…", "no_number": "…", "01J-2": "…" };
  for (const [key, shape] of Object.entries(shapes)) assert.equal(shapeOf({ S: key }), shape, key);
  assert.equal(shapeOf({ N: "1" }), "number");
  assert.equal(shapeOf(undefined), "(none)");
});
test("Without a type attribute the sort key's shape is the guess, and an item without the attribute has its shape",
  () => {
  const byKey = entityGuess([item({ PK: "A#1", SK: "B#2" })], view);
  assert.deepEqual([byKey.by, byKey.nameOf(item({ PK: "A#1", SK: "C#2" }))], ["key", "C#…"]);
  const byType = entityGuess([item({ PK: "A#1", SK: "B#2", type: "T" })], view);
  assert.deepEqual([byType.by, byType.nameOf(item({ PK: "A#1", SK: "C#2" })), byType.nameOf(item({ type: "U" }))],
    ["attribute", "C#…", "U"]);
});
test("Many different small words at the beginning of keys are values, a few are names", () => {
  const words = "aws bus by chat list lake of the trip".split(" ").map((word) => item({ PK: "x", SK: `${word}#1` }));
  assert.equal(entityGuess(words, view).nameOf(words[0]), "item");
  assert.equal(entityGuess(words.slice(0, 4), view).nameOf(words[0]), "aws#…");
});
test("Colours are given in order and come again after eight", () => {
  const colourOf = colours();
  assert.deepEqual(["a", "b", "a", ..."cdefgh", "i"].map(colourOf), [1, 2, 1, 3, 4, 5, 6, 7, 8, 1]);
  // The model's entities have their colours whatever is seen first.
  assert.deepEqual(["b", "c", "a"].map(colours(["a", "b"])), [2, 3, 1]);
});
