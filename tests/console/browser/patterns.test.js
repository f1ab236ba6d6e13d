// Access patterns: the list, parameters from items that exist, the requests, and their results and costs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, overflow, seriousFindings } from "./browser.js";
import { becomes, call, serve } from "./server.js";

let server, browser;
before(async () => {
  server = await serve("--model", process.env.PARTITA_MODEL);
  execFileSync(process.env.PARTITA_COMMAND, ["demo", "commerce", "--endpoint", server.api]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const at = () => open(browser, `${server.console}/#!/patterns`);
const pattern = (page, name) => page.getByRole("navigation", { name: "Access patterns" }).getByRole("link", { name });
const run = async (page) => {
  await page.locator("button:has-text('Run'):enabled").click();
  await page.locator(".numbers").waitFor();
};
const number = (page, name) => page.locator(".numbers div", { has: page.locator(`dt:text-is("${name}")`) })
  .locator("dd").innerText();

test("A newcomer searches a pattern and runs it at once, because its parameters are those of an item", async () => {
  const page = await at();
  await page.getByRole("searchbox", { name: "Search in the access patterns" }).fill("items of an order");
  await pattern(page, /^Items of an order/).click();
  await run(page);
  await page.getByRole("grid", { name: "Items of the access pattern" }).waitFor();
  assert.ok(Number(await number(page, "Items")) > 0);
  assert.equal(await number(page, "Units"), "0.50");
  // The primary key and the fields come before attributes that only serve indexes.
  const heads = (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim());
  const place = (name) => heads.findIndex((text) => text.startsWith(name));
  assert.ok(place("PK") >= 0 && place("PK") < place("SK") && place("SK") < place("customerId") &&
    place("unitPriceCents") < place("GSI5PK"), heads.join(" "));
  await becomes(() => page.locator(".facts dd").first().innerText(), "Query");
  assert.match(await page.locator(".request pre").first().textContent(), /"KeyConditionExpression"/);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
for (const [width, height] of [[1280, 800], [360, 740]]) {
  test(`Run shows its result in a window of ${width} by ${height}`, async () => {
    const page = await open(browser, `${server.console}/#!/patterns`, { width, height });
    await pattern(page, /^Orders of a customer, newest first/).click();
    await run(page);
    await page.waitForFunction((bottom) => document.querySelector(".numbers").getBoundingClientRect()
      .bottom <= bottom, height);
    assertNoFaults(page);
  });
}
test("Shards are several requests whose answers are merged", async () => {
  const page = await at();
  await pattern(page, /^All items in a status/).click();
  await run(page);
  await page.getByText("The answers of 4 requests are merged").waitFor();
  assert.equal(await number(page, "Requests"), "4");
  assert.ok(Number(await number(page, "Items")) > 0);
  assertNoFaults(page);
});
test("A range of time reaches over its buckets", async () => {
  const page = await at();
  await pattern(page, /^All orders of some days/).click();
  await run(page);
  assert.ok(Number(await number(page, "Items")) > 0);
  assertNoFaults(page);
});
test("A page size pages on, and a request without its parameter is not sent", async () => {
  const page = await at();
  await pattern(page, /^Orders of a customer, newest first/).click();
  await page.getByLabel("Values of an item that exists").waitFor(); // which fills in the fields that are empty
  await page.getByLabel("Page size").fill("1");
  await page.getByLabel("customerId", { exact: true }).fill("");
  await page.getByText("Fill in customerId.").waitFor();
  await page.getByLabel("customerId", { exact: true }).fill("C1");
  await run(page);
  assert.equal(await number(page, "Items"), "1");
  await page.getByRole("button", { name: "Read the next page" }).click();
  await page.getByRole("status").filter({ hasText: "Items 2" }).or(page.locator(".numbers dd:text-is('2')").first())
    .first().waitFor();
  assertNoFaults(page);
});
const part = (page, legend) => page.locator("fieldset.part", { has: page.locator(`legend:text-is("${legend}")`) });
const stored = async (key) => (await call(server.api, "GetItem",
  { TableName: "commerce_single_table", Key: key, ConsistentRead: true })).Item;
const write = async (page) => {
  await page.locator("form button:has-text('Write…'):enabled").click();
  await page.getByRole("dialog").getByRole("button", { name: "Write", exact: true }).click();
  await page.locator("#pattern-result .notice").waitFor();
};
const answer = (page) => page.locator("#pattern-result .notice").innerText();
const written = async (page) => {
  await page.locator("ul.written li").first().waitFor();
  return page.locator("ul.written li").allInnerTexts();
};
const kProfile = { PK: { S: "CUST#zoe" }, SK: { S: "PROFILE#zoe" } };
const kOrder = { PK: { S: "CUST#zoe" }, SK: { S: "ORDER#o-1" } };

test("A write changes nothing unasked", async () => {
  const page = await at();
  await pattern(page, /^Delete an item/).click();
  await page.getByRole("heading", { name: "Delete an item" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Run" }).count(), 0);
  await page.getByText("Fill in customerId, orderId, itemId.").waitFor();
  await becomes(() => page.locator("form button:has-text('Write…')").isDisabled(), true);
  assertNoFaults(page);
});
test("A put is shown as the library writes it, asks, and is then stored", async () => {
  const page = await at();
  await pattern(page, /^Upsert a customer profile/).click();
  const form = part(page, "Put CUSTOMER");
  await form.getByLabel("customerId", { exact: true }).fill("zoe");
  await form.getByLabel("name", { exact: true }).fill("Zoe");
  await form.getByLabel("email", { exact: true }).fill("zoe@example.com");
  await page.getByText("Costs at least 1.00 write units").or(page.getByText("Costs at least 1 write units"))
    .first().waitFor();
  assert.match(await page.locator(".request pre").first().textContent(), /"PROFILE#zoe"/);
  await page.locator("form button:has-text('Write…'):enabled").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).waitFor();
  assert.equal(await page.locator("#pattern-result").count(), 0, "there is no answer before the write");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Nothing was written.").waitFor();
  assert.equal(await page.locator("#pattern-result").count(), 0);
  assert.equal(await stored(kProfile), undefined);
  await write(page);
  assert.equal(await answer(page), "Done.");
  assert.equal((await stored(kProfile)).email.S, "zoe@example.com");
  assert.deepEqual(await written(page), ["CUSTOMER CUST#zoe · PROFILE#zoe"]);
  await page.getByRole("grid", { name: "Written items" }).getByText("zoe@example.com").waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
test("A transaction creates items that belong together, and says in words why it fails the second time", async () => {
  const page = await at();
  await pattern(page, /^Create an order with its items/).click();
  const order = part(page, "Create ORDER"), line = part(page, "Create ORDER_ITEM");
  await order.getByLabel("customerId", { exact: true }).fill("zoe");
  await order.getByLabel("orderId", { exact: true }).fill("o-1");
  await order.getByLabel("createdAt", { exact: true }).fill("2026-03-01T12:00:00.000Z");
  await order.getByLabel("status", { exact: true }).selectOption("CREATED");
  await order.getByLabel("totalCents", { exact: true }).fill("5000");
  await line.getByRole("button", { name: "Add ORDER_ITEM" }).click();
  for (const at of [0, 1]) {
    const item = line.locator(".part-item").nth(at);
    // The identity of the order is that of the part above.
    await item.getByLabel("itemId", { exact: true }).fill(`i-${at}`);
    await item.getByLabel("sku", { exact: true }).fill("sku-9");
    await item.getByLabel("quantity", { exact: true }).fill("2");
    await item.getByLabel("unitPriceCents", { exact: true }).fill("2500");
    await item.getByLabel("itemStatus", { exact: true }).selectOption("PENDING");
  }
  await write(page);
  assert.equal(await answer(page), "Done.");
  // Items cost twice in a transaction, and their entries in indexes once.
  assert.match(await page.locator("#pattern-result").innerText(), /commerce_single_table 6.*gsi_items_by_sku 2/);
  assert.deepEqual(await written(page), ["ORDER CUST#zoe · ORDER#o-1", "ORDER_ITEM CUST#zoe · ORDER#o-1#ITEM#i-0",
    "ORDER_ITEM CUST#zoe · ORDER#o-1#ITEM#i-1"]);
  const item = await stored({ PK: { S: "CUST#zoe" }, SK: { S: "ORDER#o-1#ITEM#i-1" } });
  assert.equal(item.GSI5PK.S, "SKU#sku-9");
  assert.equal((await stored(kOrder)).GSI2PK.S, "STATUS#CREATED");
  await write(page);
  assert.match(await answer(page), /Nothing was written\..*item 1 \(ORDER\): the item exists already/s);
  assertNoFaults(page);
});
test("A transaction updates with the values that must still be there, and its keys follow", async () => {
  const page = await at();
  await pattern(page, /^Update the status of an order with its history/).click();
  const order = part(page, "Update ORDER"), event = part(page, "Create ORDER_STATUS_EVENT");
  await order.getByLabel("customerId", { exact: true }).fill("zoe");
  await order.getByLabel("orderId", { exact: true }).fill("o-1");
  await order.getByLabel("createdAt now", { exact: true }).fill("2026-03-01T12:00:00.000Z");
  await order.getByLabel("version now", { exact: true }).fill("7");
  await order.getByLabel("new status", { exact: true }).selectOption("PAID");
  await event.getByLabel("newVersion", { exact: true }).fill("2");
  await event.getByLabel("newStatus", { exact: true }).selectOption("PAID");
  await event.getByLabel("changedAt", { exact: true }).fill("2026-03-02T12:00:00.000Z");
  await event.getByLabel("changedBy", { exact: true }).fill("test");
  await event.getByLabel("reason", { exact: true }).fill("paid");
  await write(page);
  assert.match(await answer(page), /the item has version 1, not version 7/);
  await order.getByLabel("version now", { exact: true }).fill("1");
  await write(page);
  assert.equal(await answer(page), "Done.");
  const changed = await stored(kOrder);
  assert.deepEqual([changed.status.S, changed.GSI2PK.S, changed.version.N], ["PAID", "STATUS#PAID", "2"]);
  // The item that was updated is shown as it is now, and its link leads to exactly this item.
  assert.equal((await written(page))[0], "ORDER CUST#zoe · ORDER#o-1");
  await page.getByRole("grid", { name: "Written items" }).getByText("PAID", { exact: true }).first().waitFor();
  await page.locator("ul.written a").first().click();
  await page.getByRole("heading", { name: "commerce_single_table" }).waitFor();
  await page.getByText(/^1 item\b/).first().waitFor();
  assertNoFaults(page);
});
test("A redraw does not move the pattern, so that a button is pressed although a field is left by that", async () => {
  const page = await at();
  await pattern(page, /^Create an order with its items/).click();
  await part(page, "Create ORDER").waitFor();
  await page.evaluate(() => {
    globalThis.moved = 0;
    new MutationObserver(() => ++globalThis.moved).observe(document.querySelector(".chosen"), { childList: true });
  });
  for (const text of ["a", "ab"]) await part(page, "Create ORDER").getByLabel("customerId", { exact: true }).fill(text);
  await part(page, "Create ORDER_ITEM").getByRole("button", { name: "Add ORDER_ITEM" }).click();
  await part(page, "Create ORDER_ITEM").locator(".part-item").nth(1).waitFor();
  assert.equal(await page.evaluate(() => globalThis.moved), 0);
  assertNoFaults(page);
});
test("A wrong time is said at its field when the field is left, and Now mends it", async () => {
  const page = await at();
  await page.getByText("A write waits for your values").waitFor();
  await pattern(page, /^Create an order with its items/).click();
  const order = part(page, "Create ORDER"), createdAt = order.getByLabel("createdAt", { exact: true });
  await createdAt.fill("today");
  await createdAt.blur();
  await order.getByText("This is not a time in UTC, such as 2026-01-31T12:00:00.000Z.").waitFor();
  await becomes(() => createdAt.getAttribute("aria-invalid"), "true");
  await page.getByText("Mend createdAt.").waitFor();
  await order.getByRole("button", { name: "Now for createdAt" }).click();
  assert.match(await createdAt.inputValue(), /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.equal(await order.locator(".fault").count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
test("An item is chosen, updated and deleted", async () => {
  const page = await at();
  await pattern(page, /^Update the status of an item/).click();
  const item = part(page, "Update ORDER_ITEM");
  const choices = item.getByLabel("Values of an item that exists");
  await choices.selectOption({ index: 1 });
  const key = await Promise.all(["customerId", "orderId", "itemId"]
    .map((name) => item.getByLabel(name, { exact: true }).inputValue()));
  const of = ([customer, order, id]) => ({ PK: { S: `CUST#${customer}` }, SK: { S: `ORDER#${order}#ITEM#${id}` } });
  await item.getByLabel("new itemStatus", { exact: true }).selectOption("RETURNED");
  await write(page);
  assert.equal((await stored(of(key))).itemStatus.S, "RETURNED");
  await page.getByRole("grid").waitFor();
  await pattern(page, /^Delete an item/).click();
  const gone = part(page, "Delete ORDER_ITEM");
  for (const [at, name] of ["customerId", "orderId", "itemId"].entries())
    await gone.getByLabel(name, { exact: true }).fill(key[at]);
  await write(page);
  assert.equal(await stored(of(key)), undefined);
  assert.equal(await page.locator("ul.written").count(), 0);
  assertNoFaults(page);
});
for (const [width, height] of [[1280, 900], [360, 740]]) {
  test(`The form of a transaction fits into a window of ${width} by ${height}`, async () => {
    const page = await open(browser, `${server.console}/#!/patterns`, { width, height });
    await pattern(page, /^Create an order with its items/).click();
    await part(page, "Create ORDER").waitFor();
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await seriousFindings(page), []);
    assertNoFaults(page);
  });
}
