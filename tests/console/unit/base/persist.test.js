import assert from "node:assert/strict";
import { test } from "node:test";
import { persist, persistCondition } from "../../../../src/console/web/app/base/persist.js";

const fault = (code, status = 400, body = null) => Object.assign(new Error(code), { code, status, body });
const failing = (...codes) => {
  const left = [...codes];
  return async () => { if (left.length) throw fault(left.shift()); return "done"; };
};

test("throttled and lost requests are sent again, refused ones are not", async () => {
  assert.equal(await persist(failing("ThrottlingException", "NetworkError", "InternalServerError")), "done");
  await assert.rejects(persist(failing("ValidationException")), { code: "ValidationException" });
});

test("an endpoint that cannot be reached is asked again, whatever the code of its 5xx", async () => {
  for (const [code, status] of [["ServiceUnavailableException", 503], ["HTTP 502", 502]]) {
    const errors = [fault(code, status), fault("ConditionalCheckFailedException")];
    const work = async () => { if (errors.length) throw errors.shift(); return "done"; };
    assert.equal(await persistCondition(work, async () => true), null);
  }
});

test("a condition that fails because of the write itself, whose answer was lost, is no conflict", async () => {
  assert.equal(await persistCondition(failing("NetworkError", "ConditionalCheckFailedException"),
    async () => true), null);
  await assert.rejects(persistCondition(failing("InternalServerError", "ConditionalCheckFailedException"),
    async () => false), { code: "ConditionalCheckFailedException", unsure: true });
});

test("without a lost answer a failed condition is another writer's, and nothing is read", async () => {
  const neverRead = () => assert.fail("read");
  for (const before of [[], ["ThrottlingException"]])
    await assert.rejects(persistCondition(failing(...before, "ConditionalCheckFailedException"), neverRead),
      (error) => error.code === "ConditionalCheckFailedException" && !error.unsure);
});

test("a write that the browser may have sent twice is looked for after each condition that fails", async () => {
  assert.equal(await persistCondition(failing("ConditionalCheckFailedException"), async () => true, { always: true }),
    null);
  await assert.rejects(persistCondition(failing("ConditionalCheckFailedException"), async () => false,
    { always: true }), (error) => error.code === "ConditionalCheckFailedException" && !error.unsure);
});

test("a stop ends the pause before the next attempt", async () => {
  const controller = new AbortController();
  let times = 0;
  const work = persist(async () => { times += 1; controller.abort(); throw fault("NetworkError", 0); },
    controller.signal);
  await assert.rejects(work, { name: "AbortError" });
  assert.equal(times, 1);
});
