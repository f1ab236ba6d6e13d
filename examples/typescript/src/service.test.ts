// Each test has an account of its own on one server in memory (docs/fixtures.md).
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";

import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { startServer } from "partita";

import { makeService } from "./service.js";
import { Shop } from "./shop/index.js";

type Server = Awaited<ReturnType<typeof startServer>>;
let server: Server;
before(async () => {
  server = await startServer();
});
after(async () => {
  await server.close();
});

// The body is JSON of any form.
type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: any }>;

async function withService(use: (call: Call) => Promise<void>): Promise<void> {
  const account = server.account();
  const shop = new Shop(new DynamoDBClient(account.config));
  await shop.createTables();
  const service = makeService(shop).listen(0, "127.0.0.1");
  await new Promise((resolve) => service.once("listening", resolve));
  const { port } = service.address() as AddressInfo;
  try {
    await use(async (method, path, body) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    });
  } finally {
    service.close();
    await account.forget();
  }
}

const ada = { customer: "ada", email: "ada@example.org", name: "Ada" };

test("a customer signs up, orders and pays", () =>
  withService(async (call) => {
    assert.equal((await call("POST", "/customers", ada)).status, 201);
    const placed = await call("POST", "/customers/ada/orders", { cents: 1250 });
    assert.equal(placed.status, 201);
    assert.equal((await call("GET", "/open-orders")).body.orders.length, 1);
    const payment = `/customers/ada/orders/${placed.body.order}/payment`;
    assert.equal((await call("POST", payment)).body.status, "PAID");
    assert.equal((await call("POST", payment)).status, 409);
    assert.equal((await call("GET", "/open-orders")).body.orders.length, 0);
    const found = await call("GET", "/customers/ada");
    assert.equal(found.body.customer.name, "Ada");
    assert.equal(found.body.orders[0].cents, 1250);
  }));

test("refusals are answers", () =>
  withService(async (call) => {
    await call("POST", "/customers", ada);
    const taken = await call("POST", "/customers", { ...ada, customer: "bob" });
    assert.deepEqual([taken.status, taken.body], [409, { error: "UniqueValueTaken", fields: ["email"] }]);
    assert.equal((await call("POST", "/customers/eve/orders", { cents: 1 })).status, 404);
    assert.equal((await call("POST", "/customers/ada/orders", { cents: 0.5 })).status, 400);
    assert.equal((await call("GET", "/customers/eve")).status, 404);
  }));

test("open orders come in pages", () =>
  withService(async (call) => {
    await call("POST", "/customers", ada);
    for (let n = 1; n <= 25; ++n) await call("POST", "/customers/ada/orders", { cents: n });
    const first = (await call("GET", "/open-orders")).body;
    const second = (await call("GET", `/open-orders?after=${first.next}`)).body;
    const cents = [...first.orders, ...second.orders].map((order: { cents: number }) => order.cents);
    assert.deepEqual(
      cents,
      Array.from({ length: 25 }, (_, n) => n + 1),
    );
  }));
