// The list of tables and the overview of a table, with the real server on disk: the facts shown, and each change.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve } from "./server.js";

const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });

let server, browser;
before(async () => {
  server = await serve();
  await call(server.api, "CreateTable",
    { TableName: "full", BillingMode: "PROVISIONED",
      ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 3 },
    AttributeDefinitions: [attribute("pk"), attribute("sk", "N"), attribute("by")],
    KeySchema: [key("pk"), key("sk", "RANGE")],
    LocalSecondaryIndexes: [{ IndexName: "near", KeySchema: [key("pk"), key("by", "RANGE")],
      Projection: { ProjectionType: "KEYS_ONLY" } }],
    GlobalSecondaryIndexes: [{ IndexName: "far", KeySchema: [key("by")], Projection: { ProjectionType: "ALL" },
      ProvisionedThroughput: { ReadCapacityUnits: 2, WriteCapacityUnits: 1 } }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" } });
  await call(server.api, "UpdateTimeToLive",
    { TableName: "full", TimeToLiveSpecification: { AttributeName: "ends", Enabled: true } });
  for (let at = 0; at < 3; ++at)
    await call(server.api, "PutItem", { TableName: "full", Item: { pk: { S: "p" }, sk: { N: String(at) } } });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const simple = (TableName) => call(server.api, "CreateTable",
  { TableName, BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [attribute("id")], KeySchema: [key("id")] });
const describe = async (TableName) => (await call(server.api, "DescribeTable", { TableName })).Table;
const names = async () => (await call(server.api, "ListTables", {})).TableNames;
const pageTest = (name, address, body) => test(name, async () => {
  const page = await open(browser, `${server.console}/#!${address}`);
  await body(page, (part) => page.locator("dialog").getByRole("button", { name: part, exact: true }));
  assertNoFaults(page);
  await page.context().close();
});
const rowOf = (page, name) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

pageTest("the list has counts, bytes, indexes, time to live, stream and throughput of each table", "/tables",
  async (page) => {
  const row = rowOf(page, "full");
  await row.getByText("ends").waitFor();
  const cells = (await row.getByRole("cell").allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(cells.slice(0, 4), ["full", "ACTIVE", "pk (S) · sk (N)", "3"]);
  assert.match(cells[4], /^[1-9]\d* bytes$/);
  assert.deepEqual(cells.slice(5, 9), ["2", "ends", "new image", "7 read, 3 write"]);
  await page.getByLabel("Find a table").fill("nothing");
  await page.getByText("No table has this in its name.").waitFor();
  await page.getByLabel("Find a table").fill("FUL");
  await row.waitFor();
});

pageTest(
  "the form creates a table with a local, a global and a multi-attribute index, units, time to live and a stream",
  "/tables", async (page, inDialog) => {
  await page.getByRole("button", { name: "Create table" }).click();
  const dialog = page.getByRole("dialog");
  await inDialog("Create table").click();
  await dialog.getByText("A table name has 3 to 255").waitFor();
  await dialog.getByLabel("Table name").fill("Orders.2026");
  await dialog.getByLabel("Partition key").fill("customer");
  await dialog.getByLabel("Sort key (optional)").fill("at");
  await dialog.getByLabel("Type").nth(1).selectOption("N");
  const index = (at) => dialog.getByRole("group", { name: `Index ${at}` });
  for (let at = 0; at < 3; ++at) await dialog.getByRole("button", { name: "Add an index" }).click();
  await index(1).getByLabel("Index name").fill("by_total");
  await index(1).getByLabel("Kind").selectOption("local");
  // A global index, which this still is until the page is drawn again, has an optional one.
  await index(1).getByLabel("Sort key", { exact: true }).fill("total");
  await index(1).getByLabel("Type").selectOption("N");
  await index(1).getByLabel("Projection").selectOption("KEYS_ONLY");
  await index(2).getByLabel("Index name").fill("by_status");
  await index(2).getByLabel("Partition key").fill("status");
  await index(2).getByLabel("Projection").selectOption("INCLUDE");
  await index(2).getByLabel("Attributes").fill("total, note");
  await index(3).getByLabel("Index name").fill("multi");
  await index(3).getByLabel("Partition key", { exact: true }).fill("tenant");
  await index(3).getByRole("button", { name: "Add a part of the partition key" }).click();
  await index(3).getByLabel("Partition key, part 2 (optional)").fill("region");
  await index(3).getByLabel("Sort key (optional)").fill("year");
  await index(3).getByLabel("Type").nth(2).selectOption("N");
  await index(3).getByRole("button", { name: "Add a part of the sort key" }).click();
  await index(3).getByLabel("Sort key, part 2 (optional)").fill("month");
  await dialog.getByLabel("Capacity").selectOption("PROVISIONED");
  await dialog.getByLabel("Read units a second").last().fill("11");
  await dialog.getByLabel("Write units a second").last().fill("0");
  await inDialog("Create table").click();
  await dialog.getByText("A whole number of units a second, at least 1.").waitFor();
  await dialog.getByLabel("Write units a second").last().fill("12");
  await index(2).getByLabel("Read units a second").fill("4");
  await dialog.getByLabel("Stream").selectOption("KEYS_ONLY");
  await dialog.getByLabel("Time to live (optional)").fill("ends ");
  assert.deepEqual(await seriousFindings(page), []);
  await dialog.getByLabel("Time to live (optional)").pressSequentially("at ");
  await dialog.getByLabel("Protect the table against deletion").check();
  await inDialog("Create table").click();
  await page.getByText("Orders.2026 is created.").waitFor();
  await rowOf(page, "Orders.2026").getByText("ends at").waitFor();
  const table = await describe("Orders.2026");
  assert.deepEqual(table.KeySchema, [key("customer"), key("at", "RANGE")]);
  assert.deepEqual(table.LocalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) =>
    [IndexName, KeySchema, Projection.ProjectionType]),
    [["by_total", [key("customer"), key("total", "RANGE")], "KEYS_ONLY"]]);
  const global = Object.fromEntries(table.GlobalSecondaryIndexes.map((one) => [one.IndexName, one]));
  assert.deepEqual(global.by_status.Projection.NonKeyAttributes.sort(), ["note", "total"]);
  assert.equal(global.by_status.ProvisionedThroughput.ReadCapacityUnits, 4);
  assert.deepEqual(global.multi.KeySchema, [key("tenant"), key("region"), key("year", "RANGE"), key("month", "RANGE")]);
  const types = Object.fromEntries(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  assert.deepEqual([types.at, types.total, types.year, types.month], ["N", "N", "N", "S"]);
  assert.deepEqual([table.ProvisionedThroughput.ReadCapacityUnits,
    table.ProvisionedThroughput.WriteCapacityUnits], [11, 12]);
  assert.equal(table.StreamSpecification.StreamViewType, "KEYS_ONLY");
  assert.equal(table.DeletionProtectionEnabled, true);
});

pageTest("a refusal of the service stays in the form, which can be mended", "/tables", async (page, inDialog) => {
  await page.getByRole("button", { name: "Create table" }).click();
  await page.getByLabel("Table name").fill("full");
  await page.getByLabel("Partition key").fill("id");
  await inDialog("Create table").click();
  await page.getByRole("alert").getByText("ResourceInUseException").waitFor();
  await page.getByLabel("Table name").fill("full_2");
  await inDialog("Create table").click();
  await rowOf(page, "full_2").waitFor();
});

async function fileTest(page, name, text) {
  const path = join(server.folder, name);
  await writeFile(path, text);
  await page.getByRole("button", { name: "From a file" }).click();
  assert.ok(await page.getByRole("dialog").getByRole("button", { name: "Create tables", exact: true }).isDisabled());
  await page.getByLabel("The file with the tables").setInputFiles(path);
}
pageTest("a file with CreateTable requests creates what is not there yet", "/tables", async (page, inDialog) => {
  const request = (TableName) =>
    ({ TableName, BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [attribute("id", "B")],
      KeySchema: [key("id")] });
  await fileTest(page, "requests.json", JSON.stringify([request("full"), request("made_1"), request("made_2")]));
  await page.getByText("exists already, and is left as it is").waitFor();
  await becomes(() => page.getByRole("dialog").getByRole("link").count(), 1);
  await inDialog("Create 2 tables").click();
  await page.getByRole("dialog").getByText("created", { exact: true }).nth(1).waitFor();
  assert.equal(await page.getByRole("dialog").getByRole("button", { name: /^Create/ }).count(), 0);
  await page.getByRole("dialog").getByRole("link", { name: "made_2" }).click();
  await page.getByRole("heading", { name: "made_2", level: 1 }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.goBack();
  await rowOf(page, "made_2").waitFor();
  assert.equal((await describe("made_1")).AttributeDefinitions[0].AttributeType, "B");
});
pageTest("the answer of DescribeTable creates the same table again", "/tables", async (page, inDialog) => {
  const { Table } = await call(server.api, "DescribeTable", { TableName: "full" });
  await fileTest(page, "described.json", JSON.stringify({ Table: { ...Table, TableName: "copy" } }));
  await inDialog("Create 1 table").click();
  await page.getByRole("dialog").getByText("created", { exact: true }).waitFor();
  const copy = await describe("copy");
  assert.deepEqual(copy.KeySchema, Table.KeySchema);
  assert.deepEqual(copy.GlobalSecondaryIndexes[0].ProvisionedThroughput.ReadCapacityUnits, 2);
  assert.equal(copy.LocalSecondaryIndexes[0].IndexName, "near");
  assert.equal(copy.StreamSpecification.StreamViewType, "NEW_IMAGE");
});
pageTest("a CloudFormation template is read by the server, with its time to live", "/tables",
  async (page, inDialog) => {
  await fileTest(page, "stack.yaml", `Resources:
  Carts:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: carts
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      TimeToLiveSpecification: {AttributeName: until, Enabled: true}
  Queue:
    Type: AWS::SQS::Queue
`);
  await inDialog("Create 1 table").click();
  await page.getByRole("dialog").getByText("created", { exact: true }).waitFor();
  const { TimeToLiveDescription } = await call(server.api, "DescribeTimeToLive", { TableName: "carts" });
  assert.equal(TimeToLiveDescription.AttributeName, "until");
});
test("the dialog of a file fits into a narrow window", async () => {
  const page = await open(browser, `${server.console}/#!/tables`, { width: 360, height: 740 });
  await page.getByRole("button", { name: "From a file" }).click();
  const outer = await page.getByRole("dialog").boundingBox();
  const inner = await page.getByLabel("The file with").boundingBox();
  assert.ok(inner.x + inner.width <= outer.x + outer.width, "the field of the file is cut off");
  assertNoFaults(page);
  await page.context().close();
});
pageTest("a file without a table is refused with a reason", "/tables", async (page) => {
  await fileTest(page, "wrong.json", '{"a": 1}');
  await page.getByRole("dialog").getByRole("alert").getByText(/Exception: \S/).waitFor();
});

pageTest("a table is deleted only after its name was typed, and the focus comes back", "/tables",
  async (page, inDialog) => {
  await simple("doomed");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Delete doomed" }).click();
  const yes = inDialog("Delete the table");
  assert.ok(await yes.isDisabled());
  await page.getByLabel("Type doomed to go on").fill("doome");
  assert.ok(await yes.isDisabled());
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Delete doomed");
  assert.ok((await names()).includes("doomed"));
  await page.keyboard.press("Enter");
  await page.getByLabel("Type doomed to go on").fill("doomed");
  await yes.click();
  await page.getByText("doomed is deleted.").waitFor();
  await rowOf(page, "doomed").waitFor({ state: "detached" });
  assert.ok(!(await names()).includes("doomed"));
});
pageTest("a protected table is not deleted, and the notice says why", "/tables", async (page) => {
  await simple("kept");
  await call(server.api, "UpdateTable", { TableName: "kept", DeletionProtectionEnabled: true });
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("button", { name: "Delete kept" }).click();
  await page.getByText("kept is protected against deletion.").waitFor();
  assert.ok((await names()).includes("kept"));
});
