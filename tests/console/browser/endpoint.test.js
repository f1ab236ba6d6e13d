// `partita console` in front of another endpoint: the one-time token, reloads, writes, an endpoint that is away, and
// that it only reads if the endpoint is Amazon's.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, openIn, seriousFindings } from "./browser.js";
import { call, consoleOf, serve } from "./server.js";

let server, browser;
before(async () => {
  server = await serve();
  await call(server.api, "CreateTable", { TableName: "far", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  await call(server.api, "PutItem",
    { TableName: "far", Item: { id: { S: "one" }, n: { N: "12345678901234567890123456789012345678" } } });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
async function withConsole(body, endpoint = server.api, ...more) {
  const console = await consoleOf(endpoint, ...more);
  try {
    await body(console.console);
  } finally {
    await console.stop();
  }
}
const originOf = (url) => new URL(url).origin;

test("the token lets one tab in, stays out of the address, and a reload keeps the session",
  () => withConsole(async (url) => {
  const page = await open(browser, url);
  await page.getByRole("link", { name: "far" }).waitFor();
  assert.ok(!page.url().includes("token"));
  assert.ok((await page.locator(".where").innerText()).includes(server.api));
  assert.equal(await page.getByRole("link", { name: "Machine" }).count(), 0);
  await page.getByRole("link", { name: "far" }).click();
  await page.getByText("12345678901234567890123456789012345678").waitFor();
  await page.reload();
  await page.getByText("12345678901234567890123456789012345678").waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);

  for (const [address, text] of [[url, /The token was used before/],
    [originOf(url), /Open the address that .*partita console.* printed/],
    [`${originOf(url)}/#token=${"A".repeat(52)}`, /The token was used before/]]) {
    const second = await openIn(page.context(), address);
    await second.getByRole("alert").getByText(text).waitFor();
    assert.equal(await second.getByText("far").count(), 0);
    assert.ok(!second.url().includes("token="), "the token stays in the address");
    assert.deepEqual(await seriousFindings(second), []);
    await second.close();
  }
  await page.reload(); // the refused tabs did not end the first one
  await page.getByText("12345678901234567890123456789012345678").waitFor();
  assertNoFaults(page);
  await page.context().close();
}));

test("a wrong token is refused and leaves the right one as it is", () => withConsole(async (url) => {
  const wrong = await open(browser, `${originOf(url)}/#token=wrong`);
  await wrong.getByRole("alert").getByText(/not the one that this console printed/).waitFor();
  await wrong.context().close();
  const page = await open(browser, url);
  await page.getByRole("link", { name: "far" }).waitFor();
  await page.context().close();
}));

test("requests without the session are refused", () => withConsole(async (url) => {
  const response = await fetch(originOf(url), { method: "POST", body: "{}",
    headers: { "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810.ListTables" } });
  assert.ok(response.status >= 400, String(response.status));
  assert.ok(!(await response.text()).includes("far"));
}));

test("tables and items can be changed on an endpoint that is not Amazon's", () => withConsole(async (url) => {
  const page = await open(browser, url);
  await page.getByRole("button", { name: "Create table" }).click();
  await page.getByLabel("Table name").fill("made_here");
  await page.getByLabel("Partition key").fill("id");
  await page.getByRole("dialog").getByRole("button", { name: "Create table" }).click();
  await page.getByRole("link", { name: "made_here" }).waitFor();
  assert.ok((await call(server.api, "ListTables", {})).TableNames.includes("made_here"));
  assertNoFaults(page);
  await page.context().close();
}));

test("an endpoint that does not answer is named, and the page goes on when it is back",
  () => withConsole(async (url) => {
  const page = await open(browser, url);
  await page.getByRole("link", { name: "far" }).waitFor();
  await server.halt();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").first().getByText(/\S{10}/).waitFor({ timeout: 60_000 });
  await server.again();
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "far" }).waitFor();
  await page.context().close();
}));

test("a console that was started again says that the tab's session is over", async () => {
  const first = await consoleOf(server.api);
  const page = await open(browser, first.console);
  await page.getByRole("link", { name: "far" }).waitFor();
  await first.stop();
  const port = new URL(first.console).port;
  const second = await consoleOf(server.api, ["--port", port]);
  await page.reload();
  await page.getByRole("alert").first().getByText(/session|address/i).waitFor();
  await second.stop();
  await page.context().close();
});

const kAmazon = "dynamodb.us-east-1.amazonaws.com";
const canUnshare = (() => {
  try {
    execFileSync("unshare", ["-rm", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
// The process of the console alone takes this machine for Amazon's.
test("in front of Amazon the console only reads: writes are neither offered nor sent", async () => {
  assert.ok(canUnshare, "this test needs `unshare -rm`: run it as root, or allow user namespaces");
  const folder = await mkdtemp(join(tmpdir(), "partita-hosts-"));
  await writeFile(join(folder, "hosts"), `127.0.0.1 localhost ${kAmazon}\n`);
  const as = ["unshare", "-rm", "sh", "-c", `mount --bind '${folder}/hosts' /etc/hosts && exec "$@"`, "sh"];
  // The server on loopback refuses the names of other hosts.
  const relay = createServer((asked, answer) => {
    const on = request(server.api,
      { method: asked.method, headers: { ...asked.headers, host: new URL(server.api).host } }, (got) => {
      answer.writeHead(got.statusCode, got.headers);
      got.pipe(answer);
    });
    asked.pipe(on);
  });
  await new Promise((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const amazon = `http://${kAmazon}:${relay.address().port}`;
  try {
    await withConsole(async (url) => {
      const page = await open(browser, url);
      await page.getByRole("link", { name: "far" }).waitFor();
      assert.match(await page.locator(".where").innerText(), /amazonaws\.com.*read only/);
      for (const name of [/Create/, /From a file/, /^Delete/])
        assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
      await page.goto(`${originOf(url)}/#!/tables/far/overview`);
      await page.getByRole("heading", { name: "Indexes" }).waitFor();
      for (const name of [/Change/, /Turn/, /Add a global/, /^Delete/])
        assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
      await page.goto(`${originOf(url)}/#!/tables/far/items`);
      await page.getByRole("button", { name: "Query", exact: true }).waitFor();
      for (const name of [/New item/, /Import/, /^Delete/])
        assert.equal(await page.getByRole("button", { name }).count(), 0, String(name));
      const send = (operation, body) => page.evaluate(async ([operation, body]) =>
        (await import("/app/api.js")).call(operation, body).then(() => "done",
          (error) => `${error.code}: ${error.message}`), [operation, body]);
      const Key = { id: { S: "one" } };
      for (const [operation, body] of [["DeleteItem", { TableName: "far", Key }],
        ["PutItem", { TableName: "far", Item: Key }],
        ["DeleteTable", { TableName: "far" }],
        ["BatchWriteItem", { RequestItems: { far: [{ DeleteRequest: { Key } }] } }],
        ["TransactWriteItems", { TransactItems: [{ Delete: { TableName: "far", Key } }] }],
        ["ExecuteStatement", { Statement: "DELETE FROM far WHERE id = 'one'" }]])
        assert.match(await send(operation, body), /^AccessDeniedException: .*--write/, operation);
      assert.equal(await send("ExecuteStatement", { Statement: "SELECT * FROM far" }), "done");
      assert.ok((await call(server.api, "GetItem", { TableName: "far", Key })).Item);
      assertNoFaults(page);
      await page.context().close();
    }, amazon, [], as);
    await withConsole(async (url) => {
      const page = await open(browser, url);
      await page.getByRole("button", { name: "Create table" }).waitFor();
      await page.context().close();
    }, amazon, ["--write"], as);
  } finally {
    relay.closeAllConnections();
    relay.close();
    await rm(folder, { recursive: true, force: true });
  }
});
