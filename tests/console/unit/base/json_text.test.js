import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonFault, Num, parseJson, writeJson } from "../../../../src/console/web/app/base/json_text.js";

test("numbers keep each digit, and all names are kept", () => {
  const text = '{"big":12345678901234567890123456789012345678,"__proto__":1.50,' +
    '"constructor":{"a":[true,false,null,"\\u00e9\\n"]}}';
  const value = parseJson(text);
  assert.ok(value.big instanceof Num);
  assert.equal(value.big.text, "12345678901234567890123456789012345678");
  assert.deepEqual(Object.keys(value), ["big", "__proto__", "constructor"]);
  assert.equal(writeJson(value, 0), text.replace("\\u00e9", "é"));
});

test("what parseJson reads and writeJson writes is what JSON.parse reads", () => {
  for (const text of ["[]", "{}", ' [1, -0.5e+3 ,"a\\"b"] ', '{"a":{"b":[[],[{}]]}}', '"x"', "true", "-12"])
    for (const indent of [0, 2]) assert.deepEqual(JSON.parse(writeJson(parseJson(text), indent)), JSON.parse(text));
});

test("faults name their place", () => {
  for (const [text, line, column] of [["", 1, 1], ['{"a":1,"a":2}', 1, 8], ["[1,\n 2,]", 2, 4], ['{"a" 1}', 1, 6],
    ["01", 1, 2], ['"\t"', 1, 1], ["[1] 2", 1, 5], ["tru", 1, 1], ["{a:1}", 1, 2]])
    assert.throws(() => parseJson(text),
      (error) => error instanceof JsonFault && error.line === line && error.column === column, text);
  assert.throws(() => parseJson("[".repeat(1000)), JsonFault);
});
