// The pairs of languages, in TypeScript (README.md).
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

import { Decimal, Shop } from "./shop/index.js";
import type { OrderInput } from "./shop/index.js";

const shop = new Shop(
  new DynamoDBClient({
    endpoint: process.env["PARTITA_TEST_ENDPOINT"]!,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  }),
);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const hexOfText = (text: string): string => Buffer.from(text, "utf8").toString("hex");
const customerOf = (name: string): string => `${name}#\u0000\u{1F600}`;
// The session has the bytes of the name.
const sessionOf = (name: string): string =>
  `00000000-0000-4000-8000-${hexOfText(name).slice(0, 12).padStart(12, "0")}`;
const ulid = (number: number): string => `01ARZ3NDEKTSV4RRFFQ69G5F0${number}`;
const placed = (number: number): Date => new Date(Date.UTC(2026, 0, 5 + number, 10, 0, 0, number));

const orderOf = (name: string, number: number): OrderInput => ({
  customer: customerOf(name),
  order: ulid(number),
  placed: placed(number),
  status: "OPEN",
  cents: 0,
  gift: false,
});

async function write(name: string): Promise<void> {
  await shop.signUp({
    customer: customerOf(name),
    email: `${name}@example.org`,
    name: "Ada",
    tags: new Set(["y z", "x", "ä"]),
    address: { city: "Bonn#1" },
    joined: "2026-01-05",
  });
  await shop.order.create({ ...orderOf(name, 1), cents: -5, weight: 0.1, vat: Decimal.parse("0.1") });
  const vat = Decimal.parse("12345678901234567890123456789012345678");
  const second = { ...orderOf(name, 2), cents: 9007199254740991, weight: 1e100, vat, gift: true, lines: ["a line"] };
  await shop.order.create(second);
  await shop.payAnOrder(
    { customer: second.customer, order: second.order },
    { status: "SENT" },
    { version: 1, given: { placed: second.placed } },
  );
  const third = { ...orderOf(name, 3), note: "a # note" };
  await shop.order.create(third);
  await shop.order.update(
    { customer: third.customer, order: third.order },
    { set: { status: "SENT", placed: new Date(Date.UTC(2026, 1, 3, 10, 0, 0, 3)) } },
    { readFirst: true },
  );
  const session = sessionOf(name);
  await shop.fillACart([
    { session, sku: "a#", count: 1, photo: new Uint8Array([0, 255]), seen: 9007199254740991, until: 4102444800 },
    { session, customer: name, sku: "z", count: -2, until: 4102444801 },
  ]);
}

function print(...values: unknown[]): void {
  console.log(values.map((value) => String(value ?? "-")).join("|"));
}

async function read(name: string): Promise<void> {
  const id = customerOf(name);
  const whole = await shop.customerWithOrders({ customer: id }).load();
  if (!whole) throw new Error(`${name} is missing`);
  const { customer } = whole;
  const tags = [...customer.tags].sort().join(",");
  const { email, phone, address, joined, version } = customer;
  print("customer", hexOfText(customer.customer), email, phone, tags, address?.["city"], joined, version);
  for (const one of whole.orders) {
    const { order, status, cents, weight, vat, gift, note, lines } = one;
    print("order", order, one.placed.toISOString(), status, cents, weight, vat?.text, gift, note, lines?.[0], one.version);
  }
  for await (const one of shop.openOrdersOfACustomer({ customer: id }))
    print("open", one.order, one.placed.toISOString(), one.cents);
  for await (const one of shop.ordersInAStatus({ status: "SENT" }, { reverse: true }))
    if (one.customer === id) print("status", one.order);
  for await (const one of shop.ordersOfSomeDays({ range: { between: [placed(1), placed(3)] } }))
    if (one.customer === id) print("day", one.order);
  for await (const one of shop.theCartOfASession({ session: sessionOf(name) })) {
    const { session, sku, count, photo, seen, until } = one;
    print("cart", session, one.customer, hexOfText(sku), count, photo && hex(photo), seen, until);
  }
}

const [verb, name = ""] = process.argv.slice(2);
await (verb === "write" ? write(name) : read(name));
