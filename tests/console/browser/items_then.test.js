// The items of a table as they were at a moment: the builder's field, the banner, and a view that only reads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, overflow, seriousFindings } from "./browser.js";
import { becomes, call, consoleOf, serve, until } from "./server.js";

let server, browser, moment;
const api = (operation, body) => call(server.api, operation, body);
const S = (text) => ({ S: text }), N = (number) => ({ N: String(number) });
const recovery = async () => (await api("DescribeContinuousBackups", { TableName: "orders" }))
  .ContinuousBackupsDescription.PointInTimeRecoveryDescription;
const put = (id, n, state, more = {}) => api("PutItem", { TableName: "orders",
  Item: { customer: S("c1"), n: N(n), id: S(id), state: S(state), ...more } });

async function fill() {
  const keys = (...names) => names.map((AttributeName, at) => ({ AttributeName, KeyType: at ? "RANGE" : "HASH" }));
  await api("CreateTable", { TableName: "orders", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: Object.entries({ customer: "S", n: "N", state: "S" })
      .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    KeySchema: keys("customer", "n"), GlobalSecondaryIndexes: [{ IndexName: "by_state", KeySchema: keys("state", "n"),
      Projection: { ProjectionType: "KEYS_ONLY" } }] });
  await api("UpdateContinuousBackups", { TableName: "orders",
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
  for (let n = 1; n <= 6; ++n) await put(`first ${n}`, n, n % 2 ? "open" : "paid", { cents: N(n * 100) });
  const from = (await recovery()).LatestRestorableDateTime;
  // A moment after these writes and before the next ones.
  moment = (await until(recovery, (one) => one.LatestRestorableDateTime > from)).LatestRestorableDateTime;
  await put("changed 2", 2, "open");
  await put("new 7", 7, "open");
  await api("DeleteItem", { TableName: "orders", Key: { customer: S("c1"), n: N(5) } });
}
const text = () => new Date(moment * 1000).toISOString().slice(0, 19);

before(async () => {
  server = await serve();
  browser = await launch();
  await fill();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

// The values of a column of the grid, as they are shown.
async function column(page, name) {
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const at = heads.findIndex((head) => head.trim().startsWith(name));
  return page.locator(".grid-body .grid-row").evaluateAll((rows, place) => rows
    .map((row) => row.querySelectorAll("[role=gridcell]")[place]?.textContent ?? ""), at);
}
const showsIds = (page, ids) => becomes(async () => (await column(page, "id")).sort(), ids);
const kNow = ["changed 2", "first 1", "first 3", "first 4", "first 6", "new 7"];
const kThen = [1, 2, 3, 4, 5, 6].map((n) => `first ${n}`);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

test("the items of a moment are shown, only to read, and a link leads back to now", async () => {
  const page = await open(browser, `${server.console}/#!/tables/orders/items`);
  await showsIds(page, kNow);
  assert.equal(await page.getByText("As of (UTC)").count(), 0);
  await press(page, "Filter and options");
  await page.getByLabel("As of (UTC)").fill("2020-01-01T00:00:00");
  await press(page, "Run");
  await page.getByText("This is before the earliest restorable time.").first().waitFor();
  await page.getByLabel("As of (UTC)").fill(text());
  await press(page, "Run");
  await page.getByText(`Items as they were at ${text().replace("T", " ")} UTC, read only.`).waitFor();
  await showsIds(page, kThen);
  await page.getByText("3 items of the table changed since then.").waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok(await overflow(page) <= 0);
  for (const name of [/^New item/, /^Edit/, /^Delete/, /^Import/])
    assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
  await press(page, "Request");
  assert.match(await page.getByLabel("The request as Partita").innerText(),
    new RegExp(`partita query orders[^]*--scan[^]*--as-of ${text()}Z`));

  await page.getByRole("link", { name: "Back to now" }).click();
  await showsIds(page, kNow);
  assert.equal(await page.getByText("Items as they were").count(), 0);
  await page.goBack();
  await page.getByText("Items as they were").waitFor();
  await showsIds(page, kThen);
  assertNoFaults(page);
});

test("a link keeps the moment, with a query of an index, and an item of it opens as it was", async () => {
  const state = { m: "query", i: "by_state", p: ["open"], d: true, t: text() };
  const page = await open(browser,
    `${server.console}/#!/tables/orders/items?q=${encodeURIComponent(JSON.stringify(state))}`);
  await page.getByText("Items as they were").waitFor();
  await becomes(() => column(page, "n"), ["5", "3", "1"]);
  assert.equal(await page.getByLabel("As of (UTC)").inputValue(), text());
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText("As it was at").waitFor();
  assert.equal(await drawer.getByLabel("cents", { exact: true }).inputValue(), "500");
  for (const name of ["Save", "Delete", "Copy as new item"])
    assert.equal(await drawer.getByRole("button", { name, exact: true }).count(), 0, name);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  assertNoFaults(page);
});

test("a filter holds for the values of then, and the result can be exported", async () => {
  const state = { f: { join: "AND", rules: [{ path: "cents", op: ">", type: "N", value: "150", to: "" }] },
    a: "id, cents", t: text() };
  const page = await open(browser,
    `${server.console}/#!/tables/orders/items?q=${encodeURIComponent(JSON.stringify(state))}`);
  await showsIds(page, kThen.slice(1));
  await press(page, "Export");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("As of").waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export", exact: true }).click()]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  const items = lines.map((line) => line.Item ?? line);
  assert.deepEqual(items.map(({ id, cents }) => `${id.S} ${cents.N}`).sort(),
    [2, 3, 4, 5, 6].map((n) => `first ${n} ${n}00`));
  assertNoFaults(page);
});

test("a table without recovery offers no moment, and a link to one says why it shows nothing", async () => {
  await api("CreateTable", { TableName: "plain", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  const page = await open(browser, `${server.console}/#!/tables/plain/items`);
  await page.getByText("The table is empty.").waitFor();
  await press(page, "Filter and options");
  await page.getByLabel("Only count").waitFor();
  assert.equal(await page.getByLabel("As of (UTC)").count(), 0);
  const state = encodeURIComponent(JSON.stringify({ t: text() }));
  const other = await open(browser, `${server.console}/#!/tables/plain/items?q=${state}`);
  await other.getByText("The table has no point-in-time recovery").waitFor();
  await other.getByRole("link", { name: "Back to now" }).click();
  await other.getByText("The table is empty.").waitFor();
  assertNoFaults(page);
  assertNoFaults(other);
});

test("a console in front of the endpoint shows the moment too", async () => {
  const front = await consoleOf(server.api);
  const page = await open(browser, front.console);
  await page.getByRole("heading", { name: "Tables" }).waitFor();
  await page.goto(`${new URL(front.console).origin}/#!/tables/orders/items?q=${
    encodeURIComponent(JSON.stringify({ t: text() }))}`);
  await page.getByText("Items as they were").waitFor();
  await showsIds(page, kThen);
  assertNoFaults(page);
  await front.stop();
});
