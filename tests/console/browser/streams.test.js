// Streams: turned on by the page, followed live, images side by side, filtered and paused.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve } from "./server.js";

let server, browser;
before(async () => {
  server = await serve();
  await call(server.api, "CreateTable", { TableName: "followed", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const put = (id, more) => call(server.api, "PutItem", { TableName: "followed", Item: { id: { S: id }, ...more } });

test("A table without a stream gets one, and each change appears with both images", async () => {
  const page = await open(browser, `${server.console}/#!/tables/followed/streams`);
  await page.getByRole("button", { name: "Turn the stream on" }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Following 1 shard").waitFor();
  await put("one", { n: { N: "12345678901234567890123456789012345678" },
    doc: { M: { a: { N: "1" }, b: { S: "same" } } }, tags: { SS: ["x", "y"] } });
  await put("one", { n: { N: "12345678901234567890123456789012345679" },
    doc: { M: { a: { N: "2" }, b: { S: "same" } } }, tags: { SS: ["y", "x"] } });
  await call(server.api, "DeleteItem", { TableName: "followed", Key: { id: { S: "one" } } });
  const changes = page.getByRole("article");
  await changes.nth(2).waitFor();
  assert.deepEqual(await changes.evaluateAll((all) => all.map((one) => one.querySelector(".badge").textContent)),
    ["REMOVE", "MODIFY", "INSERT"]);
  const modified = await changes.nth(1).locator("tbody tr").allInnerTexts();
  assert.equal(modified.length, 3); // n, doc and the place inside of doc; the set has another order only
  assert.ok(modified.join().includes("12345678901234567890123456789012345679"));
  assert.ok(modified.join().includes(".a"));
  assert.deepEqual(await seriousFindings(page), []);

  await page.getByLabel("Event").selectOption("REMOVE");
  await becomes(() => changes.count(), 1);
  await page.getByLabel("Event").selectOption("");
  await page.getByRole("button", { name: "Pause" }).click();
  await put("two", {});
  await page.getByText(/^Paused/).waitFor();
  await becomes(() => changes.count(), 3);
  await page.getByRole("button", { name: "Resume" }).click();
  await changes.nth(3).waitFor();
  await page.getByLabel("Key has the text").fill("TWO");
  await becomes(() => changes.count(), 1);
  assertNoFaults(page);
});
test("An endpoint without streams is said to have none", async () => {
  const page = await open(browser, `${server.console}/`);
  await page.route("**/", (route) => (/^DynamoDBStreams/.test(route.request().headers()["x-amz-target"] ?? "")
    ? route.fulfill({ status: 400, json: { __type: "com.amazonaws.dynamodb.v20120810#UnknownOperationException" } })
    : route.fallback()));
  await page.goto(`${server.console}/#!/tables/followed/streams`);
  await page.getByRole("heading", { name: "This endpoint has no streams" }).waitFor();
  assert.equal(await page.getByText("UnknownOperationException").count(), 0);
  assert.equal(await page.getByRole("button", { name: /Start|Turn/ }).count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  assertNoFaults(page);
  await page.context().close();
});
test("From the oldest change everything comes again", async () => {
  const page = await open(browser, `${server.console}/#!/tables/followed/streams`);
  await page.getByLabel("From").selectOption("TRIM_HORIZON");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("article").nth(3).waitFor();
  assertNoFaults(page);
});
