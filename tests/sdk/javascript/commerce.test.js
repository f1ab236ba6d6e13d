// The commerce system through the AWS SDK for JavaScript v3: every read and write pattern, with its order, pages,
// conditions and transactions. Each test has its own customers in one table, among rows that a careless key condition
// would return too.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import {
  ConditionalCheckFailedException,
  DeleteTableCommand,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Commerce, createTable, itemRow, orderRow } from "./commerce.js";
import { connect } from "./endpoint.js";

const TABLE = "commerce_javascript";
const BATCH = 25;
const client = connect();
const documents = DynamoDBDocumentClient.from(client);

let number = 0;
let customer, neighbour, shop;

const order = (customerId, orderId, day, status = "CREATED") => ({
  customerId,
  orderId,
  createdAt: `2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`,
  status,
  totalCents: 100 * day,
});
const item = (orderId, itemId, itemStatus = "PENDING") => ({
  orderId,
  itemId,
  sku: `SKU-${itemId}`,
  quantity: 2,
  itemStatus,
});
const ids = (rows, name = "orderId") => rows.map((row) => row[name]);

async function load({ orders = [], items = [] }) {
  for (const one of orders) await shop.putOrder(one);
  for (const one of items) await shop.putOrderItem(customer, one);
}
async function loadUnrelatedOrders() {
  const rows = Array.from({ length: BATCH }, (_, at) => orderRow(order(customer, `U${at}`, 1 + at, "REFUNDED")));
  const answer = await documents.send(
    new BatchWriteCommand({ RequestItems: { [TABLE]: rows.map((row) => ({ PutRequest: { Item: row } })) } }),
  );
  assert.deepEqual(answer.UnprocessedItems ?? {}, {});
}
function assertNothingFiltered(queries) {
  assert.equal(shop.queries, queries);
  assert.equal(shop.evaluated, shop.returned);
}
const cancelledBy = (...codes) => (error) => {
  assert(error instanceof TransactionCanceledException);
  assert.deepEqual(ids(error.CancellationReasons, "Code"), codes);
  return true;
};

before(() => createTable(client, TABLE));
after(async () => {
  await client.send(new DeleteTableCommand({ TableName: TABLE }));
  client.destroy();
});
beforeEach(() => {
  // One customer's id begins with the other's.
  customer = `C${(number += 1)}`;
  neighbour = `${customer}0x`;
  shop = new Commerce(documents, TABLE);
});

describe("reads", () => {
  test("gets a customer profile", async () => {
    await shop.putCustomer({ customerId: customer, name: "Ada" });
    assert.equal((await shop.getCustomerProfile(customer)).name, "Ada");
    assert.equal(await shop.getCustomerProfile(neighbour), undefined);
  });

  test("gets an order header", async () => {
    await load({ orders: [order(customer, "O1", 3)] });
    assert.deepEqual(await shop.getOrderHeader(customer, "O1"), orderRow(order(customer, "O1", 3)));
  });

  test("gets an order item", async () => {
    await load({ items: [item("O1", "I1"), item("O1", "I10")] });
    assert.equal((await shop.getOrderItem(customer, "O1", "I1")).sku, "SKU-I1");
  });

  test("lists the items of one order", async () => {
    await loadUnrelatedOrders();
    await load({ items: [item("O1", "I2"), item("O1", "I1"), item("O10", "I1"), item("O1", "I3")] });
    assert.deepEqual(ids(await shop.listOrderItems(customer, "O1"), "itemId"), ["I1", "I2", "I3"]);
    assertNothingFiltered(1);
  });

  test("loads an order with its items and not its neighbours", async () => {
    await loadUnrelatedOrders();
    await load({
      orders: [order(customer, "O1", 1), order(customer, "O10", 2), order(customer, "O0", 2)],
      items: [item("O1", "I1"), item("O1", "I2"), item("O10", "I1")],
    });
    const rows = await shop.getOrderWithItems(customer, "O1");
    assert.deepEqual(ids(rows, "SK"), ["ORDER#O1", "ORDER#O1#ITEM#I1", "ORDER#O1#ITEM#I2"]);
    assertNothingFiltered(1);
  });

  test("lists a customer's orders newest first", async () => {
    await load({
      orders: [
        order(customer, "O1", 1),
        order(customer, "O2", 9),
        order(customer, "O3", 5),
        order(neighbour, "O4", 7),
      ],
      items: [item("O1", "I1")],
    });
    assert.deepEqual(ids(await shop.listOrdersForCustomerNewestFirst(customer, 10)), ["O2", "O3", "O1"]);
    assert.deepEqual(ids(await shop.listOrdersForCustomerNewestFirst(customer, 2)), ["O2", "O3"]);
    assertNothingFiltered(2);
  });

  test("pages through a customer's orders", async () => {
    await load({ orders: [1, 2, 3, 4, 5, 6, 7].map((day) => order(customer, `O${day}`, day)) });
    const pages = [];
    let page;
    do {
      page = await shop.listOrdersForCustomerNewestFirstPage(customer, 3, page?.token);
      pages.push(ids(page.orders));
    } while (page.token);
    assert.deepEqual(pages, [["O7", "O6", "O5"], ["O4", "O3", "O2"], ["O1"]]);
  });

  test("lists all orders in a status newest first", async () => {
    const status = `AWAITING_PAYMENT_${customer}`;
    await load({
      orders: [
        order(customer, "O1", 2, status),
        order(neighbour, "O2", 3, status),
        order(customer, "O3", 4, `${status}X`),
        order(customer, "O4", 5, status),
      ],
    });
    assert.deepEqual(ids(await shop.listOrdersByStatusNewestFirst(status, 10)), ["O4", "O2", "O1"]);
  });

  test("lists a customer's orders in a status newest first", async () => {
    await load({
      orders: [
        order(customer, "O1", 2, "PAID"),
        order(neighbour, "O2", 3, "PAID"),
        order(customer, "O3", 4, "FULFILLED"),
        order(customer, "O4", 5, "PAID"),
      ],
    });
    const rows = await shop.listOrdersForCustomerByStatusNewestFirst(customer, "PAID", 10);
    assert.deepEqual(ids(rows), ["O4", "O1"]);
    assertNothingFiltered(1);
  });

  test("lists the status history newest first, also past version nine", async () => {
    await load({ orders: [order(customer, "O1", 1), order(customer, "O10", 1)] });
    for (let version = 1; version < 12; version += 1)
      await shop.updateOrderStatusWithHistory(customer, "O1", "PAID", version);
    await shop.updateOrderStatusWithHistory(customer, "O10", "PAID", 1);
    const history = await shop.listOrderStatusHistoryNewestFirst(customer, "O1", 4);
    assert.deepEqual(ids(history, "version"), [12, 11, 10, 9]);
    assertNothingFiltered(1);
  });
});

describe("writes", () => {
  test("upserts a customer", async () => {
    await shop.putCustomer({ customerId: customer, name: "Ada" });
    await shop.putCustomer({ customerId: customer, name: "Grace" });
    assert.equal((await shop.getCustomerProfile(customer)).name, "Grace");
  });

  test("creates a customer once", async () => {
    assert.equal(await shop.putCustomerIfAbsent({ customerId: customer, name: "Ada" }), true);
    assert.equal(await shop.putCustomerIfAbsent({ customerId: customer, name: "Grace" }), false);
    assert.equal((await shop.getCustomerProfile(customer)).name, "Ada");
  });

  test("refuses an order that exists", async () => {
    await load({ orders: [order(customer, "O1", 1)] });
    await shop.updateOrderStatus(customer, "O1", "PAID");
    await assert.rejects(shop.putOrder(order(customer, "O1", 2)), (error) => {
      assert(error instanceof ConditionalCheckFailedException);
      assert.equal(error.message, "The conditional request failed");
      return true;
    });
    assert.equal((await shop.getOrderHeader(customer, "O1")).version, 2);
  });

  test("moves an order across the status indexes", async () => {
    await load({ orders: [order(customer, "O1", 1, "PAID"), order(customer, "O2", 2, "PAID")] });
    await shop.updateOrderStatus(customer, "O1", "FULFILLED");
    const feed = (status) => shop.listOrdersForCustomerByStatusNewestFirst(customer, status, 10);
    assert.deepEqual(ids(await feed("PAID")), ["O2"]);
    assert.deepEqual(ids(await feed("FULFILLED")), ["O1"]);
    const everyones = await shop.listOrdersByStatusNewestFirst("FULFILLED", 1000);
    assert(everyones.some((row) => row.customerId === customer && row.orderId === "O1"));
    assert.equal((await shop.getOrderHeader(customer, "O1")).status, "FULFILLED");
  });

  test("appends history and counts versions", async () => {
    await load({ orders: [order(customer, "O1", 1)] });
    await shop.updateOrderStatusWithHistory(customer, "O1", "PAID", 1);
    assert.equal((await shop.getOrderHeader(customer, "O1")).version, 2);
    assert.deepEqual(ids(await shop.listOrderStatusHistoryNewestFirst(customer, "O1", 10), "status"), ["PAID"]);
  });

  test("rejects a stale version", async () => {
    await load({ orders: [order(customer, "O1", 1)] });
    await shop.updateOrderStatusWithHistory(customer, "O1", "PAID", 1);
    await assert.rejects(
      shop.updateOrderStatusWithHistory(customer, "O1", "CANCELLED", 1),
      cancelledBy("ConditionalCheckFailed", "ConditionalCheckFailed"),
    );
    assert.equal((await shop.getOrderHeader(customer, "O1")).status, "PAID");
    assert.equal((await shop.listOrderStatusHistoryNewestFirst(customer, "O1", 10)).length, 1);
  });

  test("a status change of a missing order writes nothing", async () => {
    await assert.rejects(
      shop.updateOrderStatusWithHistory(customer, "O1", "PAID", 1),
      cancelledBy("ConditionalCheckFailed", "None"),
    );
    assert.deepEqual(await shop.listOrderStatusHistoryNewestFirst(customer, "O1", 10), []);
  });

  test("updates the status of one item", async () => {
    await load({ items: [item("O1", "I1"), item("O1", "I2")] });
    const updated = await shop.updateOrderItemStatus(customer, "O1", "I1", "SHIPPED");
    assert.deepEqual(updated, itemRow(customer, item("O1", "I1", "SHIPPED")));
    assert.deepEqual(ids(await shop.listOrderItems(customer, "O1"), "itemStatus"), ["SHIPPED", "PENDING"]);
  });

  test("an update of a missing item makes no row", async () => {
    await assert.rejects(
      shop.updateOrderItemStatus(customer, "O1", "I9", "SHIPPED"),
      (error) => error instanceof ConditionalCheckFailedException,
    );
    assert.equal(await shop.getOrderItem(customer, "O1", "I9"), undefined);
  });

  test("deletes an order item", async () => {
    await load({ items: [item("O1", "I1"), item("O1", "I2")] });
    assert.equal(await shop.deleteOrderItem(customer, "O1", "I1"), true);
    assert.equal(await shop.deleteOrderItem(customer, "O1", "I1"), false);
    assert.deepEqual(ids(await shop.listOrderItems(customer, "O1"), "itemId"), ["I2"]);
  });

  test("creates an order and its items atomically", async () => {
    const items = Array.from({ length: 99 }, (_, at) => item("O1", `I${String(at).padStart(2, "0")}`));
    await shop.createOrderWithItemsAtomic(order(customer, "O1", 1), items);
    const rows = await shop.getOrderWithItems(customer, "O1");
    assert.equal(rows[0].version, 1);
    assert.deepEqual(ids(rows.slice(1), "itemId"), ids(items, "itemId"));
  });

  test("rolls back if a row exists", async () => {
    await load({ items: [item("O1", "I2")] });
    await assert.rejects(
      shop.createOrderWithItemsAtomic(order(customer, "O1", 1), [
        item("O1", "I1"),
        item("O1", "I2"),
        item("O1", "I3"),
      ]),
      cancelledBy("None", "None", "ConditionalCheckFailed", "None"),
    );
    assert.equal(await shop.getOrderHeader(customer, "O1"), undefined);
    assert.deepEqual(ids(await shop.listOrderItems(customer, "O1"), "itemId"), ["I2"]);
    assert.deepEqual(await shop.listOrdersForCustomerNewestFirst(customer, 10), []);
  });
});
