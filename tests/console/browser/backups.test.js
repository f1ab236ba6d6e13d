// Backups: recovery is turned on, backups are made, restored with a preview, and deleted, also those of deleted tables.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, overflow, seriousFindings } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

let server, browser;
before(async () => {
  server = await serve("--table-delay", "300");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const put = (TableName, id) => call(server.api, "PutItem", { TableName, Item: { id: { S: id }, by: { S: "x" } } });
const describe = async (TableName) => (await call(server.api, "DescribeTable", { TableName })).Table;
const isActive = (name) => until(() => describe(name).catch(() => null), (one) => one?.TableStatus === "ACTIVE");
async function makeTable(name, items) {
  const index = (IndexName) => ({ IndexName, KeySchema: [{ AttributeName: "by", KeyType: "HASH" }],
    Projection: { ProjectionType: "ALL" } });
  await call(server.api, "CreateTable", { TableName: name, BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "by", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }], GlobalSecondaryIndexes: [index("first"), index("second")],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "KEYS_ONLY" } });
  await isActive(name);
  for (let at = 0; at < items; ++at) await put(name, `i${at}`);
}
const recoveryOf = async (TableName) => (await call(server.api, "DescribeContinuousBackups", { TableName }))
  .ContinuousBackupsDescription.PointInTimeRecoveryDescription;
const press = (page, name, exact = true) => page.getByRole("button", { name, exact }).click();
const inDialog = (page, name) => page.getByRole("dialog").getByRole("button", { name, exact: true }).click();

test("recovery is turned on with a period, changed, and turned off after its table's name is typed", async () => {
  await makeTable("kept", 1);
  const page = await open(browser, `${server.console}/#!/tables/kept/backups`);
  await press(page, "Turn on");
  const days = page.getByLabel("Days that are kept");
  assert.equal(await days.inputValue(), "35");
  await days.fill("36");
  await page.getByText("A whole number of days from 1 to 35.").waitFor();
  await days.fill("7");
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog(page, "Turn recovery on");
  await page.getByText("Earliest restorable time").waitFor();
  assert.equal((await recoveryOf("kept")).RecoveryPeriodInDays, 7);
  await press(page, "Change the period");
  assert.equal(await days.inputValue(), "7");
  await days.fill("3");
  await inDialog(page, "Change the period");
  await page.getByText("3 days", { exact: true }).waitFor();
  await press(page, "Turn off");
  await page.getByLabel("Type kept to go on").fill("kept");
  await inDialog(page, "Turn recovery off");
  await page.getByText("It is off").waitFor();
  assert.equal((await recoveryOf("kept")).PointInTimeRecoveryStatus, "DISABLED");
  assertNoFaults(page);
});

test("a backup is made and restored without one index, after a preview", async () => {
  await makeTable("orders", 3);
  const page = await open(browser, `${server.console}/#!/tables/orders/backups`);
  await page.getByText("The table has no backup.").waitFor();
  await press(page, "Create a backup");
  await page.getByLabel("Name of the backup").fill("be");
  assert.ok(await page.getByRole("button", { name: "Create the backup" }).isDisabled());
  await page.getByLabel("Name of the backup").fill("before");
  await page.getByText("The request", { exact: true }).click();
  await page.getByRole("button", { name: "CLI" }).click();
  assert.match(await page.getByLabel("The request as CLI").innerText(),
    /aws dynamodb create-backup[^]*--table-name orders[^]*--backup-name before/);
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog(page, "Create the backup");
  await page.getByRole("row", { name: /before/ }).getByText("AVAILABLE").waitFor();
  await put("orders", "later");

  await press(page, "Restore before");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("3 items", { exact: false }).waitFor();
  assert.match(await dialog.innerText(), /the table has 4 items now/);
  assert.match(await dialog.getByRole("row", { name: /Stream/ }).innerText(), /keys only\s+off/);
  assert.equal(await dialog.getByLabel("Name of the new table").inputValue(), "orders-restored");
  await dialog.getByLabel("Name of the new table").fill("orders");
  await dialog.getByText("A table has this name.").waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Restore into the new table" }).isDisabled());
  await dialog.getByLabel("Name of the new table").fill("orders-before");
  await dialog.getByLabel(/^second/).uncheck();
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog(page, "Restore into the new table");
  await page.getByText("ACTIVE, with 3 items").waitFor();
  const restored = await describe("orders-before");
  assert.deepEqual([restored.ItemCount, restored.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName)],
    [3, ["first"]]);
  assert.deepEqual(await seriousFindings(page), []);
  await press(page, "Remove orders-before from the list");
  await becomes(() => page.getByRole("heading", { name: "Restores" }).count(), 0);

  await press(page, "Delete before");
  assert.ok(await page.getByRole("dialog").getByRole("button", { name: "Delete the backup" }).isDisabled());
  await page.getByLabel("Type before to go on").fill("before");
  await inDialog(page, "Delete the backup");
  await page.getByText("The table has no backup.").waitFor();
  assert.deepEqual((await call(server.api, "ListBackups", {})).BackupSummaries, []);
  assertNoFaults(page);
});

test("a table is restored to a moment, which must be in the window", async () => {
  await makeTable("moments", 2);
  await call(server.api, "UpdateContinuousBackups", { TableName: "moments",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  const { LatestRestorableDateTime: seconds } = await until(() => recoveryOf("moments"),
    (one) => one.LatestRestorableDateTime >= one.EarliestRestorableDateTime + 2);
  await until(() => recoveryOf("moments"), (one) => one.LatestRestorableDateTime > seconds);
  await put("moments", "later");
  const page = await open(browser, `${server.console}/#!/tables/moments/backups`);
  await press(page, "Restore to a moment");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Moment", { exact: true }).selectOption("chosen");
  const field = dialog.getByLabel("Date and time in UTC");
  await field.fill("2020-01-01T00:00:00");
  await dialog.getByText("This is before the earliest restorable time.").waitFor();
  await field.fill(new Date(seconds * 1000).toISOString().slice(0, 19));
  await dialog.getByLabel("Name of the new table").fill("moments-then");
  await dialog.getByRole("row", { name: /Point-in-time recovery/ }).getByText("on, 35 days").waitFor();
  await dialog.getByText("3 items", { exact: false }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog(page, "Restore into the new table");
  await page.getByText("ACTIVE, with 2 items").waitFor();
  assert.equal((await describe("moments-then")).ItemCount, 2);

  await press(page, "Restore to a moment");
  await dialog.getByLabel("Name of the new table").fill("moments-latest");
  await inDialog(page, "Restore into the new table");
  await page.getByText("ACTIVE, with 3 items").waitFor();
  assertNoFaults(page);
});

test("the page of all backups has those of deleted tables, which come back from there", async () => {
  await makeTable("gone", 2);
  await call(server.api, "UpdateContinuousBackups", { TableName: "gone",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  await call(server.api, "CreateBackup", { TableName: "gone", BackupName: "by-hand" });
  await call(server.api, "DeleteTable", { TableName: "gone" });
  await until(() => describe("gone").then(() => true, () => false), (isThere) => !isThere);
  const page = await open(browser, `${server.console}/#!/tables`);
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await page.getByRole("heading", { name: "Backups" }).waitFor();
  const rows = page.getByRole("row", { name: /gone/ });
  await becomes(() => rows.count(), 2);
  await rows.first().getByText("deleted", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Delete gone$DeletedTableBackup" }).count(), 0);
  await page.getByLabel("Type").selectOption("SYSTEM");
  await becomes(() => rows.count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok(await overflow(page) <= 0);
  await press(page, "Restore gone$DeletedTableBackup");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("a SYSTEM backup does not tell").waitFor();
  await dialog.getByLabel("Name of the new table").fill("gone");
  await inDialog(page, "Restore into the new table");
  await page.getByText("ACTIVE, with 2 items").waitFor();
  assert.equal((await describe("gone")).GlobalSecondaryIndexes.length, 2);
  // The name has a table again, so that its backups are not marked.
  await becomes(() => page.getByText("deleted", { exact: true }).count(), 0);
  assertNoFaults(page);
});

test("a refusal of a restore stays in the dialog, and the form with it", async () => {
  await makeTable("refused", 1);
  await call(server.api, "CreateBackup", { TableName: "refused", BackupName: "one-of-it" });
  const page = await open(browser, `${server.console}/#!/tables/refused/backups`);
  await press(page, "Restore one-of-it");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the new table").fill("refused-2");
  await makeTable("refused-2", 0); // by another program, after the page read the list of tables
  await inDialog(page, "Restore into the new table");
  await dialog.getByText("TableAlreadyExistsException").waitFor();
  assert.equal(await dialog.getByLabel("Name of the new table").inputValue(), "refused-2");
  assertNoFaults(page);
});

// A page whose operations in `answers` are answered by the test, and the rest by the server. `facts` are members of
// console.json.
async function openWith(answers, address, facts = {}) {
  const page = await open(browser, `${server.console}/`);
  await page.route("**/", (route) => {
    const operation = (route.request().headers()["x-amz-target"] ?? "").split(".")[1];
    return answers[operation] ? route.fulfill(answers[operation]) : route.fallback();
  });
  await page.route("**/console.json", async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...await response.json(), ...facts } });
  });
  await page.goto("about:blank");
  await page.goto(`${server.console}/#!${address}`);
  return page;
}

test("an endpoint without backups is said to have none", async () => {
  const unknown = { status: 400, json: { __type: "com.amazonaws.dynamodb.v20120810#UnknownOperationException" } };
  const answers = { ListBackups: unknown, DescribeContinuousBackups: unknown };
  for (const address of ["/backups", "/tables/refused/backups"]) {
    const page = await openWith(answers, address);
    await page.getByRole("heading", { name: "This endpoint has no backups" }).waitFor();
    assert.equal(await page.getByText("UnknownOperationException").count(), 0);
    assert.deepEqual(await seriousFindings(page), []);
    assertNoFaults(page);
  }
});

test("a console that only reads shows backups and previews, and changes nothing", async () => {
  await call(server.api, "UpdateContinuousBackups", { TableName: "refused",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  const page = await openWith({}, "/tables/refused/backups", { ReadOnly: true });
  await page.getByText("Earliest restorable time").waitFor();
  await page.getByRole("button", { name: "Preview a restore of one-of-it" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("This console is read-only").waitFor();
  assert.equal(await dialog.getByRole("button", { name: /^Restore/ }).count(), 0);
  await dialog.getByText("The request", { exact: true }).click();
  await dialog.getByText('"TargetTableName"').waitFor();
  await page.keyboard.press("Escape");
  for (const name of [/^Restore/, /^Delete/, /^Create/, /^Turn/, /^Change/, /^Export/])
    assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  assertNoFaults(page);
});

test("a failed list is said, and is read again", async () => {
  const failed = { status: 500, json: { __type: "x#InternalServerError", message: "no" } };
  const page = await openWith({ ListBackups: failed }, "/backups");
  await page.getByText("InternalServerError").waitFor();
  assert.equal(await page.getByText("There is no backup yet.").count(), 0);
  await page.unroute("**/");
  await press(page, "Try again");
  await page.getByRole("row", { name: /one-of-it/ }).waitFor();
  page.faults.splice(0, page.faults.length, ...page.faults.filter((one) => !/status of 500/.test(one)));
  assertNoFaults(page);
});
