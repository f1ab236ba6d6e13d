import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "../../../src/console/web/app/api.js";
import { persist } from "../../../src/console/web/app/base/persist.js";

const answering = (status, text) => ({ ok: status === 200, status, text: async () => text });

test("a connection that ends within an answer is a lost answer, which is asked for again", async () => {
  const answers = [{ ok: true, status: 200, text: async () => { throw new TypeError("network error"); } },
    answering(200, '{"Count":1}')];
  globalThis.fetch = async () => answers.shift();
  assert.deepEqual(await persist(() => call("Scan")), { Count: 1 });
  globalThis.fetch = async () => { throw new TypeError("Failed to fetch"); };
  await assert.rejects(call("Scan"), { code: "NetworkError", status: 0 });
});

test("a stop within an answer stays a stop", async () => {
  globalThis.fetch = async () =>
    ({ ok: true, status: 200, text: async () =>
      { throw Object.assign(new Error("stopped"), { name: "AbortError" }); } });
  await assert.rejects(call("Scan"), { name: "AbortError" });
});

test("an error has its code, message and body, also if it is no JSON", async () => {
  globalThis.fetch = async () =>
    answering(400, '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException","message":"no",' +
      '"Item":{"a":{"N":"1"}}}');
  await assert.rejects(call("PutItem"),
    { code: "ConditionalCheckFailedException", message: "no", status: 400,
      body: { __type: "com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException", message: "no",
        Item: { a: { N: "1" } } } });
  globalThis.fetch = async () => answering(502, "<html>");
  await assert.rejects(call("PutItem"), { code: "HTTP 502", status: 502 });
});
