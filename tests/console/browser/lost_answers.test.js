// Writes whose answers are lost, and writes that meet another writer: the message of the page, and the items in the
// table.
import assert from "node:assert/strict";
import { join } from "node:path";
import { writeFile } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";

import { launch, open } from "./browser.js";
import { becomes, call, serve } from "./server.js";

const S = (text) => ({ S: text }), N = (number) => ({ N: String(number) });
let server, browser;
const api = (operation, body) => call(server.api, operation, body);
const stored = async (id) => (await api("GetItem", { TableName: "things", Key: { id: S(id) }, ConsistentRead: true }))
  .Item;
const dialogButton = (page, name) => page.locator("dialog").last().getByRole("button",
  { name, exact: typeof name === "string" });

before(async () => {
  server = await serve();
  browser = await launch();
  await api("CreateTable", { TableName: "things", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
});
beforeEach(async () => {
  for (const { id } of (await api("Scan", { TableName: "things", ProjectionExpression: "id" })).Items)
    await api("DeleteItem", { TableName: "things", Key: { id } });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function itemsPage() {
  const page = await open(browser, `${server.console}/`);
  await page.goto(`${server.console}/#!/tables/things/items`);
  await page.getByRole("button", { name: "New item", exact: true }).waitFor();
  return page;
}
// The server does the first `count` requests of an operation, and their answers never arrive.
async function loseAnswers(page, operation, count) {
  let lost = 0;
  await page.route("**/", async (route) => {
    if (lost >= count || !route.request().headers()["x-amz-target"]?.endsWith(`.${operation}`)) return route.fallback();
    lost += 1;
    await route.fetch();
    await route.abort();
  });
}
// The server does each request of an operation twice, and the page gets the second answer, as if the first one was lost
// in the browser, which then sends the request once more by itself.
const sendTwice = (page, operation) => page.route("**/", async (route) => {
  if (route.request().headers()["x-amz-target"]?.endsWith(`.${operation}`)) await route.fetch();
  await route.fallback();
});
// Pages of these tests report the lost connections, so only errors of scripts are faults.
const assertNoScriptFaults = (page) =>
  assert.deepEqual(page.faults.filter((text) => !/net::ERR_FAILED/.test(text)), []);

test("a bulk edit whose answers are lost is not said to be another writer's", async () => {
  for (let i = 0; i < 4; ++i) await api("PutItem", { TableName: "things", Item: { id: S(`k${i}`), v: N(1) } });
  const page = await itemsPage();
  await loseAnswers(page, "UpdateItem", 3);
  await page.getByRole("button", { name: "Edit all", exact: true }).click();
  await page.getByLabel("Attribute", { exact: true }).fill("v");
  await page.getByLabel("v", { exact: true }).last().fill("new");
  await dialogButton(page, /^Edit 4 items/).click();
  await page.getByText("4 of 4 edited").waitFor();
  assert.equal(await page.getByText("refused").count(), 0);
  assertNoScriptFaults(page);
  await page.context().close();
});

test("an addition whose answer is lost happens once, and is said to be unsure", async () => {
  await api("PutItem", { TableName: "things", Item: { id: S("k"), v: N(1) } });
  const page = await itemsPage();
  await loseAnswers(page, "UpdateItem", 1);
  await page.getByRole("button", { name: "Edit all", exact: true }).click();
  await page.getByLabel("What to do").selectOption("add");
  await page.getByLabel("Attribute", { exact: true }).fill("v");
  await page.getByLabel("v", { exact: true }).last().fill("100");
  await dialogButton(page, /^Edit 1 item/).click();
  await page.getByText("An answer was lost").waitFor();
  assert.deepEqual((await stored("k")).v, N(101));
  await page.context().close();
});

test("what the browser sends twice counts once, and its own write is not said to be another writer's", async () => {
  for (let i = 0; i < 3; ++i) await api("PutItem", { TableName: "things", Item: { id: S(`k${i}`), v: N(1) } });
  const page = await itemsPage();
  await sendTwice(page, "UpdateItem");
  await sendTwice(page, "DeleteItem");
  const edit = async (kind, text, count) => {
    await page.getByRole("button", { name: "Edit all", exact: true }).click();
    if (kind) await page.getByLabel("What to do").selectOption(kind);
    await page.getByLabel("Attribute", { exact: true }).fill("v");
    await page.getByLabel("v", { exact: true }).last().fill(text);
    await dialogButton(page, /^Edit 3 items/).click();
    await page.getByText(count).waitFor();
  };
  await edit("add", "100", "0 of 3 edited. Done.");
  await becomes(() => page.getByText("An answer was lost, or the browser sent the edit twice").count(), 3);
  assert.equal(await page.getByText("is no longer as it was shown").count(), 0);
  assert.deepEqual((await stored("k1")).v, N(101));
  await dialogButton(page, "Close").last().click();

  await edit(null, "new", "3 of 3 edited. Done.");
  assert.deepEqual((await stored("k1")).v, S("new"));
  await dialogButton(page, "Close").last().click();

  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await dialogButton(page, "Delete").click();
  await dialogButton(page, "Delete").click();
  await page.getByText("The item was deleted.").waitFor();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialogButton(page, /^Delete 2 items/).click();
  await page.getByText("2 of 2 deleted. Done.").waitFor();
  assertNoScriptFaults(page);
  await page.context().close();
});

test("an import that leaves items alone counts its own items, whose answers were lost, as written", async () => {
  await api("PutItem", { TableName: "things", Item: { id: S("k1"), v: S("theirs") } });
  const path = join(server.folder, "lost.jsonl");
  await writeFile(path, ["k0", "k1", "k2"].map((id) => JSON.stringify({ id: S(id), v: S("mine") })).join("\r\n"));
  const page = await itemsPage();
  await loseAnswers(page, "PutItem", 1);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("File", { exact: true }).setInputFiles(path);
  await page.getByLabel("Items that exist").selectOption("no");
  await dialogButton(page, "Import").click();
  await page.getByText("2 items written").waitFor();
  await page.getByText("1 refused").waitFor();
  assert.deepEqual((await stored("k1")).v, S("theirs"));
  await page.context().close();
});

test("a save and a creation that are repeated after a lost answer succeed", async () => {
  await api("PutItem", { TableName: "things", Item: { id: S("k"), v: S("old") } });
  const page = await itemsPage();
  await loseAnswers(page, "UpdateItem", 1);
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByLabel("v", { exact: true }).fill("new");
  await dialogButton(page, "Save").click();
  await page.getByText("NetworkError").waitFor();
  await dialogButton(page, "Save").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.unrouteAll();

  await loseAnswers(page, "PutItem", 1);
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await page.getByLabel("id", { exact: true }).fill("fresh");
  await dialogButton(page, "Create").click();
  await page.getByText("NetworkError").waitFor();
  await dialogButton(page, "Create").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByText("fresh", { exact: true }).first().waitFor();
  await page.context().close();
});

test("a deletion takes nothing away that another writer wrote meanwhile, however large the item is", async () => {
  for (const change of ["SET n = :new", "SET added = :new"]) {
    await api("PutItem", { TableName: "things", Item: { id: S("large"), big: S("x".repeat(120_000)), n: S("old") } });
    const page = await itemsPage();
    await page.getByRole("button", { name: "Open row 1", exact: true }).click();
    await page.getByRole("button", { name: "Typed JSON" }).waitFor();
    await api("UpdateItem", { TableName: "things", Key: { id: S("large") }, UpdateExpression: change,
      ExpressionAttributeValues: { ":new": S("theirs") } });
    await dialogButton(page, "Delete").click();
    await dialogButton(page, "Delete").click();
    await page.getByText("another writer changed the item").waitFor();
    assert.ok(await stored("large"), change);
    await page.context().close();
  }
});

test("line ends of a text outlive an edit of it, and odd names of attributes are as good as others", async () => {
  const odd = Object.fromEntries(["__proto__", "constructor", "toString", "hasOwnProperty",
    "<img src=x onerror=alert(1)>"].map((name) => [name, S("a\r\nb\rc\nd")]));
  await api("PutItem", { TableName: "things", Item: { id: S("k"), ...odd } });
  const page = await itemsPage();
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  for (const name of Object.keys(odd)) {
    await page.getByLabel(name, { exact: true }).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("!");
  }
  await dialogButton(page, "Save").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await stored("k"),
    { id: S("k"), ...Object.fromEntries(Object.keys(odd).map((name) => [name, S("a\r\nb\rc\nd!")])) });
  assertNoScriptFaults(page);
  await page.context().close();
});
