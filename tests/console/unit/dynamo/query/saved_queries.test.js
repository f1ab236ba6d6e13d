import assert from "node:assert/strict";
import { test } from "node:test";
import { savedQueries } from "../../../../../src/console/web/app/dynamo/query/saved_queries.js";

test("queries are kept by table and name, and a broken storage is an empty one", () => {
  let stored = null;
  const queries = savedQueries({ getItem: () => stored, setItem: (_, text) => { stored = text; } });
  assert.deepEqual(queries.list("t"), []);
  assert.equal(stored, null);
  queries.save("t", "b", "1");
  queries.save("t", "a", "2");
  queries.save("constructor", "x", "3");
  queries.save("t", "b", "4");
  assert.deepEqual(queries.list("t"), [["a", "2"], ["b", "4"]]);
  assert.deepEqual(queries.list("constructor"), [["x", "3"]]);
  queries.remove("t", "a");
  queries.remove("t", "b");
  assert.deepEqual(queries.list("t"), []);
  for (stored of ["{", "[]", '"x"', '{"t":5}', '{"t":{"a":1}}']) assert.deepEqual(queries.list("t"), [], stored);
  const refusing = savedQueries({ getItem: () => { throw new Error("no"); },
    setItem: () => { throw new Error("no"); } });
  assert.deepEqual(refusing.list("t"), []);
  assert.throws(() => refusing.save("t", "a", "1"));
});
