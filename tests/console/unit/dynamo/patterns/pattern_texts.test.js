// The faults of the texts of a pattern's form, and messages that count the form's items.
import assert from "node:assert/strict";
import test from "node:test";
import { faulty, inWordsOfForm, textFault } from "../../../../../src/console/web/app/dynamo/patterns/pattern_texts.js";
import { emptyParts, setText } from "../../../../../src/console/web/app/dynamo/patterns/pattern_parts.js";
import { emptyForm } from "../../../../../src/console/web/app/dynamo/patterns/patterns.js";

test("A text that is no value of its type is named with an example, and an empty one is not", () => {
  const good = { time: ["2026-01-31T12:00:00.000Z", "2026-01-31T12:00:00Z", ""], date: ["2026-02-28"],
    number: ["-1.5e3"], binary: ["AQI="], document: ['{"S":"a"}'], vector: ["1, 2.5"], string: ["x"], enum: ["A"] };
  const bad = { time: ["today", "2026-01-31", "2026-02-30T12:00:00.000Z", "2026-01-31T25:00:00.000Z",
    "2026-01-31T12:00:00.000123Z", "2026-01-31T12:00:00.000+01:00"], date: ["2026-02-30", "31.1.2026"],
  number: ["many"], binary: ["?"], document: ["{S:a}"], vector: ["1, x"] };
  for (const [Type, texts] of Object.entries(good))
    for (const text of texts) assert.equal(textFault({ Type }, text), null, `${Type} ${text}`);
  for (const [Type, texts] of Object.entries(bad))
    for (const text of texts) assert.ok(textFault({ Type }, text), `${Type} ${text}`);
  assert.match(textFault({ Type: "time" }, "today"), /such as 2026-01-31T12:00:00.000Z/);
  assert.equal(textFault({ Type: "time" }, "2026-01", "begins_with"), null);
  assert.equal(textFault({ Type: "time", Comparison: "begins_with" }, "2026-01"), null);
});
test("The faulty fields of a form are named: of ranges, of lists and of parts", () => {
  const pattern = { Operation: "transact_write", Parameters: [
    { Name: "at", Type: "time", Range: true, Optional: true }, { Name: "price", Type: "number", Operands: "two" },
    { Name: "size", Type: "number" }],
  Parts: [{ Kind: "create", Entity: "ORDER", Parameters: [{ Name: "createdAt", Type: "time", Role: "field" }] }] };
  const form = emptyForm(pattern);
  form.parts = emptyParts(pattern);
  assert.deepEqual(faulty(pattern, form), []);
  form.range = { comparison: "", from: "never", to: "" };
  assert.deepEqual(faulty(pattern, form), []);
  form.range.comparison = ">=";
  form.lists = { price: ["1", "x"] };
  form.values = { size: "2" };
  setText(form.parts[0].items[0], pattern.Parts[0].Parameters[0], "today");
  assert.deepEqual(faulty(pattern, form), ["at", "price", "createdAt"]);
});
test("A message of the model layer counts the form's items from 1 and names their entities", () => {
  const effects = [{ Entity: "ORDER" }, { Entity: "LINE" }];
  assert.equal(inWordsOfForm("request 0 (ORDER): the item exists already", effects),
    "Item 1 (ORDER): the item exists already");
  assert.equal(inWordsOfForm("request 1: TASK: no", effects), "Item 2 (LINE): TASK: no");
  assert.equal(inWordsOfForm("request 0 (A) and request 2 (B) are on the same item", null),
    "Item 1 (A) and item 3 (B) are on the same item");
  assert.equal(inWordsOfForm("itemId takes a number", effects), "itemId takes a number");
});
