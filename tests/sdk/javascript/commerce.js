// The commerce system written with the AWS SDK for JavaScript v3, as a user of the SDK would write it.
import { CreateTableCommand, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

const INDEXES = {
  gsi_customer_orders: ["GSI1PK", "GSI1SK"],
  gsi_status_orders: ["GSI2PK", "GSI2SK"],
  gsi_customer_status_orders: ["GSI3PK", "GSI3SK"],
};
const TABLE_KEYS = ["PK", "SK"];
const VERSION_DIGITS = 19;

const keySchema = (names) => names.map((name, at) => ({ AttributeName: name, KeyType: at === 0 ? "HASH" : "RANGE" }));

export async function createTable(client, name) {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: keySchema(TABLE_KEYS),
      AttributeDefinitions: [TABLE_KEYS, ...Object.values(INDEXES)]
        .flat()
        .map((attribute) => ({ AttributeName: attribute, AttributeType: "S" })),
      GlobalSecondaryIndexes: Object.entries(INDEXES).map(([index, names]) => ({
        IndexName: index,
        KeySchema: keySchema(names),
        Projection: { ProjectionType: "ALL" },
      })),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: name });
}

const customerPartition = (customerId) => `CUST#${customerId}`;
const customerKey = (customerId) => ({ PK: customerPartition(customerId), SK: `PROFILE#${customerId}` });
const orderKey = (customerId, orderId) => ({ PK: customerPartition(customerId), SK: `ORDER#${orderId}` });
const itemKey = (customerId, orderId, itemId) => ({
  PK: customerPartition(customerId),
  SK: `ORDER#${orderId}#ITEM#${itemId}`,
});
const eventKey = (customerId, orderId, version) => ({
  PK: customerPartition(customerId),
  SK: `ORDER_STATUS_EVT#${orderId}#V#${String(version).padStart(VERSION_DIGITS, "0")}`,
});

const customerRow = (customer) => ({ ...customerKey(customer.customerId), ...customer });
export const itemRow = (customerId, item) => ({ ...itemKey(customerId, item.orderId, item.itemId), ...item });
export const orderRow = (order) => ({
  ...orderKey(order.customerId, order.orderId),
  GSI1PK: customerPartition(order.customerId),
  GSI1SK: `ORDER#${order.createdAt}#${order.orderId}`,
  GSI2PK: `STATUS#${order.status}`,
  GSI2SK: `ORDER#${order.createdAt}#CUST#${order.customerId}#${order.orderId}`,
  GSI3PK: `CUST#${order.customerId}#STATUS#${order.status}`,
  GSI3SK: `ORDER#${order.createdAt}#${order.orderId}`,
  version: 1,
  ...order,
});

export class Commerce {
  evaluated = 0;
  returned = 0;
  queries = 0;

  constructor(documents, tableName) {
    this.documents = documents;
    this.tableName = tableName;
  }

  // ---- reads

  getCustomerProfile(customerId) {
    return this.#get(customerKey(customerId));
  }
  getOrderHeader(customerId, orderId) {
    return this.#get(orderKey(customerId, orderId), true);
  }
  getOrderItem(customerId, orderId, itemId) {
    return this.#get(itemKey(customerId, orderId, itemId));
  }
  listOrderItems(customerId, orderId) {
    return this.#rows("begins_with(SK, :a)", customerId, { ":a": `ORDER#${orderId}#ITEM#` });
  }
  getOrderWithItems(customerId, orderId) {
    return this.#rows("SK BETWEEN :a AND :b", customerId, { ":a": `ORDER#${orderId}`, ":b": `ORDER#${orderId}$` });
  }
  async listOrdersForCustomerNewestFirst(customerId, limit) {
    return (await this.#newest("gsi_customer_orders", customerPartition(customerId), { Limit: limit })).Items;
  }
  async listOrdersForCustomerNewestFirstPage(customerId, limit, token) {
    const request = { Limit: limit, ExclusiveStartKey: token };
    const page = await this.#newest("gsi_customer_orders", customerPartition(customerId), request);
    return { orders: page.Items, token: page.LastEvaluatedKey };
  }
  async listOrdersByStatusNewestFirst(status, limit) {
    return (await this.#newest("gsi_status_orders", `STATUS#${status}`, { Limit: limit })).Items;
  }
  async listOrdersForCustomerByStatusNewestFirst(customerId, status, limit) {
    const partition = `CUST#${customerId}#STATUS#${status}`;
    return (await this.#newest("gsi_customer_status_orders", partition, { Limit: limit })).Items;
  }
  async listOrderStatusHistoryNewestFirst(customerId, orderId, limit) {
    const page = await this.#query({
      KeyConditionExpression: "PK = :pk AND begins_with(SK, :prefix)",
      ExpressionAttributeValues: { ":pk": customerPartition(customerId), ":prefix": `ORDER_STATUS_EVT#${orderId}#` },
      ScanIndexForward: false,
      Limit: limit,
    });
    return page.Items;
  }

  // ---- writes

  putCustomer(customer) {
    return this.documents.send(new PutCommand({ TableName: this.tableName, Item: customerRow(customer) }));
  }
  async putCustomerIfAbsent(customer) {
    try {
      await this.documents.send(new PutCommand(this.#create(customerRow(customer))));
    } catch (error) {
      if (error.name === "ConditionalCheckFailedException") return false;
      throw error;
    }
    return true;
  }
  putOrder(order) {
    return this.documents.send(new PutCommand(this.#create(orderRow(order))));
  }
  putOrderItem(customerId, item) {
    return this.documents.send(new PutCommand({ TableName: this.tableName, Item: itemRow(customerId, item) }));
  }
  async updateOrderStatus(customerId, orderId, status) {
    const { version } = await this.getOrderHeader(customerId, orderId);
    await this.updateOrderStatusWithHistory(customerId, orderId, status, version);
  }
  async updateOrderStatusWithHistory(customerId, orderId, status, expectedVersion) {
    const version = expectedVersion + 1;
    const update = {
      TableName: this.tableName,
      Key: orderKey(customerId, orderId),
      UpdateExpression: "SET #s = :s, #v = :next, GSI2PK = :feed, GSI3PK = :customerFeed",
      ConditionExpression: "#v = :expected",
      ExpressionAttributeNames: { "#s": "status", "#v": "version" },
      ExpressionAttributeValues: {
        ":s": status,
        ":next": version,
        ":feed": `STATUS#${status}`,
        ":customerFeed": `CUST#${customerId}#STATUS#${status}`,
        ":expected": expectedVersion,
      },
    };
    const event = { ...eventKey(customerId, orderId, version), version, status };
    await this.documents.send(
      new TransactWriteCommand({ TransactItems: [{ Update: update }, { Put: this.#create(event) }] }),
    );
  }
  async updateOrderItemStatus(customerId, orderId, itemId, status) {
    const updated = await this.documents.send(
      new UpdateCommand({
        TableName: this.tableName,
        Key: itemKey(customerId, orderId, itemId),
        UpdateExpression: "SET itemStatus = :s",
        ConditionExpression: "attribute_exists(PK)",
        ExpressionAttributeValues: { ":s": status },
        ReturnValues: "ALL_NEW",
      }),
    );
    return updated.Attributes;
  }
  async deleteOrderItem(customerId, orderId, itemId) {
    const Key = itemKey(customerId, orderId, itemId);
    const deleted = await this.documents.send(
      new DeleteCommand({ TableName: this.tableName, Key, ReturnValues: "ALL_OLD" }),
    );
    return deleted.Attributes !== undefined;
  }
  async createOrderWithItemsAtomic(order, items) {
    const rows = [orderRow(order), ...items.map((item) => itemRow(order.customerId, item))];
    await this.documents.send(
      new TransactWriteCommand({ TransactItems: rows.map((row) => ({ Put: this.#create(row) })) }),
    );
  }

  // ---- helpers

  async #get(Key, ConsistentRead = false) {
    return (await this.documents.send(new GetCommand({ TableName: this.tableName, Key, ConsistentRead }))).Item;
  }
  #create(row) {
    return { TableName: this.tableName, Item: row, ConditionExpression: "attribute_not_exists(PK)" };
  }
  #newest(index, partition, request) {
    return this.#query({
      IndexName: index,
      KeyConditionExpression: `${INDEXES[index][0]} = :pk`,
      ExpressionAttributeValues: { ":pk": partition },
      ScanIndexForward: false,
      ...request,
    });
  }
  async #rows(sortCondition, customerId, values) {
    const rows = [];
    let start;
    do {
      const page = await this.#query({
        KeyConditionExpression: `PK = :pk AND ${sortCondition}`,
        ExpressionAttributeValues: { ":pk": customerPartition(customerId), ...values },
        ExclusiveStartKey: start,
      });
      rows.push(...page.Items);
      start = page.LastEvaluatedKey;
    } while (start);
    return rows;
  }
  async #query(request) {
    const page = await this.documents.send(new QueryCommand({ TableName: this.tableName, ...request }));
    this.queries += 1;
    this.evaluated += page.ScannedCount;
    this.returned += page.Count;
    return page;
  }
}
