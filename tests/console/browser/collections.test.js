// Item collections: bands of partitions, entities by the model and by a guess, the tooltip of keys, the keyboard, and
// items that the model would not have composed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve } from "./server.js";

const kTable = "commerce_single_table";
const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
const key = (AttributeName, KeyType) => ({ AttributeName, KeyType });

let server, browser;
before(async () => {
  server = await serve("--model", process.env.PARTITA_MODEL);
  execFileSync(process.env.PARTITA_COMMAND, ["demo", "commerce", "--endpoint", server.api]);
  await call(server.api, "PutItem",
    { TableName: kTable, Item: { PK: { S: "CUST#C3" }, SK: { S: "PROFIL#C3" }, type: { S: "CUSTOMER" },
    customerId: { S: "C3" }, name: { S: "Wrong" }, email: { S: "x@example.com" } } });
  await call(server.api, "CreateTable", { TableName: "guessed", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [attribute("p"), attribute("s", "N"), attribute("tenant"), attribute("region"),
      attribute("at", "N")],
    KeySchema: [key("p", "HASH"), key("s", "RANGE")],
    GlobalSecondaryIndexes: [{ IndexName: "multi", Projection: { ProjectionType: "KEYS_ONLY" },
      KeySchema: [key("tenant", "HASH"), key("region", "HASH"), key("at", "RANGE"), key("s", "RANGE")] }] });
  for (let at = 0; at < 30; ++at) {
    await call(server.api, "PutItem",
      { TableName: "guessed", Item: { p: { S: at < 25 ? "large" : 'quo"te' }, s: { N: `${at}5` },
      tenant: { S: "t" }, region: { S: "eu" }, at: { N: String(100 - at) }, entity: { S: at % 2 ? "Odd" : "Even" } } });
  }
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const at = (table) => open(browser, `${server.console}/#!/tables/${table}/collections`);

test("Items are shown as the model's entities, and a tooltip names the template by pointer and by focus", async () => {
  const page = await at(kTable);
  await page.getByRole("group", { name: "Entities, as the model says" }).waitFor();
  const cell = page.getByRole("gridcell", { name: "PROFILE#C3" });
  await cell.hover();
  const tip = page.getByRole("tooltip");
  for (const text of ["PROFILE#{customerId}", "sort key of the table", "SK", "PROFILE#C3"])
    assert.ok((await tip.innerText()).includes(text), text);
  await page.mouse.move(0, 0);
  await tip.waitFor({ state: "detached" });
  await page.locator(".bands [tabindex='0']").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await tip.waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.getAttribute("aria-describedby")), "collection-tip");
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  assertNoFaults(page);
});
test("A key that the model would not have composed is marked, with its cure", async () => {
  const page = await at(kTable);
  const button = page.getByRole("button", { name: /Only items that differ/ });
  await button.click();
  await becomes(() => page.locator("tr.item").count(), 1);
  await page.locator("td.marked").hover();
  assert.match(await page.getByRole("tooltip").innerText(), /PROFILE/);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
test("One partition is in the address, keeps its colours, and opens in Items and in the editor", async () => {
  const page = await at(kTable);
  const colour = () => page.locator("tr.item", { hasText: "PROFILE#C1" }).first()
    .evaluate((row) => row.className.match(/entity-\d/)[0]);
  await page.locator("tr.item", { hasText: "PROFILE#C1" }).first().waitFor();
  const before = await colour();
  await page.getByLabel("Partition key PK").fill("CUST#C1");
  await page.getByRole("button", { name: "Find the partition" }).click();
  await page.getByText("the whole partition").waitFor();
  assert.equal(await colour(), before);
  assert.match(decodeURIComponent(page.url()), /collections\?q=.*CUST#C1/);
  await page.reload();
  await page.getByText("the whole partition").waitFor();
  await page.locator("tr.item td.key").first().click();
  await page.getByRole("button", { name: "Open the item" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await page.getByRole("link", { name: "Open in Items" }).click();
  await page.getByRole("grid", { name: `Items of ${kTable}` }).waitFor();
  assert.match(decodeURIComponent(page.url()), /items\?q=.*CUST#C1/);
  assertNoFaults(page);
});
test("Without a model the entities are a guess; bands grow, and one partition is read by Query", async () => {
  const page = await at("guessed");
  await page.getByText("a guess, from the attribute entity").first().waitFor();
  await becomes(() => page.locator("tr.item").count(), 17);
  await page.getByRole("button", { name: "Show 13 more" }).click();
  await becomes(() => page.locator("tr.item").count(), 30);
  await page.getByRole("button", { name: /^Odd/ }).click();
  await becomes(() => page.locator("tr.item").count(), 15);
  await page.getByLabel("Partition key p").fill('quo"te');
  await page.getByRole("button", { name: "Find the partition" }).click();
  await page.getByText("1 partition, 5 items · the whole partition · Query").waitFor();
  assertNoFaults(page);
});
test("An index with several attributes in its key has all of them, sorted as numbers", async () => {
  const page = await at("guessed");
  await page.getByLabel("Table or index").selectOption("multi");
  await page.getByText("1 partition, 30 items").waitFor();
  await becomes(() => page.getByRole("columnheader").allInnerTexts(), ["Entity", "at", "s", "Other attributes"]);
  await becomes(() => page.locator("tr.item td.key").first().innerText(), "71");
  await page.getByLabel("Partition key tenant").fill("t");
  await page.getByRole("button", { name: "Find the partition" }).click();
  await page.getByText("A key attribute is never empty.").waitFor();
  assertNoFaults(page);
});
