// The same tests for both runners.
"use strict";
const {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  UpdateTimeToLiveCommand,
} = require("@aws-sdk/client-dynamodb");
const { runningServer } = require("partita");

const orders = {
  TableName: "orders",
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
};

module.exports = ({ afterEach, beforeEach, expect, test }) => {
  let account, client;
  beforeEach(async () => {
    account = runningServer().account();
    client = new DynamoDBClient({ ...account.config, maxAttempts: 1 });
    await client.send(new CreateTableCommand(orders));
  });
  afterEach(async () => {
    client.destroy();
    await account.forget();
  });

  for (let number = 0; number < 20; number++)
    test(`test ${number} has its own table`, async () => {
      await client.send(new PutItemCommand({ TableName: "orders", Item: { id: { S: String(number) } } }));
      const { Items } = await client.send(new ScanCommand({ TableName: "orders" }));
      expect(Items).toEqual([{ id: { S: String(number) } }]);
    });

  test("items expire by the clock of the test", async () => {
    const TimeToLiveSpecification = { Enabled: true, AttributeName: "expires" };
    await client.send(new UpdateTimeToLiveCommand({ TableName: "orders", TimeToLiveSpecification }));
    const expires = { N: String(Math.floor(Date.now() / 1000) + 3600) };
    await client.send(new PutItemCommand({ TableName: "orders", Item: { id: { S: "1" }, expires } }));
    expect(await account.advanceClock(7200)).toBe(7200);
    expect((await client.send(new ScanCommand({ TableName: "orders" }))).Count).toBe(0);
  });

  test("faults are of one test", async () => {
    const put = () => client.send(new PutItemCommand({ TableName: "orders", Item: { id: { S: "1" } } }));
    await account.setFaults([{ operations: ["PutItem"], error: "ProvisionedThroughputExceededException" }]);
    await expect(put()).rejects.toThrow(/throughput/i);
    await account.setFaults();
    await put();
  });
};
