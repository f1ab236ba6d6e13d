// Work on many items: items that other writers change during the work are left, a stop and a server that ends in the
// middle leave a page that says which items were written, and the work can go on. And reads that find no item for a
// long time.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";

import { gate, launch, open, seriousFindings, watchRequests } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

const S = (text) => ({ S: text }), N = (number) => ({ N: String(number) });
const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });
const attribute = (AttributeName) => ({ AttributeName, AttributeType: "S" });
const kMany = 600;

let server, browser;
const api = (operation, body) => call(server.api, operation, body);
const stored = async (id) => (await api("GetItem", { TableName: "things", Key: { id: S(id) }, ConsistentRead: true }))
  .Item;
const update = (id, expression, value) =>
  api("UpdateItem", { TableName: "things", Key: { id: S(id) }, UpdateExpression: expression,
  ...(value ? { ExpressionAttributeValues: { ":v": value } } : {}) });
async function count() {
  let sum = 0, start;
  do {
    const page = await api("Scan",
      { TableName: "things", Select: "COUNT", ConsistentRead: true, ExclusiveStartKey: start });
    sum += page.Count;
    start = page.LastEvaluatedKey;
  } while (start);
  return sum;
}
async function fill(items) {
  for (let at = 0; at < items.length; at += 25)
    await api("BatchWriteItem",
      { RequestItems: { things: items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } })) } });
}
const many = (length) => Array.from({ length }, (_, at) => ({ id: S(`k${at}`), v: N(at), by: S("group") }));

before(async () => {
  server = await serve();
  browser = await launch();
});
beforeEach(async () => {
  await api("DeleteTable", { TableName: "things" }).catch(() => {});
  await until(async () => (await api("ListTables", {})).TableNames, (names) => !names.includes("things"));
  await api("CreateTable", { TableName: "things", BillingMode: "PAY_PER_REQUEST", KeySchema: [key("id")],
    AttributeDefinitions: [attribute("id"), attribute("by")],
    GlobalSecondaryIndexes: [{ IndexName: "by_group", KeySchema: [key("by")],
      Projection: { ProjectionType: "KEYS_ONLY" } }] });
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const bulkTest = (name, body) => test(name, { timeout: 90_000 }, async () => {
  const page = await open(browser, `${server.console}/`);
  const dialog = page.locator("dialog").first();
  await body({
    page, dialog,
    show: async (state) => {
      await page.goto(
        `${server.console}/#!/tables/things/items${state ? `?q=${encodeURIComponent(JSON.stringify(state))}` : ""}`);
      await page.locator(".result-status").waitFor();
    },
    press: (text) => dialog.getByRole("button", { name: text, exact: typeof text === "string" }).last().click(),
  });
  // A server that the test ends is not a fault of the page.
  assert.deepEqual(page.faults.filter((text) => !/net::ERR_/.test(text)), []);
  await page.context().close();
});

bulkTest("a deletion leaves what changed, came or went since it was shown, and says so",
  async ({ page, dialog, show, press }) => {
  await fill(many(6));
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText("6 items", { exact: true }).first().waitFor();
  await dialog.getByText(/deleted only if it is exactly as found here/).waitFor();
  await update("k0", "SET v = :v", N(100));
  await update("k1", "SET added = :v", S("theirs"));
  await update("k2", "REMOVE v");
  await api("DeleteItem", { TableName: "things", Key: { id: S("k3") } });
  await dialog.getByLabel("Type 6 to delete them").fill("6");
  await press("Delete 6 items");
  await dialog.getByText("2 of 6 deleted. Done.").waitFor();
  await dialog.getByText("3 items changed after they were shown, and were left.").waitFor();
  await dialog.getByText("It was gone already.").waitFor();
  await becomes(() => dialog.getByText("It is no longer as it was shown, and was left as it is.").count(), 3);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual([await count(), (await stored("k1")).added], [3, S("theirs")]);

  // Shown again as they are now, they may change once more.
  await press("Show these 3 items as they are now");
  await dialog.getByText("3 items", { exact: true }).waitFor();
  await dialog.getByText("theirs").waitFor();
  await update("k0", "SET v = :v", N(101));
  await press("Delete 3 items");
  await dialog.getByText("2 of 3 deleted. Done.").waitFor();
  await press("Delete this item all the same");
  await page.locator("dialog").last().getByRole("button", { name: "Delete all the same" }).click();
  await dialog.getByText("1 of 1 deleted. Done.").waitFor();
  assert.equal(await count(), 0);
  await press("Close");
  await page.getByText(/^0 items/).waitFor();
});

bulkTest("a dialog of many items names its query, and a deletion of more than five asks for their count",
  async ({ page, dialog, show, press }) => {
  await fill(many(12));
  await show({ m: "query", i: "by_group", p: ["group"] });
  await page.getByText(/^12 items/).waitFor();
  const fact = (name) => dialog.locator(".query-summary dt", { hasText: name })
    .locator("xpath=following-sibling::dd[1]").innerText();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText("12 items", { exact: true }).first().waitFor();
  assert.deepEqual([await fact("Result of"), await fact("Key"), await fact("Filter"), await fact("Items")],
    ["Query of the index by_group of things", 'by = "group"', "none", "12 items"]);
  assert.equal(await dialog.getByText(/was changed and did not run/).count(), 0);
  const yes = dialog.getByRole("button", { name: "Delete 12 items", exact: true });
  await dialog.getByLabel("Type 12 to delete them").waitFor();
  assert.ok(await yes.isDisabled());
  await dialog.getByLabel("Type 12 to delete them").fill("1");
  assert.ok(await yes.isDisabled());
  await dialog.getByLabel("Type 12 to delete them").fill("12");
  await press("Cancel");
  await dialog.waitFor({ state: "detached" }); // before that, no field of the page can be typed into
  assert.equal(await count(), 12);

  // The form is changed without a run: the rows are still those of before.
  await page.getByLabel("by =").fill("another");
  for (const name of ["Edit all", "Delete all", "Export"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await dialog.getByText(/The query in the form was changed and did not run/).waitFor();
    assert.equal(await fact("Key"), 'by = "group"');
    assert.deepEqual(await seriousFindings(page), []);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
});

bulkTest("the preview of a deletion begins with the primary key, and the keys of indexes are last",
  async ({ page, dialog, show }) => {
  await fill([{ by: S("group"), a: N(1), z: N(2), id: S("k") }]);
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await becomes(() => dialog.locator(".preview code").innerText(), '{id: "k", a: 1, z: 2, by: "group"}');
});

bulkTest("selected rows are compared with what the grid showed", async ({ page, dialog, show, press }) => {
  await fill(many(3));
  await show();
  await page.getByText("all read").waitFor();
  await page.getByLabel("Select the rows that are in memory").check();
  await update("k1", "SET v = :v", N(-1));
  await page.getByRole("button", { name: "Delete 3", exact: true }).click();
  await dialog.getByText("changed since it was shown: it will be left").waitFor();
  await becomes(() => dialog.getByText("changed since it was shown").count(), 1);
  await press("Delete 3 items");
  await dialog.getByText("2 of 3 deleted").waitFor();
  assert.deepEqual((await stored("k1")).v, N(-1));
});

bulkTest("of an index that holds only keys, these are compared, and the dialog says so",
  async ({ page, dialog, show, press }) => {
  await fill(many(2));
  await show({ m: "query", i: "by_group", p: ["group"] });
  await page.getByText(/^2 items/).waitFor();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText(
    /deleted only if its attributes id, by are as found here; its other attributes are not compared/).waitFor();
  await update("k0", "SET v = :v", N(100));
  await api("PutItem", { TableName: "things", Item: { id: S("k1"), by: S("elsewhere") } });
  await press("Delete 2 items");
  await dialog.getByText("1 of 2 deleted").waitFor();
  assert.deepEqual((await stored("k1")).by, S("elsewhere"));
});

bulkTest("an item of more attributes than an expression can name is compared whole all the same",
  async ({ page, dialog, show, press }) => {
  const wide = (id) =>
    ({ id: S(id), ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`attribute_${at}`, N(at)])) });
  await fill([wide("a"), wide("b")]);
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText(/attributes beyond the first 140 \(2 items have more\)/)
    .waitFor();
  await update("a", "SET attribute_299 = :v", N(0));
  await press("Delete 2 items");
  await dialog.getByText("1 of 2 deleted").waitFor();
  assert.deepEqual([await count(), (await stored("a")).attribute_299], [1, N(0)]);
});

bulkTest("an edit leaves what changed since it was shown, and can be made all the same",
  async ({ page, dialog, show, press }) => {
  await fill(many(4));
  await show();
  await page.getByRole("button", { name: "Edit all", exact: true }).click();
  await dialog.getByLabel("Attribute", { exact: true }).fill("state");
  await dialog.getByLabel("state", { exact: true }).last().fill("new");
  await dialog.getByText(/edited only if it is exactly as found here/).waitFor();
  await update("k2", "SET v = :v", N(100));
  await press("Edit 4 items");
  await dialog.getByText("3 of 4 edited. Done.").waitFor();
  assert.equal((await stored("k2")).state, undefined);
  await press("Edit this item all the same");
  await page.locator("dialog").last().getByRole("button", { name: "Edit all the same" }).click();
  await dialog.getByText("1 of 1 edited. Done.").waitFor();
  const { v, state } = await stored("k2");
  assert.deepEqual([v, state], [N(100), S("new")]);
});

// Calls `react` when the page sends its request number `at` of an operation, and lets it go on after that.
async function when(page, operation, at, react) {
  let seen = 0;
  await page.route("**/", async (route) => {
    if (route.request().headers()["x-amz-target"]?.endsWith(`.${operation}`) && ++seen === at) await react();
    await route.fallback().catch(() => {});
  });
}

bulkTest("a deletion that is stopped says what was done, and goes on", async ({ page, dialog, show, press }) => {
  await fill(many(kMany));
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText("600 items", { exact: true }).waitFor();
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await when(page, "DeleteItem", 100, () => held);
  await dialog.getByLabel("Type 600 to delete them").fill("600");
  await press("Delete 600 items");
  await until(() => dialog.getByRole("status").innerText(), (text) => Number(text.split(" ")[0]) >= 99);
  // While it writes, neither the cross nor Back ends it unseen.
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.goBack();
  await page.getByText("Work is under way here.").first().waitFor();
  assert.match(page.url(), /things\/items/);
  await press("Stop");
  release();
  await dialog.getByText(/of 600 deleted\. Stopped\./).waitFor();
  const text = await dialog.innerText();
  const deleted = Number(/(\d+) of 600 deleted/.exec(text)[1]),
    left = Number(/Go on with the (\d+) items left/.exec(text)[1]);
  assert.equal(deleted + left, 600);
  const now = await count();
  assert.ok(now <= left && now >= left - 8, `${now} items are there, and ${left} are said to be left`);
  await press(/^Go on with the/);
  await dialog.getByText("600 of 600 deleted. Done.").waitFor({ timeout: 30_000 });
  assert.equal(await count(), 0);
});

bulkTest("a server that ends in the middle of a deletion is waited for, and its return goes unnoticed",
  async ({ page, dialog, show, press }) => {
  await fill(many(kMany));
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText("600 items", { exact: true }).waitFor();
  await when(page, "DeleteItem", 100, () => server.kill());
  await dialog.getByLabel("Type 600 to delete them").fill("600");
  await press("Delete 600 items");
  await dialog.getByText(/NetworkError.*It is tried again for about 20 seconds/).waitFor();
  await server.again();
  await dialog.getByText("600 of 600 deleted. Done.").waitFor({ timeout: 30_000 });
  assert.equal(await count(), 0);
});

bulkTest("a server that stays away ends a deletion with what was done, what was not, and what to do",
  async ({ page, dialog, show, press }) => {
  await fill(many(kMany));
  await show();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await dialog.getByText("600 items", { exact: true }).waitFor();
  await when(page, "DeleteItem", 100, () => server.kill());
  await dialog.getByLabel("Type 600 to delete them").fill("600");
  await press("Delete 600 items");
  await dialog.getByText(/of 600 deleted\. Ended by an error\./).waitFor({ timeout: 60_000 });
  await dialog.getByText("The server does not answer").waitFor();
  await dialog.getByText(/as before: not deleted/).waitFor();
  await dialog.getByText(/the answer did not come/).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await server.again();
  await press(/^Go on with the/);
  await dialog.getByText("600 of 600 deleted. Done.").waitFor({ timeout: 30_000 });
  assert.equal(await count(), 0);
});

bulkTest("a filter that matches nothing shows how far it is, stops at once, and goes on", async ({ page, show }) => {
  await fill(many(kMany));
  // A fast server is never ahead of this test, because two requests wait for it.
  const hundredth = gate(), last = gate();
  await when(page, "Scan", 100, () => hundredth.passed);
  await when(page, "Scan", kMany, () => last.passed);
  await show({ f: { join: "AND", rules: [{ path: "v", op: "=", type: "N", value: "-5" }] }, l: "1" });
  const status = () => page.locator(".result-status").innerText();
  const evaluated = async () => Number((/([\d,]+) evaluated/.exec(await status())?.[1] ?? "0").replace(",", ""));
  const requests = watchRequests(page);
  const first = await until(evaluated, (seen) => seen > 5);
  hundredth.open();
  await until(evaluated, (seen) => seen > first);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  last.open();
  await page.getByRole("button", { name: "Go on", exact: true }).waitFor();
  const at = await evaluated();
  assert.match(await status(), /^0 items so far/);
  await requests.settled();
  assert.equal(await evaluated(), at);
  assert.ok(at < kMany);
  await page.getByRole("button", { name: "Go on", exact: true }).click();
  await page.getByText("all read").waitFor({ timeout: 30_000 });
  assert.equal(await evaluated(), kMany);
  await page.getByText("600 items were read, and none matches the filter.").waitFor();
});
