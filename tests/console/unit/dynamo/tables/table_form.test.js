import assert from "node:assert/strict";
import test from "node:test";

import { createIndexRequest, createTableRequest, emptyIndex, emptyTable, faultsOf, requestsInJson } from
  "../../../../../src/console/web/app/dynamo/tables/table_form.js";

const form = (change) => ({ ...emptyTable(), name: "shop", partition: { name: "PK", type: "S" }, ...change });

test("a table with only a partition key", () => {
  assert.deepEqual(faultsOf(form({})), {});
  assert.deepEqual(createTableRequest(form({})), {
    TableName: "shop", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }],
  });
});

test("an attribute that two keys share is defined once, and local indexes have the table's partition key", () => {
  const request = createTableRequest(form({
    sort: { name: "SK", type: "N" },
    indexes: [
      { ...emptyIndex(), name: "by_sk", partition: [{ name: "SK", type: "N" }], sort: [{ name: "", type: "S" }] },
      { ...emptyIndex(), name: "local", local: true, sort: [{ name: "at", type: "S" }], projection: "INCLUDE",
        include: "a, b," },
    ],
  }));
  assert.deepEqual(request.AttributeDefinitions.map((one) => one.AttributeName), ["PK", "SK", "at"]);
  assert.deepEqual(request.GlobalSecondaryIndexes[0].KeySchema, [{ AttributeName: "SK", KeyType: "HASH" }]);
  assert.deepEqual(request.LocalSecondaryIndexes[0].KeySchema.map((one) => one.AttributeName), ["PK", "at"]);
  assert.deepEqual(request.LocalSecondaryIndexes[0].Projection,
    { ProjectionType: "INCLUDE", NonKeyAttributes: ["a", "b"] });
});

test("multi-attribute keys come in their order", () => {
  const index = { ...emptyIndex(), name: "multi", partition: [{ name: "a", type: "S" }, { name: "b", type: "N" }],
    sort: [{ name: "c", type: "S" }, { name: "d", type: "S" }] };
  const { KeySchema } = createTableRequest(form({ indexes: [index] })).GlobalSecondaryIndexes[0];
  assert.deepEqual(KeySchema.map((one) => one.AttributeName + one.KeyType), ["aHASH", "bHASH", "cRANGE", "dRANGE"]);
});

test("units are sent for provisioned tables and their global indexes only", () => {
  const request = createTableRequest(form({ billing: "PROVISIONED", reads: "7", writes: "3",
    indexes: [{ ...emptyIndex(), name: "one", partition: [{ name: "x", type: "S" }], reads: "2", writes: "1" }] }));
  assert.deepEqual(request.ProvisionedThroughput, { ReadCapacityUnits: 7, WriteCapacityUnits: 3 });
  assert.deepEqual(request.GlobalSecondaryIndexes[0].ProvisionedThroughput,
    { ReadCapacityUnits: 2, WriteCapacityUnits: 1 });
});

test("faults are named where they are", () => {
  assert.deepEqual(Object.keys(faultsOf(emptyTable())), ["name", "partition"]);
  assert.match(
    faultsOf(form({ indexes: [{ ...emptyIndex(), name: "abc", partition: [{ name: "PK", type: "N" }] }] }))["index-0"],
    /PK is of the type S/);
  assert.match(faultsOf(form({ indexes: [{ ...emptyIndex(), name: "abc", local: true }] }))["index-0"], /sort key/);
  assert.ok(faultsOf(form({ billing: "PROVISIONED", reads: "0" })).reads);
});

test("a description becomes a request again", () => {
  const described = { Table: { TableName: "t", TableArn: "arn", TableStatus: "ACTIVE", ItemCount: 3,
    AttributeDefinitions: [{ AttributeName: "a", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "a", KeyType: "HASH" }],
    BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
    GlobalSecondaryIndexes: [{ IndexName: "i", IndexStatus: "ACTIVE", KeySchema: [],
      Projection: { ProjectionType: "ALL" },
      ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 } }] } };
  const [body] = requestsInJson(described);
  assert.equal(body.BillingMode, "PAY_PER_REQUEST");
  assert.equal(body.ItemCount, undefined);
  assert.deepEqual(Object.keys(body.GlobalSecondaryIndexes[0]), ["IndexName", "KeySchema", "Projection"]);
  assert.equal(requestsInJson({ Resources: {} }), null);
});

test("a new index defines only what the table does not know, with the table's types", () => {
  const table = { TableName: "t", BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" },
    AttributeDefinitions: [{ AttributeName: "a", AttributeType: "N" }] };
  const request = createIndexRequest(table,
    { ...emptyIndex(), name: "new", partition: [{ name: "a", type: "S" }], sort: [{ name: "z", type: "S" }] });
  assert.deepEqual(request.AttributeDefinitions,
    [{ AttributeName: "a", AttributeType: "N" }, { AttributeName: "z", AttributeType: "S" }]);
  assert.equal(request.GlobalSecondaryIndexUpdates[0].Create.ProvisionedThroughput, undefined);
});
