// Backups and recovery with the AWS SDK for JavaScript v3.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  BackupNotFoundException,
  CreateBackupCommand,
  CreateTableCommand,
  DeleteBackupCommand,
  DeleteTableCommand,
  DescribeBackupCommand,
  DescribeContinuousBackupsCommand,
  ListBackupsCommand,
  PutItemCommand,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
  UpdateContinuousBackupsCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { connect } from "./endpoint.js";

const TableName = "backups_javascript";
const client = connect();
const send = (Command, input) => client.send(new Command(input));
const made = [TableName];
after(async () => {
  for (const name of made) await send(DeleteTableCommand, { TableName: name });
  client.destroy();
});

async function restored(name) {
  made.push(name);
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
  const { Items } = await send(ScanCommand, { TableName: name });
  return Items.map((item) => unmarshall(item));
}

test("a table is backed up and brought back", async () => {
  await send(CreateTableCommand, {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  });
  const put = (state) => send(PutItemCommand, { TableName, Item: marshall({ pk: "a", state }) });
  await put("new");
  const { BackupDetails } = await send(CreateBackupCommand, { TableName, BackupName: "first" });
  const { BackupArn } = BackupDetails;
  await put("changed");
  const { BackupDescription } = await send(DescribeBackupCommand, { BackupArn });
  assert.equal(BackupDescription.BackupDetails.BackupStatus, "AVAILABLE");
  const { BackupSummaries } = await send(ListBackupsCommand, { TableName });
  assert.deepEqual(BackupSummaries.map((backup) => backup.BackupArn), [BackupArn]);
  await send(RestoreTableFromBackupCommand, { BackupArn, TargetTableName: "backups_javascript_first" });
  assert.deepEqual(await restored("backups_javascript_first"), [{ pk: "a", state: "new" }]);
  await send(DeleteBackupCommand, { BackupArn });
  await assert.rejects(send(DescribeBackupCommand, { BackupArn }), BackupNotFoundException);

  await send(UpdateContinuousBackupsCommand, {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
  await put("last");
  const { ContinuousBackupsDescription } = await send(DescribeContinuousBackupsCommand, { TableName });
  assert.ok(ContinuousBackupsDescription.PointInTimeRecoveryDescription.LatestRestorableDateTime instanceof Date);
  await send(RestoreTableToPointInTimeCommand, {
    SourceTableName: TableName,
    TargetTableName: "backups_javascript_now",
    UseLatestRestorableTime: true,
  });
  assert.deepEqual(await restored("backups_javascript_now"), [{ pk: "a", state: "last" }]);
});
