// The overview of a table: each change that it offers, sent to the real server and shown afterwards.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });

let server, browser;
before(async () => {
  server = await serve("--table-delay", "300");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const describe = async (TableName) => (await call(server.api, "DescribeTable", { TableName })).Table;
const active = (table) => until(async () => (await describe(table)).TableStatus, (status) => status === "ACTIVE");
// A test with a table and a page of its own.
let last = 0;
const overviewTest = (name, body) => test(name, async () => {
  const table = `table_${++last}`;
  await call(server.api, "CreateTable",
    { TableName: table, BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [attribute("id"), attribute("by")],
      KeySchema: [key("id")],
    GlobalSecondaryIndexes: [{ IndexName: "first", KeySchema: [key("by")], Projection: { ProjectionType: "ALL" } }] });
  await active(table);
  const page = await open(browser, `${server.console}/#!/tables/${table}/overview`);
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  // The value of a fact, and its button.
  const fact = (of) => page.locator("dl.facts dd")
    .filter({ has: page.locator(`xpath=preceding-sibling::dt[1][text()="${of}"]`) });
  await body({ page, table, fact,
    inDialog: (text) => page.getByRole("dialog").getByRole("button", { name: text, exact: true }) });
  assertNoFaults(page);
  await page.context().close();
});

overviewTest("capacity becomes provisioned, with units of the table and of each index, and on demand again",
  async ({ page, table, fact, inDialog }) => {
  await fact("Capacity").getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Capacity").selectOption("PROVISIONED");
  await dialog.getByLabel("Read units a second").first().fill("9");
  await dialog.getByLabel("Write units a second").last().fill("8");
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog("Change the capacity").click();
  await fact("Capacity").getByText("9 read, 5 write").waitFor();
  await page.getByRole("row", { name: /first/ }).getByText("5 read, 8 write").waitFor();
  assert.equal((await describe(table)).ProvisionedThroughput.ReadCapacityUnits, 9);
  await active(table);
  await fact("Capacity").getByRole("button").click();
  await dialog.getByLabel("Capacity").selectOption("PAY_PER_REQUEST");
  await inDialog("Change the capacity").click();
  await fact("Capacity").getByText("on demand").waitFor();
});

overviewTest("units that are no number are refused beside the field", async ({ page, table, fact, inDialog }) => {
  await fact("Capacity").getByRole("button").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Capacity").selectOption("PROVISIONED");
  await dialog.getByLabel("Read units a second").first().fill("many");
  assert.ok(await inDialog("Change the capacity").isDisabled());
  await dialog.getByText("A whole number of units a second, at least 1.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal((await describe(table)).BillingModeSummary.BillingMode, "PAY_PER_REQUEST");
});

overviewTest("only those units are sent that change, so that a change of the table alone is no error",
  async ({ page, fact, inDialog }) => {
  const provision = async (reads) => {
    await fact("Capacity").getByRole("button").click();
    await page.getByRole("dialog").getByLabel("Capacity").selectOption("PROVISIONED");
    await page.getByRole("dialog").getByLabel("Read units a second").first().fill(reads);
    await inDialog("Change the capacity").click();
    await fact("Capacity").getByText(`${reads} read, 5 write`).waitFor();
    await page.getByText("ACTIVE", { exact: true }).first().waitFor();
  };
  await provision("6");
  await provision("7");
  assert.equal(await page.locator(".toast.error").count(), 0);
});

overviewTest("time to live is turned on and off", async ({ page, table, fact, inDialog }) => {
  await fact("Time to live").getByRole("button").click();
  assert.ok(await inDialog("Turn on").isDisabled());
  await page.getByLabel("Attribute").fill("ends ");
  await becomes(() => inDialog("Turn on").isEnabled(), true); // the form was drawn anew, and keeps the space
  await page.getByLabel("Attribute").pressSequentially("at ");
  await inDialog("Turn on").click();
  await fact("Time to live").getByText("ends at").waitFor();
  const { TimeToLiveDescription } = await call(server.api, "DescribeTimeToLive", { TableName: table });
  assert.equal(TimeToLiveDescription.AttributeName, "ends at");
  await fact("Time to live").getByRole("button").click();
  await inDialog("Turn off").click();
  await fact("Time to live").getByText("off").waitFor();
});

overviewTest("the stream is turned on with a view, and off", async ({ page, table, fact, inDialog }) => {
  await fact("Stream").getByRole("button").click();
  await page.getByLabel("Records have").selectOption("OLD_IMAGE");
  await inDialog("Turn the stream on").click();
  await fact("Stream").getByText("old image").waitFor();
  await active(table);
  await fact("Stream").getByRole("button").click();
  await inDialog("Turn the stream off").click();
  await fact("Stream").getByText("off").waitFor();
  assert.ok(!(await describe(table)).StreamSpecification?.StreamEnabled);
});

overviewTest("the protection against deletion keeps the table until it is off",
  async ({ page, table, fact, inDialog }) => {
  const drop = page.getByRole("button", { name: "Delete the table" });
  await fact("Deletion protection").getByRole("button", { name: "Turn on" }).click();
  await fact("Deletion protection").getByRole("button", { name: "Turn off" }).waitFor();
  assert.ok(await drop.isDisabled());
  assert.equal((await describe(table)).DeletionProtectionEnabled, true);
  await active(table);
  await fact("Deletion protection").getByRole("button", { name: "Turn off" }).click();
  await page.locator("section").filter({ has: drop }).getByRole("button", { disabled: false }).waitFor();
  await drop.click();
  await page.getByLabel(`Type ${table} to go on`).fill(table);
  await inDialog("Delete the table").click();
  await page.waitForURL(/#!\/tables$/);
});

overviewTest("an index is added, filled, and deleted by its name", async ({ page, table, inDialog }) => {
  for (let at = 0; at < 5; ++at)
    await call(server.api, "PutItem",
      { TableName: table, Item: { id: { S: `${at}` }, tenant: { S: "t" }, n: { N: `${at}` } } });
  await page.getByRole("button", { name: "Add a global index" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Index name").fill("second");
  await dialog.getByLabel("Partition key").fill("tenant");
  await dialog.getByLabel("Sort key (optional)").fill("n");
  await dialog.getByLabel("Type").nth(1).selectOption("N");
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog("Create the index").click();
  const row = page.getByRole("row").filter({ has: page.getByRole("cell", { name: "second", exact: true }) });
  await row.getByText("active").waitFor();
  await becomes(() => row.getByRole("cell").nth(3).innerText(), "tenant (S) · n (N)");
  await becomes(() => row.getByRole("cell").nth(5).innerText(), "5");
  const found = await call(server.api, "Query",
    { TableName: table, IndexName: "second", KeyConditionExpression: "tenant = :t",
      ExpressionAttributeValues: { ":t": { S: "t" } } });
  assert.equal(found.Count, 5);

  await page.getByRole("button", { name: "Delete second" }).click();
  assert.ok(await inDialog("Delete the index").isDisabled());
  await page.getByLabel("Type second to go on").fill("second");
  await inDialog("Delete the index").click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual((await describe(table)).GlobalSecondaryIndexes.map((one) => one.IndexName), ["first"]);
});

overviewTest("a new index that the table's description rules out is refused beside its fields",
  async ({ page, table, inDialog }) => {
  let sent = 0;
  page.on("request", (request) => { if (request.headers()["x-amz-target"]?.endsWith(".UpdateTable")) ++sent; });
  await page.getByRole("button", { name: "Add a global index" }).click();
  const dialog = page.getByRole("dialog");
  await inDialog("Create the index").click();
  await dialog.getByText("An index name has 3 to 255").waitFor();
  await dialog.getByText("A global index needs a partition key.").waitFor();
  await dialog.getByLabel("Index name").fill("first");
  await dialog.getByLabel("Partition key").fill("by");
  await dialog.getByLabel("Type").first().selectOption("N");
  await dialog.getByLabel("Projection").selectOption("INCLUDE");
  await dialog.getByLabel("Attributes").fill("note, id");
  for (const text of ["The table has an index with this name.", "by is of the type S in another key of the table.",
    "id is a key attribute"])
    await dialog.getByText(text).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await inDialog("Create the index").click();
  assert.equal(sent, 0);
  await dialog.getByLabel("Index name").fill("second");
  await dialog.getByLabel("Type").first().selectOption("S");
  await dialog.getByLabel("Attributes").fill("note");
  await inDialog("Create the index").click();
  await page.getByRole("row", { name: /second/ }).getByText("keys and note").waitFor();
  assert.equal((await describe(table)).GlobalSecondaryIndexes.length, 2);
});

overviewTest("a refusal is shown with its code, and the table stays as it is", async ({ page, table, inDialog }) => {
  await page.getByRole("button", { name: "Add a global index" }).click();
  await page.getByRole("dialog").getByLabel("Index name").fill("taken");
  await page.getByRole("dialog").getByLabel("Partition key").fill("id");
  // The page does not see the changes of another user at once.
  await call(server.api, "UpdateTable",
    { TableName: table, AttributeDefinitions: [attribute("id")], GlobalSecondaryIndexUpdates: [
    { Create: { IndexName: "taken", KeySchema: [key("id")], Projection: { ProjectionType: "KEYS_ONLY" } } }] });
  await active(table);
  await inDialog("Create the index").click();
  await page.getByText(/Exception: \S/).waitFor();
  assert.equal((await describe(table)).GlobalSecondaryIndexes.length, 2);
});
