// Measures the processor time of this process for reads by the SDK's calls, written by hand, by the package of shop.yaml, and
// by two libraries for JavaScript, which store their items in the same table.
// AWS_ENDPOINT_URL_DYNAMODB names a server with 20 open orders of the customer "ada" in the table shop. Prints a line of JSON
// for each case: {"case": ..., "us": [microseconds of each round]}.
import { DynamoDBClient, GetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { Table } from "dynamodb-onetable";
import { Dynamo } from "dynamodb-onetable/Dynamo";
import { Entity } from "electrodb";

import { Shop } from "./out/shop/index.js";

const [rounds, calls] = process.argv.slice(2).map(Number);
const orders = 20;
const client = new DynamoDBClient();
const shop = new Shop(client);
const ulid = (n) => `01ARZ3NDEKTSV4RRFFQ69G5F${String(n).padStart(2, "0")}`;
const key = { customer: "ada", order: ulid(3) };

const electro = new Entity(
  {
    model: { entity: "order", version: "1", service: "shop" },
    attributes: {
      customer: { type: "string" },
      order: { type: "string" },
      placed: { type: "string" },
      status: { type: ["OPEN", "PAID", "SENT"] },
      cents: { type: "number" },
      gift: { type: "boolean" },
      note: { type: "string" },
    },
    indexes: {
      primary: {
        pk: { field: "PK", composite: ["customer"], template: "E#C#${customer}" },
        sk: { field: "SK", composite: ["order"], template: "ORDER#${order}" },
      },
      byStatus: {
        index: "by_status",
        pk: { field: "GSI1PK", composite: ["status"], template: "E#S#${status}" },
        sk: { field: "GSI1SK", composite: ["placed", "order"], template: "${placed}#${order}" },
      },
    },
  },
  { table: "shop", client },
);

const text = { type: String, required: true };
const one = new Table({
  client: new Dynamo({ client }),
  name: "shop",
  partial: true,
  schema: {
    format: "onetable:1.1.0",
    version: "0.0.1",
    indexes: { primary: { hash: "PK", sort: "SK" }, by_status: { hash: "GSI1PK", sort: "GSI1SK" } },
    models: {
      Order: {
        PK: { type: String, value: "O#C#${customer}" },
        SK: { type: String, value: "ORDER#${order}" },
        GSI1PK: { type: String, value: "O#S#${status}" },
        GSI1SK: { type: String, value: "${placed}#${order}" },
        customer: text,
        order: text,
        placed: text,
        status: text,
        cents: { type: Number },
        gift: { type: Boolean },
        note: { type: String },
      },
    },
    params: { typeField: "kind" },
  },
}).getModel("Order");

async function load() {
  for (let n = 0; n < orders; ++n) {
    const placed = new Date(Date.UTC(2026, 0, n + 1)).toISOString();
    const order = { customer: "ada", order: ulid(n), placed, status: "OPEN", cents: n, gift: false, note: "a note" };
    await electro.put(order).go();
    await one.create(order, { exists: null });
  }
}

const orderOf = (item) => ({
  customer: item.customer.S,
  order: item.order.S,
  placed: new Date(item.placed.S),
  status: item.status.S,
  cents: Number(item.cents.N),
  gift: item.gift.BOOL,
  note: item.note.S,
});

async function getByHand() {
  const { Item } = await client.send(
    new GetItemCommand({
      TableName: "shop",
      Key: { PK: { S: "C#ada" }, SK: { S: `PROFILE#ORDER#${key.order}` } },
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  return [orderOf(Item)];
}

async function queryByHand() {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: "shop",
      IndexName: "by_status",
      KeyConditionExpression: "#0 = :0",
      ExpressionAttributeNames: { "#0": "GSI1PK" },
      ExpressionAttributeValues: { ":0": { S: "S#OPEN" } },
      ScanIndexForward: false,
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  return Items.map(orderOf);
}

const open = { status: "OPEN" };
const cases = [
  ["get: SDK by hand", 1, getByHand],
  ["get: Partita", 1, async () => [await shop.order.get(key)]],
  ["get: ElectroDB", 1, async () => [(await electro.get(key).go()).data]],
  ["get: OneTable", 1, async () => [await one.get(key)]],
  ["query: SDK by hand", orders, queryByHand],
  ["query: Partita", orders, () => shop.ordersInAStatus(open).all()],
  ["query: ElectroDB", orders, async () => (await electro.query.byStatus(open).go({ order: "desc" })).data],
  ["query: OneTable", orders, () => one.find(open, { index: "by_status", reverse: true })],
];

async function run([name, wanted, call]) {
  for (let n = 0; n < calls; ++n) {
    const items = await call();
    if (items.length !== wanted || !items[0]) throw new Error(`${name}: ${items.length} items`);
  }
}

await load();
const times = new Map(cases.map(([name]) => [name, []]));
for (const one of cases) await run(one);
// The cases take turns, so that a disturbance does not hit one alone.
for (let round = 0; round < rounds; ++round)
  for (const one of cases) {
    const begin = process.cpuUsage();
    await run(one);
    const { user, system } = process.cpuUsage(begin);
    times.get(one[0]).push((user + system) / calls);
  }
for (const [name, us] of times) console.log(JSON.stringify({ case: name, us }));
