// Errors reach the SDK as the classes that programs catch, with the service's texts.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBServiceException,
  GetItemCommand,
  ListTablesCommand,
  ResourceInUseException,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb";
import { connect } from "./endpoint.js";

const client = connect();
after(() => client.destroy());

const refusal = (command) => client.send(command).then(() => assert.fail("accepted"), (error) => error);

test("a missing table", async () => {
  const error = await refusal(new DescribeTableCommand({ TableName: "no_such_table" }));
  assert(error instanceof ResourceNotFoundException);
  assert.equal(error.message, "Requested resource not found: Table: no_such_table not found");
});

test("a missing table of an item operation", async () => {
  const error = await refusal(new GetItemCommand({ TableName: "no_such_table", Key: { PK: { S: "a" } } }));
  assert(error instanceof ResourceNotFoundException);
  assert.equal(error.message, "Requested resource not found");
});

test("a table that exists", async () => {
  const table = new CreateTableCommand({
    TableName: "errors_javascript",
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "PK", AttributeType: "S" }],
  });
  await client.send(table);
  assert((await refusal(table)) instanceof ResourceInUseException);
  await client.send(new DeleteTableCommand({ TableName: "errors_javascript" }));
});

test("a request that is not valid", async () => {
  const error = await refusal(new ListTablesCommand({ Limit: 101 }));
  assert(error instanceof DynamoDBServiceException);
  assert.equal(error.name, "ValidationException");
  assert.equal(error.$metadata.httpStatusCode, 400);
});
