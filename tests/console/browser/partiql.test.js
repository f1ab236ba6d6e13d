// PartiQL: completion, parameters, the warning before a Scan, pages, batches and transactions, and errors.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings, watchRequests } from "./browser.js";
import { becomes, call, serve } from "./server.js";

const kTable = "my.orders-1";
const kNumber = "12345678901234567890123456789012345678";

let server, browser;
before(async () => {
  server = await serve();
  await call(server.api, "CreateTable", { TableName: kTable, BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: ["PK", "SK", "day"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [{ AttributeName: "PK", KeyType: "HASH" }, { AttributeName: "SK", KeyType: "RANGE" }],
    GlobalSecondaryIndexes: [{ IndexName: "by.day", KeySchema: [{ AttributeName: "day", KeyType: "HASH" }],
      Projection: { ProjectionType: "ALL" } }] });
  for (let at = 0; at < 12; ++at)
    await call(server.api, "PutItem",
      { TableName: kTable, Item: { PK: { S: "p" }, SK: { S: String.fromCharCode(97 + at) }, day: { S: "d" },
        total: { N: kNumber } } });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const at = () => open(browser, `${server.console}/#!/partiql`);
const editor = (page) => page.locator("#partiql-text");
const write = async (page, text) => { await editor(page).fill(text); await page.keyboard.press("Escape"); };
const run = (page) => page.getByRole("button", { name: /^Run/ }).click();

test("Completion writes names with their quotes, by the keyboard alone", async () => {
  const page = await at(), requests = watchRequests(page);
  await editor(page).focus();
  const option = page.getByRole("option");
  for (const [typed, first] of [["SEL", "SELECT * FROM"], ["my.o", kTable], [".", "by.day"], [" WHERE d", "day"]]) {
    await page.keyboard.type(typed);
    await option.first().filter({ hasText: first }).waitFor();
    await page.keyboard.press("Enter");
    await requests.settled(); // the editor asks for the table's description when it is first named
  }
  await page.keyboard.press("Escape");
  await becomes(() => editor(page).inputValue(), `SELECT * FROM "${kTable}"."by.day" WHERE "day"`);
  await page.keyboard.type(" = ?");
  await page.keyboard.press("Escape");
  await page.getByLabel("Parameter 1", { exact: true }).fill("d");
  await page.getByText("Reads one partition or several by day from the index by.day.").waitFor();
  await editor(page).focus();
  await page.keyboard.press("Control+Enter");
  await page.getByText("12 items").waitFor();
  // All digits are there.
  await page.getByText(kNumber).first().waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
test("A Scan is named before it runs, and pages follow the token", async () => {
  const page = await at();
  await write(page, `SELECT * FROM "${kTable}" WHERE total > 0`);
  await page.getByText(/this reads every item of the table/).waitFor();
  await page.getByLabel("Page size").fill("5");
  await run(page);
  await page.getByText("5 items").waitFor();
  await page.getByRole("button", { name: "Read the next page" }).click();
  await page.getByText("10 items").waitFor();
  await page.getByRole("button", { name: "Read the next page" }).click();
  await page.getByText("12 items").waitFor();
  assertNoFaults(page);
});
test("Several statements are a transaction that says which of them stopped it", async () => {
  const page = await at();
  await write(page,
    `INSERT INTO "${kTable}" VALUE {'PK': 'n', 'SK': ?}; INSERT INTO "${kTable}" VALUE {'PK': 'p', 'SK': 'a'}`);
  await page.getByLabel("Parameter 1", { exact: true }).fill("new");
  await page.getByLabel("2 statements").selectOption("transaction");
  await run(page);
  await page.getByText("TransactionCanceledException").first().waitFor();
  await page.getByRole("region", { name: "Result 2" }).getByText("DuplicateItem").first().waitFor();
  const { Item } = await call(server.api, "GetItem", { TableName: kTable, Key: { PK: { S: "n" }, SK: { S: "new" } } });
  assert.equal(Item, undefined);
  await page.getByLabel("Earlier statements").selectOption("0");
  assert.match(await editor(page).inputValue(), /^INSERT INTO/);
  assertNoFaults(page);
});
test("A wrong statement shows its error, and a wrong parameter is not sent", async () => {
  const page = await at();
  await write(page, "SELEC * FORM x");
  await run(page);
  await page.getByText("ValidationException").waitFor();
  await write(page, `SELECT * FROM "${kTable}" WHERE total = ?`);
  await page.getByLabel("Type of parameter 1").selectOption("N");
  await page.getByLabel("Parameter 1", { exact: true }).fill("x1");
  await run(page);
  await page.getByText("This is not a number.").waitFor();
  assertNoFaults(page);
});
