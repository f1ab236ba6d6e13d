// The page of the machine: figures under load, hot keys, throttles, a job, the audit log, and the pause.
import assert from "node:assert/strict";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { mkdtemp, rm } from "node:fs/promises";
import { after, before, test } from "node:test";

import { assertNoFaults, gate, launch, open, seriousFindings, watchRequests } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

const attribute = (AttributeName, AttributeType = "S") => ({ AttributeName, AttributeType });
const key = (AttributeName, KeyType = "HASH") => ({ AttributeName, KeyType });

const kPart = 10_000; // a quarter of the items of a table whose index takes a while

let server, browser, folder, page;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "partita-audit-"));
  server = await serve("--hot-keys", "--throttle", "capacity", "--throttle-burst", "1", "--audit-log",
    join(folder, "audit.log"));
  const create = (TableName, more) =>
    call(server.api, "CreateTable",
      { TableName, AttributeDefinitions: [attribute("id")], KeySchema: [key("id")], ...more });
  await create("busy", { BillingMode: "PAY_PER_REQUEST" });
  await create("scarce", { BillingMode: "PROVISIONED",
    ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } });
  browser = await launch();
  page = await open(browser, `${server.console}/#!/machine`, { shared: true });
  await page.getByRole("heading", { name: "Machine", exact: true }).waitFor();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

// Runs `request` again and again while `body` runs.
async function under(request, body) {
  let runs = true;
  const work = (async () => { while (runs) await request().catch(() => {}); })();
  await body().finally(() => { runs = false; });
  await work;
}
const card = (name) => page.getByRole("region", { name, exact: true });
const figure = (name, at = 0) => card(name).locator("dd").nth(at).innerText();

test("requests, latencies and the operations of each table follow the load", async () => {
  await under(() => call(server.api, "PutItem", { TableName: "busy", Item: { id: { S: "hot" } } }), async () => {
    await until(() => figure("Requests a second"), (text) => Number(text.replaceAll(",", "")) > 5);
    assert.match(await figure("Latency"), /\d.*s$/);
    const row = page.getByRole("row").filter({ hasText: "PutItem" });
    await row.getByText("busy").waitFor();
    await until(() => row.getByRole("cell").nth(2).innerText(), (text) => Number(text.replaceAll(",", "")) > 1);
    await until(() => card("Requests a second").locator("path.series").first().getAttribute("d"),
      (path) => path.split("L").length > 2);
  });
  assert.match(await figure("Memory"), /MB|GB/);
  assert.match(await figure("Disk"), /bytes|KB|MB/);
  assert.match(await figure("Network", 0), /\d/);
  assert.ok(Number(await figure("Network", 2)) >= 1);
  assert.deepEqual(await seriousFindings(page), []);
});

test("a key that most requests name is shown as hot, with its share", async () => {
  let turn = 0;
  await under(() => call(server.api, "GetItem",
    { TableName: "busy", Key: { id: { S: ++turn % 5 ? "hot" : `cold ${turn}` } } }), async () => {
    const row = page.getByRole("row").filter({ hasText: "id = hot" }).filter({ hasText: "partition key, accessed" });
    await row.waitFor({ timeout: 30_000 });
    assert.ok(parseFloat(await row.getByRole("cell").last().innerText()) > 20);
    await row.getByRole("link", { name: "busy" }).waitFor();
    await becomes(() => row.getByRole("cell").nth(1).innerText(), "table");
    assert.match(await row.getByRole("cell").nth(5).innerText(), /^about \d/);
    await until(async () => parseFloat(await row.getByRole("cell").nth(4).innerText()), (rate) => rate > 0, 20_000);
    await page.getByText(/A share is of the requests .* in the last few minutes/).waitFor();
  });
});

test("a hot key leads to the Query of its partition, and the charts are there after the way back", async () => {
  const places = async () => (await card("Requests a second").locator("path.series").first().getAttribute("d") ?? "")
    .split(/[ML]/).length;
  const before = await until(places, (n) => n > 3);
  await page.getByRole("link", { name: "id = hot" }).first().click();
  await page.getByText(/^1 item/).first().waitFor();
  await becomes(() => page.getByLabel("id =").inputValue(), "hot");
  const held = gate();
  await page.route("**/metrics", async (route) => {
    await held.passed;
    await route.continue().catch(() => {});
  });
  await page.goBack();
  await card("Memory").getByText("measuring").waitFor();
  await page.getByText("Measuring: the figures come with the second answer of the server.").first().waitFor();
  assert.equal(await page.getByText("No request of an operation came").count(), 0);
  assert.equal(await page.getByText("No background job is under way.").count(), 0);
  assert.ok(await places() >= before);
  held.open();
  await page.unroute("**/metrics", { behavior: "wait" }).catch(() => {});
  await until(() => figure("Memory"), (text) => /MB|GB/.test(text));
});

test("a key with all of a few requests is dimmed, and after one that most of many requests name", async () => {
  await page.route("**/", async (route) => {
    if (!route.request().headers()["x-amz-target"]?.endsWith(".ListHotKeys")) return route.fallback();
    const hot = (Table, Index, Share, Requests) =>
      ({ Table, Index, Rule: "PKC", Key: { id: { S: "k" } }, Share, LeastShare: Share, Requests });
    return route.fulfill({ json: { Enabled: true,
      HotKeys: [hot("busy", "asked_once", 1, 16), hot("busy", undefined, 0.858, 50_000)] } });
  });
  const rows = page.locator("section").filter({ has: page.getByRole("heading", { name: "Hot keys" }) })
    .locator("tbody tr");
  await until(() => rows.allInnerTexts(), ([first]) => first?.includes("85.8 %"), 20_000);
  assert.deepEqual(await rows.evaluateAll((all) => all.map((one) => one.className)), ["", "few"]);
  assert.deepEqual(await seriousFindings(page), []);
  await page.unrouteAll({ behavior: "wait" });
});

test("requests beyond a table's capacity are counted as throttled, and their key is named", async () => {
  await under(() => call(server.api, "PutItem", { TableName: "scarce", Item: { id: { S: "narrow" } } }), async () => {
    await until(() => figure("Throttled and refused"), (text) => parseFloat(text) > 0, 20_000);
    await page.getByRole("row").filter({ hasText: "id = narrow" }).filter({ hasText: "throttled" }).first()
      .waitFor({ timeout: 30_000 });
    const row = page.getByRole("row").filter({ hasText: "PutItem" }).filter({ hasText: "scarce" });
    assert.ok(parseFloat(await row.getByRole("cell").nth(3).innerText()) > 0);
  });
});

test("the filling of an index is a job with its progress, which goes away at its end", async (t) => {
  const other = await serve();
  t.after(() => other.stop());
  const seen = await open(browser, `${other.console}/#!/machine`);
  await call(other.api, "CreateTable",
    { TableName: "large", BillingMode: "PAY_PER_REQUEST", AttributeDefinitions: [attribute("id")],
      KeySchema: [key("id")] });
  const text = "x".repeat(2000);
  const fill = async (from, to) => {
    for (let at = from; at < to; at += 25)
      await call(other.api, "BatchWriteItem",
        { RequestItems: { large: Array.from({ length: 25 },
          (_, i) =>
            ({ PutRequest: { Item: { id: { S: `${at + i}` }, tenant: { S: `t${(at + i) % 7}` },
              text: { S: text } } } })) } });
  };
  await Promise.all([0, 1, 2, 3].map((part) => fill(part * kPart, (part + 1) * kPart)));
  await seen.getByText("No background job is under way.").waitFor();
  // Each index is filled from the whole table, so that one of them is under way whenever the page looks.
  const job = seen.getByRole("listitem").filter({ hasText: "large / by_tenant" });
  let at = 0;
  const filling = (async () => {
    while ((await job.count()) === 0 && at < 8) {
      const IndexName = `by_tenant_${at++}`;
      await call(other.api, "UpdateTable",
        { TableName: "large", AttributeDefinitions: [attribute("id"), attribute("tenant")],
        GlobalSecondaryIndexUpdates: [{ Create: { IndexName, KeySchema: [key("tenant")],
          Projection: { ProjectionType: "ALL" } } }] });
      await until(async () => (await call(other.api, "DescribeTable", { TableName: "large" }))
        .Table.GlobalSecondaryIndexes.at(-1).IndexStatus, (status) => status === "ACTIVE", 60_000);
    }
  })();
  await job.first().waitFor({ timeout: 30_000 });
  assert.match(await job.first().innerText(), new RegExp(`of ${(4 * kPart).toLocaleString("en-US")} items`));
  await becomes(() => job.first().getByRole("progressbar").count(), 1);
  await filling;
  await seen.getByText("No background job is under way.").waitFor({ timeout: 60_000 });
  assertNoFaults(seen);
  await seen.context().close();
});

test("the audit log has the newest records first, and is searched", async () => {
  await call(server.api, "GetItem", { TableName: "busy", Key: { id: { S: "for the log" } } });
  const log = page.locator("section").filter({ has: page.getByRole("heading", { name: "Audit log" }) });
  await until(async () => {
    await log.getByRole("button", { name: "Read again" }).click();
    return log.locator("tbody tr").first().innerText();
  }, (text) => text.includes("GetItem"));
  // The page asks for hot keys at the same time, and those records do not bury the others.
  assert.deepEqual((await log.getByRole("columnheader").allInnerTexts()).slice(0, 4),
    ["time", "operation", "table", "status"]);
  assert.equal(await log.getByRole("row").filter({ hasText: "ListHotKeys" }).count(), 0);
  await log.getByLabel("Also what this page asks for").check();
  // The page asks for hot keys every few seconds, so the records that were read last may not contain it.
  await until(async () => {
    await log.getByRole("button", { name: "Read again" }).click();
    return log.getByRole("row").filter({ hasText: "ListHotKeys" }).count();
  }, (count) => count > 0);
  await log.getByLabel("Also what this page asks for").uncheck();
  await log.getByLabel("Find in the records").fill("scarce");
  await log.getByRole("row").filter({ hasText: "scarce" }).first().waitFor();
  await log.getByLabel("Find in the records").fill("no record has this");
  await log.getByText("No record has this text.").waitFor();
});

// The page of the machine with a clock that a test can move, and a watch of its requests for figures.
async function openWithClock() {
  const seen = await open(browser, `${server.console}/#!/machine`);
  await seen.clock.install();
  const asked = watchRequests(seen, (request) => request.url().endsWith("/metrics"));
  await seen.reload();
  await seen.getByRole("heading", { name: "Machine", exact: true }).waitFor();
  return { seen, asked };
}

test("while it is paused nothing is asked, and then it goes on", async () => {
  const { seen, asked } = await openWithClock();
  const held = gate();
  await seen.route("**/metrics", async (route) => { await held.passed; await route.continue(); });
  const first = asked.count;
  await until(() => asked.count, (n) => n > first); // an answer is under way while it is paused
  await seen.getByRole("button", { name: "Pause" }).click();
  await seen.getByText("paused", { exact: true }).waitFor();
  held.open();
  await asked.settled();
  const before = asked.count;
  await seen.clock.runFor(10_000);
  await asked.settled();
  assert.equal(asked.count, before);
  await seen.getByRole("button", { name: "Go on" }).click();
  await until(() => asked.count, (n) => n >= before + 2);
  assertNoFaults(seen);
});

test("pausing while an answer is under way and going on at once asks no more often than before", async () => {
  const { seen, asked } = await openWithClock();
  const held = gate();
  await seen.route("**/metrics", async (route) => { await held.passed; await route.continue(); });
  for (let turn = 0; turn < 8; ++turn) await seen.getByRole("button", { name: /^(Pause|Go on)$/ }).click();
  await until(() => asked.count, (n) => n >= 3); // several answers are under way
  held.open();
  await asked.settled();
  const before = asked.count;
  for (let round = 0; round < 3; ++round) {
    await seen.clock.runFor(2000);
    await asked.settled();
  }
  // The clock goes on while the test waits, so that it may be one or two more.
  const more = asked.count - before;
  assert.ok(more >= 2 && more <= 5, `${more} requests in 6 seconds`);
  assertNoFaults(seen);
});

test("a server that stops is said to be gone, and its figures go on once it is there again", async () => {
  page.faults.length = 0;
  await server.halt();
  await page.getByRole("alert").first().waitFor();
  await server.again();
  await page.getByRole("alert").first().waitFor({ state: "detached" });
  await until(() => figure("Memory"), (text) => /MB/.test(text));
  await page.context().close();
});

test("the archive of a server, and the age of what a standby shows, are told", async () => {
  const archive = `file://${join(folder, "archive")}`;
  const primary = await serve("--archive", archive), servers = [primary];
  try {
    await call(primary.api, "CreateTable", { TableName: "kept", BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [attribute("id")], KeySchema: [key("id")] });
    const own = await open(browser, `${primary.console}/#!/machine`);
    const region = own.getByRole("region", { name: "Archive", exact: true });
    await region.getByText("reached", { exact: true }).waitFor();
    const fact = (at) => region.locator("dd").nth(at).innerText();
    await until(() => fact(0), (text) => /^\d+\.\d s$/.test(text));
    await until(() => fact(1), (text) => text.startsWith(new Date().toISOString().slice(0, 4)));
    await until(() => fact(2), (text) => /UTC$/.test(text));
    assert.equal(await own.getByRole("heading", { name: "Standby" }).count(), 0);
    assert.deepEqual(await seriousFindings(own), []);
    assertNoFaults(own);

    servers.push(await serve("--follow", archive));
    const other = await open(browser, `${servers[1].console}/#!/machine`);
    const standby = other.getByRole("region", { name: "Standby", exact: true });
    await standby.getByText("follows", { exact: true }).waitFor();
    await until(() => standby.locator("dd").innerText(), (text) => /^\d+\.\d s$/.test(text));
    assert.equal(await other.getByRole("heading", { name: "Archive" }).count(), 0);
    assert.deepEqual(await seriousFindings(other), []);
    assertNoFaults(other);
  } finally {
    for (const one of servers) await one.stop();
  }
});
