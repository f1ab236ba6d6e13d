// Access patterns: the list, parameters from items that exist, the requests, and what they found and cost.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { serve } from "./server.js";

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
const number = (page, name) => page.locator(".numbers div", { has: page.locator(`dt:text-is("${name}")`) }).locator("dd").innerText();

test("A newcomer searches a pattern and runs it at once, because its parameters are those of an item", async () => {
  const page = await at();
  await page.getByRole("searchbox", { name: "Search in the access patterns" }).fill("items of an order");
  await pattern(page, /^Items of an order/).click();
  await run(page);
  await page.getByRole("grid", { name: "Items of the access pattern" }).waitFor();
  assert.ok(Number(await number(page, "Items")) > 0);
  assert.equal(await number(page, "Units"), "0.50");
  assert.match(await page.locator(".request pre").first().textContent(), /"KeyConditionExpression"/);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
});
for (const [width, height] of [[1280, 800], [360, 740]]) {
  test(`Run shows its result in a window of ${width} by ${height}`, async () => {
    const page = await open(browser, `${server.console}/#!/patterns`, { width, height });
    await pattern(page, /^Orders of a customer, newest first/).click();
    await run(page);
    await page.waitForFunction((bottom) => document.querySelector(".numbers").getBoundingClientRect().bottom <= bottom, height);
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
  await page.getByLabel("Page size").fill("1");
  await page.getByLabel("customerId", { exact: true }).fill("");
  await page.getByText("Fill in customerId.").waitFor();
  await page.getByLabel("customerId", { exact: true }).fill("C1");
  await run(page);
  assert.equal(await number(page, "Items"), "1");
  await page.getByRole("button", { name: "Read the next page" }).click();
  await page.getByRole("status").filter({ hasText: "Items 2" }).or(page.locator(".numbers dd:text-is('2')").first()).first().waitFor();
  assertNoFaults(page);
});
test("A write changes nothing unasked", async () => {
  const page = await at();
  await pattern(page, /^Delete an item/).click();
  await page.getByRole("heading", { name: "Delete an item" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Run" }).count(), 0);
  assertNoFaults(page);
});
