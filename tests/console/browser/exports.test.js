// Exports of a table to S3, by the real server into a directory of buckets.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { access, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, overflow, seriousFindings } from "./browser.js";
import { becomes, call, serve } from "./server.js";

// A server that does not have the option has no exports.
const skip = !/--s3 /.test(execFileSync(process.env.PARTITA_COMMAND, ["serve", "--help-all"], { encoding: "utf8" }));

let server, browser, buckets;
before(async () => {
  buckets = await mkdtemp(join(tmpdir(), "partita-buckets-"));
  await mkdir(join(buckets, "moves"));
  server = await serve(...(skip ? [] : ["--s3", buckets]));
  await call(server.api, "CreateTable", { TableName: "orders", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  await call(server.api, "PutItem", { TableName: "orders", Item: { id: { S: "1" } } });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(buckets, { recursive: true, force: true });
});
const panel = (page) => page.getByRole("region", { name: "Exports to S3" });

test("an endpoint without exports has its backups all the same", async () => {
  const page = await open(browser, `${server.console}/`);
  await page.route("**/", (route) => (/ListExports$/.test(route.request().headers()["x-amz-target"] ?? "")
    ? route.fulfill({ status: 400, json: { __type: "com.amazonaws.dynamodb.v20120810#UnknownOperationException" } })
    : route.fallback()));
  await page.goto(`${server.console}/#!/tables/orders/backups`);
  await page.getByText("This endpoint does not know the operations of exports.").waitFor();
  await page.getByText("The table has no backup.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Export to S3" }).count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});

test("an export needs recovery, is made with its form, and ends with its items and its place", { skip }, async () => {
  const page = await open(browser, `${server.console}/#!/tables/orders/backups`);
  await page.getByText("An export needs point-in-time recovery, which is off.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Export to S3" }).isDisabled());
  await call(server.api, "UpdateContinuousBackups", { TableName: "orders",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Export to S3" }).click();
  const dialog = page.getByRole("dialog"), send = dialog.getByRole("button", { name: "Export", exact: true });
  await send.click();
  await dialog.getByText("The name of a bucket").waitFor();
  await dialog.getByLabel("Bucket").fill("moves");
  await dialog.getByLabel("Prefix (optional)").fill("nightly");
  await dialog.getByLabel("Format", { exact: true }).selectOption("ION");
  await dialog.getByText("The request", { exact: true }).click();
  await dialog.getByText('"S3Prefix": "nightly"').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await send.click();
  const row = panel(page).getByRole("row", { name: /COMPLETED/ });
  await row.waitFor();
  const cells = await row.getByRole("cell").allInnerTexts();
  assert.deepEqual([cells[1], cells[5]], ["full", "1"]);
  const [, place] = /^s3:\/\/moves\/(nightly\/AWSDynamoDB\/.*manifest-summary\.json)$/.exec(cells[4]);
  await access(join(buckets, "moves", place));
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok(await overflow(page) <= 0);
  assertNoFaults(page);
});

test("an export that fails is listed with the reason, and a span must have 15 minutes", { skip }, async () => {
  const page = await open(browser, `${server.console}/#!/tables/orders/backups`);
  await page.getByRole("button", { name: "Export to S3" }).click();
  const dialog = page.getByRole("dialog"), send = dialog.getByRole("button", { name: "Export", exact: true });
  await dialog.getByLabel("Bucket").fill("nowhere");
  await dialog.getByLabel("Content").selectOption("changes");
  await dialog.getByText("The span has 15 minutes to 24 hours.").waitFor();
  await send.click();
  assert.equal(await dialog.count(), 1);
  await dialog.getByLabel("Content").selectOption("full");
  await send.click();
  await panel(page).getByRole("row", { name: /FAILED/ }).getByText(/NoSuchBucket/).waitFor();
  await becomes(() => panel(page).getByRole("row").count(), 3);
  assertNoFaults(page);
});
