// The page of items, with the real server on disk: the grid, the query builder, edits, bulk writes, exports and
// imports.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { assertNoFaults, drawn, gate, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

const kBig = "12345678901234567890123456789012345678";
const kMany = 30_000;
const keySchema = (hash, range = []) => [...hash.map((AttributeName) => ({ AttributeName, KeyType: "HASH" })),
  ...range.map((AttributeName) => ({ AttributeName, KeyType: "RANGE" }))];
const definitions = (types) =>
  Object.entries(types).map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
const S = (text) => ({ S: text }), N = (number) => ({ N: String(number) });

let server, browser;
const api = (operation, body) => call(server.api, operation, body);
const items = async (page, table, state) => {
  await page.goto(
    `${server.console}/#!/tables/${table}/items${state ? `?q=${encodeURIComponent(JSON.stringify(state))}` : ""}`);
  await page.locator(".grid [role=gridcell]").first().waitFor();
};
const status = (page) => page.locator(".result-status").textContent();
const statusIs = (page, pattern) => until(() => status(page), (text) => pattern.test(text));
const dialogButton = (page, name) => page.locator("dialog").last().getByRole("button",
  { name, exact: typeof name === "string" });

async function fill() {
  await api("CreateTable", { TableName: "things", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ pk: "S", sk: "N", a: "S", b: "S", c: "N" }),
    KeySchema: keySchema(["pk"], ["sk"]),
    GlobalSecondaryIndexes: [{ IndexName: "multi", KeySchema: keySchema(["a", "b"], ["c"]),
      Projection: { ProjectionType: "KEYS_ONLY" } }] });
  for (let i = 0; i < 12; ++i)
    await api("PutItem", { TableName: "things",
      Item: { pk: S(`it's "${i % 2}"`), sk: N(i), a: S("A"), b: S("B"), c: N(i), big: N(kBig),
        status: S(i % 3 ? "open" : "closed"), set: { SS: ["x", "y"] }, bytes: { B: "AAECAw==" },
      address: { M: { city: S("Rome"), geo: { M: { lat: N("1.5") } } } }, list: { L: [N(1), { BOOL: true }] },
      none: { NULL: true }, empty: S(""), constructor: N(i) } });
  await api("CreateTable", { TableName: "many", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ id: "S", n: "N" }), KeySchema: keySchema(["id"], ["n"]) });
  for (let from = 0; from < kMany; from += 25)
    await api("BatchWriteItem",
      { RequestItems: { many: Array.from({ length: 25 },
        (_, i) => ({ PutRequest: { Item: { id: S("one"), n: N(from + i), text: S(`item ${from + i}`) } } })) } });
}

before(async () => {
  server = await serve();
  browser = await launch();
  await fill();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
// Runs `body` with a page of its own, which may report no error.
const pageTest = (name, body, options) => test(name, async () => {
  const page = await open(browser, `${server.console}/`, options);
  await body(page);
  assertNoFaults(page);
  await page.context().close();
});

pageTest("the grid shows each type by its shape, and numbers whole", async (page) => {
  await items(page, "things");
  const first = page.locator(".grid-body .grid-row").first();
  for (const text of [kBig, "AAECAw==", '{"x", "y"}', "[1, true]", "null", '""', "{city: \"Rome\""])
    await first.getByText(text, { exact: false }).first().waitFor({ state: "attached" });
  await statusIs(page, /^12 items · .* read unit/);
  await page.getByRole("button", { name: "Unfold address into columns" }).click();
  await page.getByRole("columnheader", { name: "address.city" }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
});

pageTest("the arrow keys move in the grid, Space selects, Enter opens, and the focus comes back", async (page) => {
  await items(page, "things");
  await page.locator('[data-row="0"][data-column="1"]').click();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Space"]) await page.keyboard.press(key);
  const at = () => page.evaluate(() => [document.activeElement.dataset.row, document.activeElement.dataset.column]);
  await until(async () => (await at()).join(), (place) => place === "2,2"); // the focus follows with the next drawing
  await page.getByText("Clear the selection (1)").waitFor();
  await page.keyboard.press("Control+End");
  await until(async () => (await at())[0], (row) => row === "11");
  await page.keyboard.press("Control+Home");
  await until(async () => (await at()).join(), (place) => place === "0,0");
  await becomes(() => page.locator('.grid [tabindex="0"]').count(), 1);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Typed JSON" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await at(), ["0", "0"]);
});

pageTest("the head's checkbox selects all rows in memory, and the columns can be chosen", async (page) => {
  await items(page, "things");
  await page.getByLabel("Select the rows that are in memory").check();
  await page.getByText("Clear the selection (12)").waitFor();
  await page.getByLabel("Select the rows that are in memory").uncheck();
  await page.getByText("Clear the selection").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByLabel("status", { exact: true }).uncheck();
  await dialogButton(page, "Done").click();
  await page.getByRole("columnheader", { name: "status" }).waitFor({ state: "detached" });
});

pageTest("many items scroll with a bounded number of rows and of items in memory, there and back", async (page) => {
  await items(page, "many", { m: "query", p: ["one"] });
  const grid = page.locator(".grid");
  const height = () => grid.evaluate((dom) => dom.scrollHeight);
  let most = 0, seen = await height();
  for (let turn = 0; turn < 24; ++turn) {
    await grid.evaluate((dom) => { dom.scrollTop = dom.scrollHeight; });
    await page.waitForFunction((before) => document.querySelector(".grid").scrollHeight > before, seen);
    seen = await height();
    most = Math.max(most, await page.locator(".grid-body .grid-row").count());
  }
  assert.ok(most < 80, `${most} rows are elements`);
  await grid.evaluate((dom) => { dom.scrollTop = 0; });
  await page.getByText("item 3", { exact: true }).waitFor();
  const held = Number(await page.locator(".grid").getAttribute("data-items-in-memory"));
  assert.ok(held > 0 && held <= 2600, `${held} items are in memory`);
  await statusIs(page, /^5,000 items so far/);
});

pageTest("a query of an index with several attributes, its request, and the same after a reload", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await page.getByLabel("Read from").selectOption("multi");
  await page.getByLabel("a =").fill("A");
  await page.getByLabel("b =").fill("B");
  await page.getByLabel("c", { exact: true }).selectOption("BETWEEN");
  await page.getByLabel("from", { exact: true }).fill("2");
  await page.getByLabel("to", { exact: true }).fill("7");
  await page.keyboard.press("Control+Enter");
  await page.getByText("all read").waitFor();
  await statusIs(page, /^6 items/);
  await page.getByRole("button", { name: "Request", exact: true }).click();
  for (const [form, text] of [["JSON", "BETWEEN :c AND :c_to"], ["CLI", "aws dynamodb query"],
    ["boto3", 'boto3.client("dynamodb"'], ["JavaScript", "paginateQuery"], ["C++", "QueryRequest request{"],
    ["PartiQL", 'FROM "things"."multi"']]) {
    await page.getByRole("group", { name: "Format of the request" }).getByRole("button",
      { name: form, exact: true }).click();
    await page.locator("pre.code", { hasText: text }).waitFor();
  }
  await page.reload();
  await page.getByText("all read").waitFor();
  await statusIs(page, /^6 items/);
  await becomes(() => page.getByLabel("a =").inputValue(), "A");
});

pageTest("a filter, a count, and faults that keep a request from running", async (page) => {
  await items(page, "things");
  await page.getByText(/A Scan reads all of the table/).waitFor();
  await page.getByRole("button", { name: "Filter and options" }).click();
  await page.getByRole("button", { name: "Add a filter condition" }).click();
  await page.getByLabel("Attribute or path").fill("address.geo.lat");
  await page.getByLabel("Type of the value").selectOption("N");
  await page.getByLabel("Value", { exact: true }).fill("one");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("This is not a number.").first().waitFor();
  await page.getByLabel("Value", { exact: true }).fill("1.50");
  await page.getByRole("button", { name: "Add a filter condition" }).click();
  await page.getByLabel("Attribute or path").nth(1).fill("status");
  await page.getByLabel("Value", { exact: true }).nth(1).fill("closed");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("12 evaluated").waitFor();
  await statusIs(page, /^4 items/);
  await page.getByLabel("Only count").check();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("all read").waitFor();
  await statusIs(page, /^4 items/);
});

pageTest("an edit in the form keeps 38 digits, and no change of another writer is lost", async (page) => {
  const Key = { pk: S('it\'s "0"'), sk: N(0) };
  const stored = async () => (await api("GetItem", { TableName: "things", Key, ConsistentRead: true })).Item;
  await items(page, "things", { m: "query", p: ['it\'s "0"'] });
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByLabel("big", { exact: true }).fill("98765432109876543210987654321098765432");
  await api("UpdateItem", { TableName: "things", Key, UpdateExpression: "SET #s = :s, fresh = :f",
    ExpressionAttributeNames: { "#s": "status" }, ExpressionAttributeValues: { ":s": S("theirs"), ":f": N(1) } });
  await dialogButton(page, "Save").click();
  await page.getByText("another writer changed the item").waitFor();
  assert.equal((await stored()).big.N, kBig);
  await page.getByRole("cell", { name: "theirs" }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await dialogButton(page, "Put my changes on top").click();
  await dialogButton(page, "Save").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  const item = await stored();
  assert.deepEqual([item.big, item.status, item.fresh, item.set],
    [N("98765432109876543210987654321098765432"), S("theirs"), N(1), { SS: ["x", "y"] }]);
});

pageTest("an edit as JSON, a key that cannot change, a copy as a new item, and a deletion", async (page) => {
  await items(page, "things", { m: "query", p: ['it\'s "1"'] });
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByRole("button", { name: "Typed JSON" }).click();
  const text = page.getByLabel("The item as typed JSON");
  const before = await text.inputValue();
  await text.fill(before.replace('"sk": {"N": "1"}', '"sk": {"N": "77"}'));
  await dialogButton(page, "Save").click();
  await page.getByText("part of the primary key").waitFor();
  await dialogButton(page, "Copy as new item").click();
  await dialogButton(page, "Create").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  const Key = { pk: S('it\'s "1"'), sk: N(77) };
  assert.equal((await api("GetItem", { TableName: "things", Key })).Item.big.N, kBig);
  await page.getByText("77", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Open row 7", exact: true }).click();
  await dialogButton(page, "Delete").click();
  await dialogButton(page, "Delete").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.equal((await api("GetItem", { TableName: "things", Key })).Item, undefined);
});

pageTest("dialogs begin on their first field, and confirmations on the button that changes nothing", async (page) => {
  const focused = () => page.evaluate(() => {
    const { tagName, textContent } = document.activeElement;
    return document.activeElement.ariaLabel ?? (tagName === "BUTTON" ? textContent : tagName);
  });
  await items(page, "things");
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await until(focused, (name) => name === "pk");
  await page.keyboard.type("typed");
  await page.keyboard.press("Escape");
  await page.getByText("Close without creating the item?").waitFor();
  assert.equal(await focused(), "Cancel");
  await dialogButton(page, "Close").last().click();
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await until(focused, (name) => name === "a"); // after the item has come
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export" }).click();
  await until(focused, (name) => name === "SELECT");
});

pageTest("an empty table, a key without items and a filter without matches have texts of their own", async (page) => {
  await api("CreateTable", { TableName: "empty", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ id: "S" }), KeySchema: keySchema(["id"]) });
  await page.goto(`${server.console}/#!/tables/empty/items`);
  await page.getByText("The table is empty.").waitFor();
  const show = (state) => page.goto(
    `${server.console}/#!/tables/things/items?q=${encodeURIComponent(JSON.stringify(state))}`);
  await show({ m: "query", p: ["nobody"] });
  await page.getByText("The table has no item with this key.").waitFor();
  await show({ m: "query", i: "multi", p: ["A", "none"] });
  await page.getByText("The index multi has no item with this key.").waitFor();
  await show({ m: "query", p: ['it\'s "0"'], f: { rules: [{ path: "big", op: "=", type: "N", value: "1" }] } });
  await page.getByText(/^\d+ items were read, and none matches the filter\.$/).waitFor();
});

pageTest("the hint of a key has a value of the rows shown", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await page.getByText(/^string · such as it's "[01]"$/).waitFor();
});

pageTest("the attributes of a new item's key are marked, keep their types and cannot be removed", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await page.getByText("key · N").waitFor();
  await page.getByRole("button", { name: "Add an attribute" }).click();
  await page.getByLabel("Name", { exact: true }).fill("other");
  await page.getByLabel("Type of other").waitFor();
  for (const name of ["pk", "sk"]) {
    assert.equal(await page.getByLabel(`Type of ${name}`, { exact: true }).count(), 0);
    assert.equal(await page.getByRole("button", { name: `Remove ${name}`, exact: true }).count(), 0);
  }
  await page.getByRole("button", { name: "Remove other", exact: true }).waitFor();
});

pageTest("the keys of indexes are the last columns, unless their index is shown, and a written row is marked",
  async (page) => {
  const heads = async () => (await page.locator(".grid-head .grid-title").allInnerTexts());
  await items(page, "things");
  assert.deepEqual((await heads()).slice(0, 2), ["pk", "sk"]);
  assert.deepEqual((await heads()).slice(-3), ["a", "b", "c"]);
  assert.equal(await page.locator(".marked-row").count(), 0);
  await page.getByRole("button", { name: "Open row 2", exact: true }).click();
  await page.getByLabel("status", { exact: true }).fill("written");
  await dialogButton(page, "Save").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  assert.match(await page.locator(".marked-row").innerText(), /written/);
  await items(page, "things", { m: "query", i: "multi", p: ["A", "B"] });
  assert.deepEqual((await heads()).slice(0, 5), ["pk", "sk", "a", "b", "c"]);
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await page.getByLabel("pk", { exact: true }).fill("marked");
  for (const [name, type, text] of [["a", "S", "A"], ["b", "S", "B"], ["c", "N", "3"]]) {
    const names = page.getByLabel("Name", { exact: true }), before = await names.count();
    await page.getByRole("button", { name: "Add an attribute" }).click();
    await names.nth(before).fill(name); // not the last one, until the new one is drawn
    await page.getByLabel(`Type of ${name}`, { exact: true }).selectOption(type);
    await drawn(page); // the field of that type
    await page.getByLabel(name, { exact: true }).last().fill(text);
  }
  await dialogButton(page, "Create").click();
  await page.locator(".marked-row", { hasText: "marked" }).waitFor();
  await api("DeleteItem", { TableName: "things", Key: { pk: S("marked"), sk: N(0) } });
});

pageTest("in a narrow window the sort key of a partition, its end and the row's buttons stay in sight",
  async (page) => {
  await api("CreateTable", { TableName: "keys", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ pk: "S", sk: "S" }), KeySchema: keySchema(["pk"], ["sk"]) });
  for (const end of ["first", "other"])
    await api("PutItem", { TableName: "keys", Item: { pk: S("CUSTOMER#1"), sk: S(`ORDER#2026-01-01T00:00:00Z#${end}`),
      text: S("x".repeat(100)), more: S("y") } });
  const inSight = (locator) => locator.evaluate((dom) => {
    const { left, right } = dom.getBoundingClientRect(), grid = dom.closest(".grid").getBoundingClientRect();
    return left >= grid.left - 1 && right <= grid.right + 1 &&
      dom.contains(document.elementFromPoint((left + right) / 2, dom.getBoundingClientRect().top + 8));
  });
  const right = () => page.locator(".grid").evaluate((dom) => { dom.scrollLeft = dom.scrollWidth; });
  await items(page, "keys", { m: "query", p: ["CUSTOMER#1"] });
  await right();
  await until(() => inSight(page.locator(".v-tail", { hasText: "first" })), (seen) => seen);
  assert.ok(await inSight(page.getByRole("button", { name: "Open row 1", exact: true })));
  assert.ok(await inSight(page.getByLabel("Select row 1", { exact: true })));
  assert.equal(await inSight(page.locator('.grid-body [title="String: CUSTOMER#1"]').first()), false);
  await items(page, "keys");
  await right();
  await until(() => inSight(page.locator('.grid-body [title="String: CUSTOMER#1"]').first()), (seen) => seen);
}, { width: 360, height: 740 });

pageTest("a new item of nested values", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await page.getByLabel("pk", { exact: true }).fill("made");
  await page.getByLabel("sk", { exact: true }).fill("5");
  await page.getByRole("button", { name: "Add an attribute" }).click();
  await page.getByLabel("Name", { exact: true }).fill("m");
  await page.getByLabel("Type of m").selectOption("M");
  await page.getByRole("button", { name: "Add an entry" }).click();
  await page.getByLabel("Name", { exact: true }).nth(1).fill("inner");
  await page.getByLabel("Type of m.inner").selectOption("NS");
  await page.getByLabel("m.inner, element 1").fill(kBig);
  await dialogButton(page, "Create").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  const { Item } = await api("GetItem", { TableName: "things", Key: { pk: S("made"), sk: N(5) } });
  assert.deepEqual(Item.m, { M: { inner: { NS: [kBig] } } });
  await api("DeleteItem", { TableName: "things", Key: { pk: S("made"), sk: N(5) } });
});

pageTest("export and import: what goes out comes in again, and refused lines are reported", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), dialogButton(page, "Export").click()]);
  await page.getByText(`The browser downloads ${file.suggestedFilename()}.`).waitFor();
  const path = join(server.folder, "things.jsonl");
  await file.saveAs(path);
  const lines = (await readFile(path, "utf8")).trim().split("\n");
  assert.equal(lines.length, 12);
  assert.ok(lines.every((line) => JSON.parse(line).set.SS.length === 2));
  await dialogButton(page, "Close").last().click();

  await api("CreateTable", { TableName: "copy", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ pk: "S", sk: "N" }), KeySchema: keySchema(["pk"], ["sk"]) });
  await writeFile(path, [...lines.slice(0, 6), '{"pk":', '{"pk":{"S":"no sort key"}}', ...lines.slice(6)].join("\n"));
  await page.goto(`${server.console}/#!/tables/copy/items`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("File", { exact: true }).setInputFiles(path);
  await page.getByText("The first items").waitFor();
  await dialogButton(page, "Import").click();
  await page.getByText("12 items written").waitFor();
  const [report] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the report" }).click()]);
  const refused = (await readFile(await report.path(), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(refused.map(({ what }) => what), ["line 7", "line 8"]);
  const sorted = (answer) => answer.Items.map((item) => JSON.stringify(item)).sort();
  assert.deepEqual(sorted(await api("Scan", { TableName: "copy" })),
    sorted(await api("Scan", { TableName: "things" })));
});

pageTest("an import shows its first items whole, however large they are", async (page) => {
  const path = join(server.folder, "large.json");
  const large = [1, 2].map((sk) => ({ pk: S("large"), sk: N(sk), text: S("x".repeat(390_000)) }));
  await items(page, "things");
  for (const text of [large.map((item) => JSON.stringify(item)).join("\n"), JSON.stringify(large)]) {
    await writeFile(path, text);
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("File", { exact: true }).setInputFiles(path);
    await page.locator("dialog .preview code").nth(1).waitFor();
    assert.equal(await page.locator("dialog .preview .fault").count(), 0);
    await dialogButton(page, "Cancel").click();
    await page.locator("dialog").waitFor({ state: "detached" });
  }
});

pageTest("an export that fails says that there is no file", async (page) => {
  await items(page, "things");
  await page.route("**/", (route) => (route.request().headers()["x-amz-target"]?.endsWith(".Scan")
    ? route.fulfill({ status: 400, json: { __type: "x#AccessDeniedException", message: "no" } }) : route.fallback()));
  await page.getByRole("button", { name: "Export" }).click();
  await dialogButton(page, "Export").click();
  await page.getByText("AccessDeniedException: no There is no file.").waitFor();
});

pageTest("refused lines of CSV are downloaded as they stood, and imported after they are mended", async (page) => {
  await api("CreateTable", { TableName: "people", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: definitions({ id: "S", n: "N" }), KeySchema: keySchema(["id"], ["n"]) });
  const path = join(server.folder, "people.csv");
  const importOf = async (file) => {
    await page.goto(`${server.console}/#!/tables/people/items`);
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByLabel("File", { exact: true }).setInputFiles(file);
    await page.getByText("The first items").waitFor();
    await dialogButton(page, "Import").click();
    await page.getByText(/Done\./).waitFor();
  };
  await writeFile(path, 'id,n,name\nT0,1,"Ann, B"\nT1,,"Smith, ""Al"" J"\nT2,,"two\nlines"\n');
  await importOf(path);
  const [file] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the refused lines" }).click()]);
  assert.equal(file.suggestedFilename(), "people.refused.csv");
  const text = await readFile(await file.path(), "utf8");
  assert.equal(text, 'id,n,name\nT1,,"Smith, ""Al"" J"\nT2,,"two\nlines"\n');
  await dialogButton(page, "Close").last().click();
  await writeFile(path, text.replaceAll(",,", ",7,"));
  await importOf(path);
  const { Items } = await api("Scan", { TableName: "people" });
  assert.deepEqual(Items.map(({ name }) => name.S).sort(), ["Ann, B", 'Smith, "Al" J', "two\nlines"]);
});

pageTest("a bulk edit of the result and a bulk deletion of the selection, with previews", async (page) => {
  await items(page, "things", { m: "query", p: ['it\'s "0"'] });
  await page.getByRole("button", { name: "Edit all", exact: true }).click();
  assert.equal(await page.locator("dialog p.fault").count(), 0, "a fault before the user wrote anything");
  await page.getByLabel("What to do").selectOption("add");
  await page.getByLabel("Attribute", { exact: true }).fill("c");
  await page.getByLabel("c", { exact: true }).last().fill("100");
  await page.getByText("+ 100").first().waitFor();
  await dialogButton(page, /^Edit 6 items/).click();
  await page.getByText("6 of 6 edited").waitFor();
  await dialogButton(page, "Close").last().click();
  const after = await api("Query",
    { TableName: "things", KeyConditionExpression: "pk = :p", ExpressionAttributeValues: { ":p": S('it\'s "0"') } });
  assert.deepEqual(after.Items.map(({ c }) => c.N), ["100", "102", "104", "106", "108", "110"]);

  await page.locator('.grid [title="Number: 100"]').waitFor();
  for (const row of [2, 3]) await page.locator(`input[aria-label="Select row ${row}"]`).check();
  await page.getByRole("button", { name: "Delete 2", exact: true }).click();
  await dialogButton(page, "Delete 2 items").click();
  await page.getByText("2 of 2 deleted").waitFor();
  await dialogButton(page, "Close").last().click();
  await page.getByText(/^4 items/).waitFor();
});

pageTest("rows of the last run are said to be such, and a missing key is shown once", async (page) => {
  await items(page, "things");
  const old = page.getByText("of the last run");
  await page.getByText("all read").or(page.getByText("so far")).first().waitFor();
  assert.equal(await old.count(), 0);
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await old.waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator(".builder .fault").waitFor();
  assert.equal(await page.locator(".builder .notice.error").count(), 0);
  await page.getByLabel("pk =").fill('it\'s "0"');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await old.waitFor({ state: "detached" });
});

pageTest("the drawer and the builder in a narrow dark window", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Filter and options" }).click();
  await page.getByRole("button", { name: "Add a filter condition" }).click();
  await page.getByRole("button", { name: "Request", exact: true }).click();
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByRole("button", { name: "Typed JSON" }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { width: 360, height: 740, dark: true });

pageTest("a query is saved only if the user asks, and opens again", async (page) => {
  await items(page, "things", { m: "query", p: ['it\'s "1"'], d: true });
  assert.equal(await page.evaluate(() => Object.keys(localStorage).length), 0);
  await page.getByRole("button", { name: "Saved" }).click();
  await page.getByLabel("Save the query of the builder as").fill("newest");
  await dialogButton(page, "Save").click();
  await page.keyboard.press("Escape");
  await items(page, "things", { f: { rules: [] } });
  await page.getByRole("button", { name: "Saved" }).click();
  await dialogButton(page, "newest").click();
  await page.getByText(/^6 items/).waitFor();
  await becomes(() => page.locator('[data-row="0"][data-column="2"]').textContent(), "11");
});

pageTest("Back and forward go through the queries that ran", async (page) => {
  await items(page, "things", { m: "query", p: ['it\'s "1"'] });
  await page.getByText(/^6 items/).waitFor();
  await page.getByLabel("sk", { exact: true }).selectOption("<");
  await page.getByLabel("value", { exact: true }).fill("6");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/^3 items/).waitFor();
  await page.goBack();
  await page.getByText(/^6 items/).waitFor();
  assert.equal(await page.getByLabel("sk", { exact: true }).inputValue(), "");
  await page.goForward();
  await page.getByText(/^3 items/).waitFor();
});

pageTest("after a run by the keyboard the focus is in the grid, or on the result's line if it has no rows",
  async (page) => {
  const focus = () => page.evaluate(() => {
    const { dataset, className } = document.activeElement;
    return dataset.row === undefined ? className : `row ${dataset.row}`;
  });
  const key = page.getByLabel("pk =");
  await items(page, "things");
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await key.fill('it\'s "1"');
  await key.press("Enter");
  await until(focus, (found) => found === "row 0");
  await page.getByText(/^6 items/).waitFor();
  await page.keyboard.press("ArrowDown");
  await until(focus, (found) => found === "row 1");
  await key.fill("nobody");
  await key.press("Control+Enter");
  await until(focus, (found) => found === "result-status");
  await key.fill("");
  await key.press("Enter"); // which is a fault
  await page.getByRole("alert").first().waitFor({ state: "attached" });
  assert.match(await focus(), /key-value/);
  await key.fill('it\'s "1"');
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.click();
  await page.getByText(/^6 items/).waitFor();
  await page.locator('[data-row="5"]').first().waitFor();
  assert.match(await focus(), /primary/); // a click leaves the focus
  await run.press("Enter");
  await until(focus, (found) => found === "row 0");
});

pageTest("a run by the keyboard takes no focus from where the user went meanwhile", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Query", exact: true }).click();
  let answer;
  const held = new Promise((resolve) => { answer = resolve; });
  await page.route("**/", async (route) => {
    if (route.request().headers()["x-amz-target"]?.endsWith(".Query")) await held;
    return route.continue();
  });
  await page.getByLabel("pk =").fill('it\'s "1"');
  await page.getByLabel("pk =").press("Enter");
  await page.getByRole("button", { name: "Saved", exact: true }).focus();
  answer();
  await page.getByText(/^6 items/).waitFor();
  await becomes(() => page.evaluate(() => document.activeElement.textContent), "Saved");
});

pageTest("a tab of a table keeps its last query while other tabs are shown", async (page) => {
  await items(page, "things");
  await page.getByRole("button", { name: "Query", exact: true }).click();
  await page.getByLabel("pk =").fill('it\'s "1"');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText(/^6 items/).waitFor();
  const asked = page.url();
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  const operations = [];
  page.on("request", (request) => operations.push(request.headers()["x-amz-target"]?.split(".").at(-1)));
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await page.getByText(/^6 items/).waitFor();
  assert.equal(page.url(), asked);
  await becomes(() => page.getByLabel("pk =").inputValue(), 'it\'s "1"');
  assert.ok(operations.includes("Query") && !operations.includes("Scan"), operations.join());
});

pageTest("an error in the middle of a result keeps what was read, and can be tried again; a slow read can be stopped",
  async (page) => {
  let wanted = "fail", scans = 0;
  const held = gate();
  await page.route("**/", async (route) => {
    if (!route.request().headers()["x-amz-target"]?.endsWith(".Scan") || ++scans === 1) return route.continue();
    if (wanted === "fail")
      return route.fulfill({ status: 400, contentType: "application/x-amz-json-1.0",
        body: '{"__type":"x#ProvisionedThroughputExceededException","message":"too fast"}' });
    if (wanted === "slow") await held.passed;
    return route.continue().catch(() => {});
  });
  await items(page, "many", { l: "50" });
  await page.locator(".grid").evaluate((dom) => { dom.scrollTop = dom.scrollHeight; });
  await page.getByText("ProvisionedThroughputExceededException: too fast").waitFor();
  await statusIs(page, /^50 items so far/);
  wanted = "slow";
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Go on" }).waitFor();
  await statusIs(page, /^50 items so far/);
  wanted = "go";
  held.open();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText(/^100 items so far/).waitFor();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

pageTest("an item of almost 400 KB opens, and its condition is the one for large items", async (page) => {
  const text = "x".repeat(390_000);
  await api("PutItem", { TableName: "things", Item: { pk: S("large"), sk: N(1), text: S(text), n: N(1) } });
  await items(page, "things", { m: "query", p: ["large"] });
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByText("This item is large").waitFor();
  await page.getByLabel("n", { exact: true }).fill(kBig);
  await dialogButton(page, "Save").click();
  await page.locator("dialog").waitFor({ state: "detached" });
  const { Item } = await api("GetItem", { TableName: "things", Key: { pk: S("large"), sk: N(1) } });
  assert.deepEqual([Item.n.N, Item.text.S.length], [kBig, text.length]);
  await api("DeleteItem", { TableName: "things", Key: { pk: S("large"), sk: N(1) } });
});
