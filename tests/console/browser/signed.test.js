// Signed mode: signing in with keys, a user of one table, sign out, and that no key is ever stored; with and without
// TLS.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, openIn, seriousFindings } from "./browser.js";
import { becomes, serve } from "./server.js";

const kRoot = { id: "AKIAROOTEXAMPLE00001", secret: "root+secret/of=tests+root+secret/of=test" };
const kTemporary = { id: "ASIATEMPEXAMPLE00001", secret: "temporarySecretOfTheTestsTemporarySecret",
  token: "a/session+token=of/the+tests==" };
const kReader = { id: "AKIAREADEREXAMPLE001", secret: "readerSecretOfTheTestsReaderSecretOfTest" };
const kSecrets = [kRoot.secret, kTemporary.secret, kTemporary.token, kReader.secret];

let folder, keys, iam, browser;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "partita-keys-"));
  const section = (name, { id, secret, token }, more = "") =>
    `[${name}]\naws_access_key_id = ${id}\naws_secret_access_key = ` +
    `${secret}\n${token ? `aws_session_token = ${token}\n` : ""}${more}`;
  await writeFile(join(folder, "open.json"), JSON.stringify({ Version: "2012-10-17", Statement: [{ Effect: "Allow",
    Action: ["dynamodb:DescribeTable", "dynamodb:Query", "dynamodb:Scan", "dynamodb:GetItem"],
    Resource: "arn:aws:dynamodb:*:*:table/open" }] }));
  await writeFile(join(folder, "keys"), section("root", kRoot) + section("temporary", kTemporary), { mode: 0o600 });
  await writeFile(join(folder, "users"),
    section("root", kRoot, "root = true\n") + section("reader", kReader, "policy = open.json\n"), { mode: 0o600 });
  keys = await serve("--auth", "keys", "--credentials", join(folder, "keys"));
  iam = await serve("--auth", "iam", "--credentials", join(folder, "users"), "--tls-self-signed", "--audit-log",
    join(folder, "audit.log"));
  browser = await launch();
  // The page's own requests are the ones with the right signature.
  for (const server of [keys, iam]) {
    const page = await open(browser, server.console, { ignoreHTTPSErrors: true });
    await signIn(page, kRoot);
    for (const TableName of ["open", "closed"]) {
      await send(page, "CreateTable",
        { TableName, BillingMode: "PAY_PER_REQUEST",
          AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
          KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
      await send(page, "PutItem", { TableName, Item: { id: { S: "schlüssel “1”" }, note: { S: "it's here" } } });
    }
    await page.context().close();
  }
});
after(async () => {
  await browser?.close();
  await keys?.stop();
  await iam?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function enter(page, { id, secret, token = "" }) {
  await page.getByLabel("Access key ID").fill(id);
  await page.getByLabel("Secret access key").fill(secret);
  await page.getByLabel("Session token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}
async function signIn(page, key) {
  await enter(page, key);
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}
const send = (page, operation, body) =>
  page.evaluate(async ([operation, body]) => (await import("/app/api.js")).call(operation, body), [operation, body]);
const alert = (page) => page.getByRole("alert");

// The data that the browser keeps of this origin, as one text.
async function kept(page) {
  const stores = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href,
    history.state, (await indexedDB.databases()).length, (await caches.keys()).length,
    navigator.serviceWorker ? (await navigator.serviceWorker.getRegistrations()).length : 0]));
  return stores + JSON.stringify(await page.context().storageState());
}
async function assertNothingKept(page) {
  const text = await kept(page);
  for (const secret of kSecrets) assert.ok(!text.includes(secret), "a secret is stored");
  assert.ok(!/A[KS]IA/.test(text), "a key id is stored");
  assert.deepEqual(await page.context().cookies(), []);
}

test("the pages ask for keys first, and wrong ones are refused with the reason", async () => {
  const page = await open(browser, `${keys.console}/#!/tables/open/items`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByRole("grid").count(), 0);
  await becomes(() => page.getByLabel("Secret access key").getAttribute("type"), "password");
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByRole("button", { name: "Sign in" }).click(); // the fields are empty
  assert.equal(await alert(page).count(), 0);
  await enter(page, { ...kRoot, secret: kRoot.secret.slice(1) });
  await alert(page).getByText("InvalidSignatureException").waitFor();
  await enter(page, { ...kRoot, id: "AKIANOBODYEXAMPLE001" });
  await alert(page).getByText("UnrecognizedClientException").waitFor();
  await assertNothingKept(page);
  await enter(page, { ...kRoot, secret: ` ${kRoot.secret}\t` }); // as it is copied from elsewhere
  await page.getByText("it's here").waitFor(); // the page that the address named
  await assertNothingKept(page);
  assertNoFaults(page);
  await page.context().close();
});

test("a session token signs too, and without it its key is refused", async () => {
  const page = await open(browser, `${keys.console}/`);
  await enter(page, { ...kTemporary, token: "" });
  await alert(page).getByText(/Exception: \S/).waitFor();
  await enter(page, kTemporary);
  await page.getByRole("link", { name: "closed" }).click();
  await page.getByText("schlüssel “1”").waitFor();
  await assertNothingKept(page);
  assertNoFaults(page);
  await page.context().close();
});

test("sign out forgets keys and tables, and so does a reload", async () => {
  const page = await open(browser, `${keys.console}/`);
  await signIn(page, kRoot);
  await page.getByRole("link", { name: "open" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByLabel("Secret access key").inputValue(), "");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Find a command").waitFor();
  await page.keyboard.type("open");
  assert.equal(await page.getByRole("option").filter({ hasText: "Table" }).filter({ hasText: /^open/ }).count(), 0);
  await page.keyboard.press("Escape");
  await page.getByLabel("Find a command").waitFor({ state: "detached" });
  const refused = await page.evaluate(async () => (await import("/app/api.js")).call("ListTables")
    .then(() => "answered", (error) => error.code));
  assert.notEqual(refused, "answered");

  await signIn(page, kRoot);
  await page.getByRole("link", { name: "open" }).click();
  await page.getByText("it's here").waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByText("it's here").count(), 0);
  await assertNothingKept(page);
  await page.keyboard.press("Control+k");
  await page.getByLabel("Find a command").waitFor();
  await page.keyboard.type("forget the access keys");
  await page.getByText("No command has these letters.").waitFor();
  assertNoFaults(page);
  await page.context().close();
});

test("signing out through the palette shows nothing of the table any more", async () => {
  const page = await open(browser, `${keys.console}/#!/tables/open/overview`);
  await signIn(page, kRoot);
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByLabel("Find a command").waitFor();
  await page.keyboard.type("forget the access keys");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const state = await page.evaluate(async () =>
    { const { tables } = await import("/app/tables.js"); return [tables.names, tables.descriptions.size]; });
  assert.deepEqual(state, [null, 0]);
  await page.context().close();
});

test("another tab has to sign in for itself", async () => {
  const page = await open(browser, `${keys.console}/`);
  await signIn(page, kRoot);
  const other = await openIn(page.context(), `${keys.console}/`);
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.context().close();
});

test("over TLS, a user who may read one table only works with it, and is told what is not allowed", async () => {
  const page = await open(browser, `${iam.console}/`, { ignoreHTTPSErrors: true });
  assert.match(iam.console, /^https:/);
  await signIn(page, kReader);
  await alert(page).first().getByText("AccessDeniedException").waitFor();
  await page.getByText(/Open a table by its name/).waitFor();
  await page.getByLabel("Table name").fill("open");
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("it's here").waitFor();
  await page.goto(`${iam.console}/#!/tables/closed/items`);
  await alert(page).first().getByText("AccessDeniedException").waitFor();
  assert.equal(await page.getByText("it's here").count(), 0);
  await page.goto(`${iam.console}/#!/tables/open/items`);
  await page.getByText("it's here").waitFor();
  const refused = await send(page, "PutItem", { TableName: "open", Item: { id: { S: "new" } } }).then(() => "done",
    (error) => String(error));
  assert.match(refused, /AccessDenied|not authorized/);
  await page.goto(`${iam.console}/#!/machine`);
  await page.getByText(/partita:ListHotKeys/).first().waitFor();
  await page.getByText(/partita:ReadAuditLog/).first().waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await assertNothingKept(page);
  assertNoFaults(page);
  await page.context().close();
});

test("the root key sees all with policies, hot keys and the audit log included", async () => {
  const page = await open(browser, `${iam.console}/#!/machine`, { ignoreHTTPSErrors: true });
  await signIn(page, kRoot);
  await page.getByRole("columnheader", { name: "operation" }).waitFor();
  assert.equal(await page.getByText("AccessDeniedException").count() > 0,
    await page.getByRole("cell", { name: "AccessDeniedException" }).count() > 0);
  await page.goto(`${iam.console}/#!/tables`);
  await page.getByRole("link", { name: "closed" }).waitFor();
  assertNoFaults(page);
  await page.context().close();
});
