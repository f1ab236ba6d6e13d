// Scrolls through a table of a million items, and prints the memory of the page: million.js [ITEMS] The rows and the
// items that the page keeps must not grow, which it asserts. Bytes are printed only.
import assert from "node:assert/strict";

import { assertNoFaults, launch, open } from "./browser.js";
import { call, serve } from "./server.js";

const kItems = Number(process.argv[2] ?? 1_000_000);
const kMostItems = 4_000 + 2_000; // those that the grid keeps, and the page that is being read
const kMostRows = 120;
const kWriters = 8;

const server = await serve();
await call(server.api, "CreateTable", { TableName: "many", BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }],
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }, { AttributeName: "n", KeyType: "RANGE" }] });
let next = 0;
await Promise.all(Array.from({ length: kWriters }, async () => {
  for (let from = next; from < kItems; from = next) {
    next += 25;
    await call(server.api, "BatchWriteItem", { RequestItems: { many: Array.from({ length: 25 }, (_, i) =>
      ({ PutRequest: { Item: { id: { S: "one" }, n: { N: String(from + i) },
        text: { S: `item ${from + i}` } } } })) } });
  }
}));

const browser = await launch();
const state = encodeURIComponent(JSON.stringify({ l: "2000" }));
const page = await open(browser, `${server.console}/#!/tables/many/items?q=${state}`);
const grid = page.locator(".grid");
await grid.locator("[role=gridcell]").first().waitFor();
const session = await page.context().newCDPSession(page);
const read = async () => Number((await page.locator(".result-status").textContent()).match(/^([\d,]+) item/)[1]
  .replaceAll(",", ""));
const shares = [0.01, 0.5, 1];

for (;;) {
  const items = await read();
  while (shares.length && items >= shares[0] * kItems) {
    const held = Number(await grid.getAttribute("data-items-in-memory"));
    const rows = await page.locator(".grid-row").count();
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    console.log(
      `${items} items read: ${held} in memory, ${rows} rows as elements, heap ${(usedSize / 1048576).toFixed(1)} MB`);
    assert.ok(held <= kMostItems, `${held} items in memory`);
    assert.ok(rows <= kMostRows, `${rows} rows as elements`);
    shares.shift();
  }
  if (!shares.length) break;
  await page.evaluate(() => { const dom = document.querySelector(".grid"); dom.scrollTop = dom.scrollHeight; });
  await page.waitForTimeout(15);
}
assertNoFaults(page);
await browser.close();
await server.stop();
