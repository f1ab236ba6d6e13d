// Signatures that the SDK makes with other keys, or at another time, are refused with the service's errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { connect } from "./endpoint.js";

// The answer of ListTables, or the error.
const listed = async (others) => {
  const client = connect(others);
  try {
    return await client.send(new ListTablesCommand({}));
  } catch (error) {
    return error;
  } finally {
    client.destroy();
  }
};
const by = (accessKeyId, secretAccessKey, sessionToken) => ({
  credentials: { accessKeyId, secretAccessKey, sessionToken },
});

test("a wrong secret", async () => {
  const error = await listed(by("local", "wrong"));
  assert.equal(error.name, "InvalidSignatureException");
  assert.match(error.message, /^The request signature we calculated does not match the signature you provided\. /);
});

test("an unknown key", async () => {
  assert.equal((await listed(by("other", "local"))).name, "UnrecognizedClientException");
});

test("session tokens", async () => {
  const good = await listed(by("ASIATEMPORARY", "temporary/secret+", "a/session+token=="));
  assert(Array.isArray(good.TableNames), good.message);
  assert.equal((await listed(by("ASIATEMPORARY", "temporary/secret+"))).name, "UnrecognizedClientException");
  assert.equal((await listed(by("ASIAEXPIRED", "expired", "token"))).name, "ExpiredTokenException");
});

test("a clock that is wrong", async () => {
  const error = await listed({ systemClockOffset: -6 * 60 * 1000 });
  assert.equal(error.name, "InvalidSignatureException");
  assert.match(error.message, /^Signature expired: .* - 5 min\.\)$/);
});

test("a server whose clock is wrong: the SDK takes over its time, and keeps it", async () => {
  for (const endpoint of [process.env.PARTITA_TEST_AHEAD, process.env.PARTITA_TEST_BEHIND]) {
    const client = connect({ endpoint, maxAttempts: 2 });
    const attempts = async () => (await client.send(new ListTablesCommand({}))).$metadata.attempts;
    assert.deepEqual([await attempts(), await attempts()], [2, 1]);
    client.destroy();
  }
});
