// Exports, imports and bulk writes with the AWS SDK for JavaScript v3.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  CancelBulkOperationCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeBulkOperationCommand,
  DescribeExportCommand,
  DescribeImportCommand,
  DescribeTableCommand,
  ExportNotFoundException,
  ExportTableToPointInTimeCommand,
  ImportTableCommand,
  ListBulkOperationsCommand,
  ListExportsCommand,
  ListImportsCommand,
  PutItemCommand,
  ScanCommand,
  StartBulkPutItemsCommand,
  UpdateContinuousBackupsCommand,
} from "@aws-sdk/client-dynamodb";
import { connect } from "./endpoint.js";

const S3Bucket = "movement-javascript";
const bucket = join(process.env.PARTITA_TEST_S3, S3Bucket);
mkdirSync(bucket, { recursive: true });
const TableName = "movement_javascript";
const Imported = `${TableName}_imported`;
const client = connect();
const send = (Command, input) => client.send(new Command(input));
after(async () => {
  for (const name of [TableName, Imported]) await send(DeleteTableCommand, { TableName: name });
  client.destroy();
});

const creation = (name) => ({
  TableName: name,
  BillingMode: "PAY_PER_REQUEST",
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
});

async function ended(describe, status) {
  for (let tries = 0; tries < 600; ++tries) {
    const description = await describe();
    if (!["IN_PROGRESS", "CANCELLING"].includes(description[status])) return description;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${status} did not change`);
}

test("a table goes out, in, and gets items in bulk", async () => {
  await send(CreateTableCommand, creation(TableName));
  await send(PutItemCommand, { TableName, Item: { pk: { S: "a" }, n: { N: "1" } } });
  await send(UpdateContinuousBackupsCommand, {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
  const { Table } = await send(DescribeTableCommand, { TableName });
  const TableArn = Table.TableArn;
  const { ExportDescription } = await send(ExportTableToPointInTimeCommand, {
    TableArn,
    S3Bucket,
    FilterSpecification: { FilterExpression: "n = :one", ExpressionAttributeValues: { ":one": { N: "1" } } },
  });
  const { ExportArn } = ExportDescription;
  const exported = await ended(
    async () => (await send(DescribeExportCommand, { ExportArn })).ExportDescription,
    "ExportStatus",
  );
  assert.deepEqual([exported.ExportStatus, exported.ItemCount], ["COMPLETED", 1]);
  assert.ok(exported.EndTime instanceof Date);
  assert.equal((await send(ListExportsCommand, { TableArn })).ExportSummaries[0].ExportArn, ExportArn);
  await assert.rejects(send(DescribeExportCommand, { ExportArn: ExportArn.replace(/.{8}$/, "00000000") }), ExportNotFoundException);

  const { ImportTableDescription } = await send(ImportTableCommand, {
    S3BucketSource: { S3Bucket, S3KeyPrefix: exported.ExportManifest.replace("manifest-summary.json", "data/") },
    InputFormat: "DYNAMODB_JSON",
    InputCompressionType: "GZIP",
    TableCreationParameters: creation(Imported),
  });
  const { ImportArn } = ImportTableDescription;
  const imported = await ended(
    async () => (await send(DescribeImportCommand, { ImportArn })).ImportTableDescription,
    "ImportStatus",
  );
  assert.deepEqual([imported.ImportStatus, imported.ImportedItemCount], ["COMPLETED", 1]);
  assert.ok((await send(ListImportsCommand, {})).ImportSummaryList.some((one) => one.ImportArn === ImportArn));
  assert.deepEqual((await send(ScanCommand, { TableName: Imported })).Items, [{ pk: { S: "a" }, n: { N: "1" } }]);

  writeFileSync(join(bucket, "bulk.json"), '{"Item": {"pk": {"S": "b"}}}\n');
  const started = await send(StartBulkPutItemsCommand, {
    TableName,
    InputS3Configuration: { S3Bucket, S3KeyPrefix: "bulk", InputFormat: "DYNAMODB_JSON" },
    OutputS3Configuration: { OutputType: ["ERROR"] },
  });
  const { BulkOperationArn } = started.BulkOperationDescription;
  const bulk = await ended(
    async () => (await send(DescribeBulkOperationCommand, { BulkOperationArn })).BulkOperationDescription,
    "BulkOperationStatus",
  );
  assert.deepEqual([bulk.BulkOperationStatus, bulk.ProcessedItemCount], ["COMPLETED", 1]);
  const { BulkOperationsSummaryList } = await send(ListBulkOperationsCommand, {});
  assert.ok(BulkOperationsSummaryList.some((one) => one.BulkOperationArn === BulkOperationArn));
  assert.equal((await send(ScanCommand, { TableName })).Count, 2);
  await assert.rejects(send(CancelBulkOperationCommand, { BulkOperationArn }), /has ended/);
});
