// Uses the package of shop.yaml as a program would, on a server whose URL is in PARTITA_TEST_ENDPOINT.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";

import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";

import { Decimal, ModelError, Shop, UnreadableRow, WriteRefused } from "./shop/index.js";
import type { CustomerInput, Order, OrderInput } from "./shop/index.js";

const client = new DynamoDBClient({
  endpoint: process.env["PARTITA_TEST_ENDPOINT"]!,
  region: "us-east-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});

// Each test has tables of its own.
async function openShop(options: ConstructorParameters<typeof Shop>[1] = {}): Promise<Shop> {
  const shop = new Shop(client, { tablePrefix: `${randomUUID()}.`, ...options });
  await shop.createTables();
  return shop;
}

const ada: CustomerInput = { customer: "ada", email: "ada@example.org", name: "Ada", joined: "2026-01-05" };
const ulid = (n: number): string => `01ARZ3NDEKTSV4RRFFQ69G5F${String(n).padStart(2, "0")}`;
const order = (n: number, more: Partial<OrderInput> = {}): OrderInput => ({
  customer: "ada",
  order: ulid(n),
  placed: new Date(Date.UTC(2026, 0, 5 + n, 10)),
  status: "OPEN",
  cents: 100 * n,
  gift: false,
  ...more,
});

async function refusal(work: Promise<unknown>): Promise<WriteRefused> {
  try {
    await work;
  } catch (error) {
    if (error instanceof WriteRefused) return error;
    throw error;
  }
  return assert.fail("it was not refused");
}

test("values of each kind come back as they were", async () => {
  const shop = await openShop();
  const created = await shop.customer.create({
    ...ada,
    customer: "a#\u0000\u{1F600}",
    tags: new Set(["x", "y"]),
    address: {
      city: "Bonn",
      zip: 53111,
      lines: [1, 2n ** 60n, Decimal.parse("0.1"), null, true, new Uint8Array([1, 2])],
    },
  });
  assert.deepEqual(await shop.customer.get({ customer: "a#\u0000\u{1F600}" }, { consistent: true }), created);
  assert.equal(created.version, 1);
  assert.deepEqual(created.tags, new Set(["x", "y"]));
  assert.equal(created.address?.["city"], "Bonn");
  const placed = await shop.order.create(
    order(1, { vat: Decimal.parse("12345678901234567890.12345678"), weight: 0.1, lines: [{ sku: "s", count: 2 }] }),
  );
  assert.equal(placed.vat?.text, "12345678901234567890.12345678");
  assert.equal(placed.weight, 0.1);
  assert.deepEqual(placed.lines, [{ sku: "s", count: 2 }]);
  assert.equal(placed.note, undefined);
  const cart = {
    session: randomUUID(),
    sku: "s",
    count: 1,
    until: 4_102_444_800,
    photo: new Uint8Array([0, 255]),
    seen: 7,
  };
  await shop.cart.put(cart);
  assert.deepEqual(await shop.cart.get({ session: cart.session, sku: "s" }), cart);
});

test("reads of patterns", async () => {
  const shop = await openShop();
  await shop.signUp(ada);
  for (let n = 1; n <= 7; ++n) await shop.order.create(order(n, n > 5 ? { status: "PAID" } : {}));
  const open = await shop.ordersInAStatus({ status: "OPEN" }).all();
  assert.deepEqual(
    open.map((one) => one.cents),
    [500, 400, 300, 200, 100],
  );
  const page = await shop.ordersInAStatus({ status: "OPEN" }, { take: 2 }).page();
  assert.deepEqual(
    page.items.map((one) => one.cents),
    [500, 400],
  );
  const next = await shop.ordersInAStatus({ status: "OPEN" }, { take: 2, after: page.token! }).page();
  assert.deepEqual(
    next.items.map((one) => one.cents),
    [300, 200],
  );
  const late = shop.ordersInAStatus({ status: "OPEN" }, { range: { gte: order(4).placed }, reverse: true });
  assert.deepEqual(
    (await late.all()).map((one) => one.cents),
    [400, 500],
  );
  assert.equal(
    await shop
      .ordersInAStatus({ status: "OPEN" }, { where: (one) => one.cents.gt(200).and(one.note.notExists()) })
      .count(),
    3,
  );
  assert.equal((await shop.ordersInAStatus({ status: "PAID" }).first())?.cents, 700);
  const seen: number[] = [];
  for await (const one of shop.ordersInAStatus({ status: "OPEN" }, { reverse: true })) seen.push(one.cents);
  assert.deepEqual(seen, [100, 200, 300, 400, 500]);
  let pages = 0;
  for await (const one of shop.ordersInAStatus({ status: "OPEN" }, { take: 2 }).pages()) pages += one.items.length;
  assert.equal(pages, 5);
  const days = await shop.ordersOfSomeDays({ range: { between: [order(2).placed, order(4).placed] } }).all();
  assert.deepEqual(
    days.map((one) => one.cents),
    [200, 300, 400],
  );
  const rows = await shop.openOrdersOfACustomer({ customer: "ada" }, { where: (one) => one.cents.in(100, 300) }).all();
  assert.deepEqual(
    rows,
    [3, 1].map((n) => ({ order: ulid(n), placed: order(n).placed, cents: 100 * n })),
  );
  assert.equal((await shop.orderByItsKey({ customer: "ada", order: ulid(3) }))?.cents, 300);
  assert.equal(await shop.orderByItsKey({ customer: "ada", order: ulid(99) }), undefined);
  const whole = await shop.customerWithOrders({ customer: "ada" }).load();
  assert.equal(whole?.customer.name, "Ada");
  assert.equal(whole.orders.length, 7);
  assert.equal(await shop.customerWithOrders({ customer: "bob" }).load(), undefined);
  assert.equal((await shop.ordersThatWaitForPayment().all()).length, 5);
});

test("updates need what they must know, and write the keys of indexes", async () => {
  const shop = await openShop();
  await shop.order.create(order(1));
  const key = { customer: "ada", order: ulid(1) };
  const paid = await shop.payAnOrder(key, { status: "PAID" }, { given: { placed: order(1).placed }, version: 1 });
  assert.equal(paid.version, 2);
  assert.equal((await shop.ordersInAStatus({ status: "PAID" }).all()).length, 1);
  assert.equal((await shop.ordersInAStatus({ status: "OPEN" }).all()).length, 0);
  assert.equal(
    (await refusal(shop.order.update(key, { set: { note: "n" } }, { version: 1 }))).reason,
    "VersionConflict",
  );
  const other = { given: { placed: order(2).placed }, version: "any" } as const;
  assert.equal((await refusal(shop.payAnOrder(key, { status: "SENT" }, other))).reason, "ConditionFailed");
  assert.equal((await shop.sendAnOrder(key, { status: "SENT" })).status, "SENT");
  const changed = await shop.order.update(
    key,
    { set: { note: "n" }, increment: { cents: 5 }, setIfAbsent: { weight: 2.5 }, append: { lines: [1] } },
    { version: "any", where: (one) => one.gift.eq(false) },
  );
  assert.deepEqual([changed.note, changed.cents, changed.weight, changed.lines], ["n", 105, 2.5, [1]]);
  const cleared = await shop.order.update(key, { set: { note: null } }, { version: "any" });
  assert.equal(cleared.note, undefined);
  assert.equal(
    (await refusal(shop.order.update({ ...key, order: ulid(9) }, { set: { gift: true } }, { version: "any" }))).reason,
    "ItemMissing",
  );
  assert.equal((await shop.order.remove(key, { version: "any" }))?.status, "SENT");
  assert.equal(await shop.order.remove(key, { version: "any" }), undefined);
});

test("unique values, transactions and their refusals", async () => {
  const shop = await openShop();
  await shop.signUp(ada);
  const taken = await refusal(shop.signUp({ ...ada, customer: "bob" }));
  assert.equal(taken.reason, "UniqueValueTaken");
  assert.deepEqual(taken.fields, ["email"]);
  assert.equal((await refusal(shop.signUp({ ...ada, email: "other@example.org" }))).reason, "ItemExists");
  await shop.changeTheEmail(
    { customer: "ada" },
    { email: "ada@example.com" },
    { given: { email: ada.email }, version: 1 },
  );
  await shop.signUp({ ...ada, customer: "bob" });
  await shop.placeAnOrder({ order: order(1), customer: { key: { customer: "ada" } } });
  const missing = await refusal(shop.placeAnOrder({ order: order(2), customer: { key: { customer: "eve" } } }));
  assert.deepEqual([missing.reason, missing.position], ["ItemMissing", 1]);
  assert.equal(await shop.orderByItsKey({ customer: "ada", order: ulid(2) }), undefined);
  await shop.transact((writes) => [
    writes.order.create(order(3)),
    writes.customer.update({ customer: "ada" }, { set: { name: "Ada L." } }, { version: 2 }),
  ]);
  assert.equal((await shop.customer.get({ customer: "ada" }))?.name, "Ada L.");
});

test("upserts and moves", async () => {
  const shop = await openShop();
  const session = randomUUID();
  const key = { session, sku: "s" };
  assert.equal((await shop.cart.upsert(key, { count: 1, until: 4_102_444_800 })).count, 1);
  const changed = await shop.cart.upsert(key, { count: 2, until: 4_102_444_800, seen: 3 });
  assert.deepEqual([changed.count, changed.seen], [2, 3]);
  await shop.cart.move(key, { ...changed, sku: "t" });
  assert.equal(await shop.cart.get(key), undefined);
  assert.equal((await shop.cart.get({ session, sku: "t" }))?.seen, 3);
  await shop.signUp(ada);
  await shop.customer.move({ customer: "ada" }, { ...ada, customer: "eva" }, { version: 1 });
  assert.equal((await shop.customer.get({ customer: "eva" }))?.version, 2);
  assert.equal((await refusal(shop.signUp({ ...ada, customer: "bob" }))).reason, "UniqueValueTaken");
  assert.equal((await refusal(shop.cart.move(key, { ...changed, sku: "u" }))).reason, "ItemMissing");
});

test("absent values and unchecked writes are refused", async () => {
  const shop = await openShop();
  const created = await shop.signUp({ ...ada, tags: new Set(["x"]) });
  const any = { version: "any" } as const;
  await assert.rejects(
    shop.customer.update(ada, { setIfAbsent: { tags: new Set<string>() } }, any),
    /setIfAbsent needs a value/,
  );
  const unchecked = shop.customer as unknown as { remove(key: object, options: object): Promise<unknown> };
  await assert.rejects(unchecked.remove(ada, { given: { email: ada.email } }), /give version: N/);
  assert.deepEqual((await shop.customer.get(ada))?.tags, created.tags);
  const computed = { "CUSTOMER.name": () => undefined };
  assert.throws(() => new Shop(client, { computed }), /which is not computed/);
});

test("batches and carts that have expired", async () => {
  // The server removes items whose time has passed, so this client is ahead of it.
  const shop = await openShop({ now: () => Date.UTC(2100, 0, 5) });
  const session = randomUUID();
  const until = Date.UTC(2100, 0, 6) / 1000;
  const carts = Array.from({ length: 60 }, (_, n) => ({
    session,
    sku: `s${n}`,
    count: n,
    until: n < 50 ? until : until - 3 * 86_400,
  }));
  await shop.fillACart(carts);
  assert.equal((await shop.theCartOfASession({ session }).all()).length, 50);
  assert.equal((await shop.theCartOfASession({ session }, { withExpired: true }).all()).length, 60);
  const several = await shop.severalCarts([
    { session, sku: "s3" },
    { session, sku: "absent" },
  ]);
  assert.deepEqual(
    several.map((one) => one?.count),
    [3, undefined],
  );
  assert.equal((await shop.emptyACart({ session, sku: "s3" }))?.count, 3);
});

test("wrong values are refused before a request", async () => {
  const shop = await openShop();
  await assert.rejects(shop.order.create(order(1, { cents: 0.5 })), ModelError);
  await assert.rejects(shop.order.create(order(1, { order: "no ULID" })), /must be a ULID/);
  await assert.rejects(shop.customer.create({ ...ada, joined: "2026-02-30" }), ModelError);
  await assert.rejects(shop.customer.create({ ...ada, customer: "" }), ModelError);
  await assert.rejects(shop.customer.create({ ...ada, customer: "a\ud800" }), /half of a surrogate pair/);
  await assert.rejects(shop.customer.create({ ...ada, tags: new Set(["\udfff"]) }), /half of a surrogate pair/);
  await assert.rejects(shop.customer.create({ ...ada, wrong: 1 } as CustomerInput), /CUSTOMER has no field wrong/);
  await assert.rejects(shop.order.get({ customer: "ada" } as Order), ModelError);
  assert.throws(() => shop.ordersInAStatus({} as { status: "OPEN" }), /needs a value for status/);
});

test("a wrong shape is refused, also if the compiler does not see it", async () => {
  const shop = await openShop();
  const created = await shop.order.create(order(1));
  const any = { version: "any" } as const;
  const bounds = { gte: new Date(0), lt: new Date(1) } as unknown as { gte: Date };
  assert.throws(() => shop.ordersInAStatus({ status: "OPEN" }, { range: bounds }), /both ends are between/);
  assert.throws(() => shop.ordersInAStatus({ status: "OPEN" }, { take: 1.5 }), /take must be a whole number/);
  await assert.rejects(shop.order.update(created, { increment: { cents: 0.5 } }, any), /counts whole numbers/);
  const misspelt = { set: { note: "x" }, incremet: { cents: 100 } };
  await assert.rejects(shop.order.update(created, misspelt, any), /incremet is not a kind of change/);
  await assert.rejects(
    shop.order.update(created, { set: { note: "x" } }, { ...any, ...{ were: 1 } }),
    /were is not an option/,
  );
  await shop.signUp({ ...ada, address: { city: "Bonn", n: 1 } });
  const member = (change: object): Promise<unknown> =>
    shop.customer.update(ada, { members: [{ path: ["address", "n"], ...change } as never] }, any);
  await assert.rejects(member({}), /has one of set, increment/);
  await assert.rejects(member({ set: 7, increment: 1 }), /has one of set, increment/);
  await member({ increment: 4 });
  await shop.customer.update(ada, { members: [{ path: ["address", "city"], remove: true }] }, any);
  assert.deepEqual((await shop.customer.get(ada))?.address, { n: 5 });
  const bytes = new Uint8Array([1]) as unknown as { readonly [name: string]: string };
  await assert.rejects(shop.customer.create({ ...ada, customer: "b", address: bytes }), /address must be an object/);
});

test("rows that cannot be read are reported, and do not hide the others", async () => {
  const shop = await openShop();
  for (const n of [1, 2]) await shop.order.create(order(n));
  const all = await client.send(new ScanCommand({ TableName: shop.tableNames()[0]! }));
  const item = all.Items!.find((one) => one["cents"]?.N === "100")!;
  await client.send(
    new PutItemCommand({ TableName: shop.tableNames()[0]!, Item: { ...item, gift: { S: "perhaps" } } }),
  );
  const page = await shop.ordersInAStatus({ status: "OPEN" }).page();
  assert.equal(page.items.length, 1);
  assert.match(page.unreadable[0]!.message, /gift/);
  await assert.rejects(shop.ordersInAStatus({ status: "OPEN" }).all(), UnreadableRow);
});

test("changes of streams are parsed", async () => {
  const shop = await openShop();
  const created = await shop.order.create(order(1));
  const { Items } = await client.send(new ScanCommand({ TableName: shop.tableNames()[0]! }));
  const change = shop.parseChange({ eventName: "INSERT", dynamodb: { NewImage: Items![0]! } });
  assert.equal(change?.entity, "ORDER");
  assert.deepEqual(change.after, created);
  assert.equal(change.before, undefined);
});

test("tables are compared with the model", async () => {
  const shop = await openShop();
  await shop.createTables();
  await shop.checkTables();
  await assert.rejects(
    new Shop(client, { tablePrefix: "absent." }).checkTables(),
    /absent\.shop is not that of the model: it does not exist/,
  );
});
