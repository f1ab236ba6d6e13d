// The frame of every page: the palette and the shortcuts by keyboard alone, the theme, the skip link, addresses, and a
// server that goes away and comes back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, seriousFindings } from "./browser.js";
import { becomes, call, serve, until } from "./server.js";

let server, browser;
before(async () => {
  server = await serve();
  for (const TableName of ["alpha", "beta", "gamma.2"])
    await call(server.api, "CreateTable", { TableName, BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});
const pageTest = (name, address, body, options) => test(name, async () => {
  const page = await open(browser, `${server.console}/${address}`, options);
  await body(page);
  assertNoFaults(page);
  await page.context().close();
});
const focused = (page, read) => page.evaluate(read ?? (() => document.activeElement.textContent.trim()));
const at = (page) => new URL(page.url()).hash;
const palette = (page) => page.getByRole("combobox", { name: "Find a command" });
const title = (page, name) => page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();

pageTest("the palette finds a table by some letters, and the arrow keys choose", "#!/machine", async (page) => {
  await title(page, "Machine");
  await page.keyboard.press("Control+k");
  await until(() => focused(page, () => document.activeElement.getAttribute("aria-label")),
    (label) => label === "Find a command");
  await page.keyboard.type("gam2");
  const options = page.getByRole("option");
  await until(() => options.count(), (count) => count === 5);
  const chosen = () => page.locator('[role=option][aria-selected="true"]');
  const active = async () => {
    const id = await palette(page).getAttribute("aria-activedescendant");
    return page.locator(`#${id}`).innerText();
  };
  assert.match(await chosen().innerText(), /^gamma\.2\s+Table$/);
  assert.equal(await active(), await chosen().innerText());
  for (const name of [/collections/, /stream/, /backups/, /overview/, /overview/]) { // the last one stays
    await page.keyboard.press("ArrowDown");
    await until(() => chosen().innerText(), (text) => name.test(text));
    assert.equal(await active(), await chosen().innerText());
  }
  for (const name of ["backups", "stream"]) {
    await page.keyboard.press("ArrowUp");
    await until(() => chosen().innerText(), (text) => text.includes(name));
  }
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press("Enter");
  await page.waitForURL(/#!\/tables\/gamma\.2\/streams$/);
  await page.getByRole("link", { name: "Stream", exact: true }).and(page.locator("[aria-current]")).waitFor();
  await palette(page).waitFor({ state: "detached" });
  await until(() => focused(page), (text) => text === "gamma.2");
});

pageTest("a page that follows another one begins with its heading, however it was chosen", "", async (page) => {
  const heading = (text) => until(() =>
    focused(page, () => `${document.activeElement.tagName} ${document.activeElement.textContent.trim()}`),
    (found) => found === `H1 ${text}`);
  await title(page, "Tables");
  // The first page leaves it to the browser.
  assert.equal(await focused(page, () => document.activeElement.tagName), "BODY");
  await page.getByRole("link", { name: "alpha" }).click();
  await heading("alpha");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await heading("alpha");
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await heading("Machine");
  await page.goBack();
  await heading("alpha");
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.type("PartiQL");
  await page.keyboard.press("Enter");
  await heading("PartiQL");
});

test("the palette finds access patterns and indexes from every page, and an index waits for its key", async () => {
  const kTable = "commerce_single_table";
  const own = await serve("--model", process.env.PARTITA_MODEL);
  try {
    execFileSync(process.env.PARTITA_COMMAND, ["demo", "commerce", "--endpoint", own.api]);
    const page = await open(browser, `${own.console}/#!/machine`);
    await title(page, "Machine");
    await page.getByRole("link", { name: "Tables", exact: true }).click();
    await page.getByRole("link", { name: kTable }).first().waitFor();
    const find = async (letters, wanted) => {
      await page.keyboard.press("Control+k");
      await palette(page).fill(letters);
      await until(() => page.locator('[role=option][aria-selected="true"]').allInnerTexts(),
        ([text]) => wanted.test(text ?? ""));
      await page.keyboard.press("Enter");
      await palette(page).waitFor({ state: "detached" });
    };
    await find("orders of a cust", /^Orders of a customer.*\s+Access pattern$/);
    await page.getByRole("heading", { name: /^Orders of a customer/ }).waitFor();
    // On the page of the patterns each of them is there once.
    await page.keyboard.press("Control+k");
    await palette(page).fill("orders of a customer, newest first");
    await until(() => page.locator("#palette-list [role=option]").allInnerTexts(), ({ length }) => length === 1);
    await page.keyboard.press("Escape");
    await palette(page).waitFor({ state: "detached" });
    const operations = [];
    page.on("request", (request) => operations.push(request.headers()["x-amz-target"]?.split(".").at(-1)));
    const waitsFor = async (index) => {
      await page.locator(".key-fields").waitFor();
      await until(() => page.getByLabel("Read from").inputValue(), (name) => index.test(name));
      assert.equal(await page.locator('.builder [role=alert], .builder [aria-invalid="true"]').count(), 0);
      await page.getByText("Choose what to read, and run it.").waitFor();
    };
    await find("gsi", new RegExp(`^${kTable}: index gsi_\\w+\\s+Index$`));
    await waitsFor(/^gsi_/);
    assert.ok(!operations.includes("Query") && !operations.includes("Scan"), operations.join());
    // Also from the same page, after another query ran there.
    await page.getByRole("button", { name: "Scan", exact: true }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText(/^\d+ items/).waitFor();
    await find("gsi_status_orders", /: index gsi_status_orders/);
    await waitsFor(/^gsi_status_orders$/);
    await becomes(() => page.getByRole("button", { name: "Query", exact: true }).getAttribute("aria-pressed"), "true");
    assertNoFaults(page);
  } finally {
    await own.stop();
  }
});

pageTest("Escape closes the palette, and the focus is where it was", "", async (page) => {
  const link = page.getByRole("link", { name: "PartiQL" });
  await link.focus();
  await page.keyboard.press("Control+K");
  await palette(page).waitFor();
  await page.keyboard.type("zzzz");
  await page.getByText("No command has these letters.").waitFor();
  await page.keyboard.press("Enter"); // does nothing
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  assert.equal(await focused(page), "PartiQL");
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.press("Control+k"); // one palette only
  await becomes(() => palette(page).count(), 1);
});

pageTest("a letter alone leads nowhere, also in the first second of a page", "", async (page) => {
  await title(page, "Tables");
  // The palette opens with the next drawing, and a letter that comes before it is not a shortcut of the page either.
  const address = await page.evaluate(() => {
    const press = (init) => document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
    press({ key: "p" });
    press({ key: "g" });
    press({ key: "k", ctrlKey: true });
    press({ key: "p" });
    return location.hash;
  });
  assert.equal(address, "#!/tables");
  await palette(page).waitFor();
  assert.equal(new URL(page.url()).hash, "#!/tables");
});

pageTest("an action of the palette works, such as the form of a new table", "", async (page) => {
  await title(page, "Tables");
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.type("create a table");
  await page.keyboard.press("Enter");
  await page.getByLabel("Table name").waitFor();
  await page.keyboard.press("Control+k"); // the form stays below
  await palette(page).waitFor();
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  assert.ok(await page.getByLabel("Table name").isVisible());
});

pageTest("a dialog ends with the page below it: by Back, by an address, and by the palette", "", async (page) => {
  const form = page.getByLabel("Table name");
  const openForm = async () => {
    await page.getByRole("button", { name: "Create table" }).click();
    await form.waitFor();
  };
  await title(page, "Tables");
  await page.getByRole("link", { name: "Machine" }).click();
  await title(page, "Machine");
  await page.getByRole("link", { name: "Tables" }).click();
  await title(page, "Tables");
  await openForm();
  await page.goBack();
  await title(page, "Machine");
  await becomes(() => page.getByRole("dialog").count(), 0);
  await page.goForward();
  await openForm();
  await page.evaluate(() => { location.hash = "#!/partiql"; });
  await title(page, "PartiQL");
  await becomes(() => page.getByRole("dialog").count(), 0);
  await page.goBack();
  await openForm();
  await page.keyboard.press("Control+k");
  await palette(page).waitFor();
  await page.keyboard.type("Machine");
  await page.keyboard.press("Enter");
  await title(page, "Machine");
  await becomes(() => page.getByRole("dialog").count(), 0);
});

pageTest("a dialog with changes asks before another address, and keeps its page if the user stays", "",
  async (page) => {
  await page.getByRole("link", { name: "beta" }).click();
  const drawer = page.getByRole("dialog", { name: "New item" }),
    question = page.getByRole("dialog", { name: "The item is not created" });
  await page.getByRole("button", { name: "New item", exact: true }).click();
  await drawer.getByLabel("id", { exact: true }).fill("half typed");
  await page.goBack();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  assert.equal(at(page), "#!/tables/beta/items");
  await becomes(() => drawer.getByLabel("id", { exact: true }).inputValue(), "half typed");
  await page.evaluate(() => { location.hash = "#!/machine"; });
  await question.getByRole("button", { name: "Close", exact: true }).last().click();
  await title(page, "Machine");
  await becomes(() => page.getByRole("dialog").count(), 0);
  assert.equal(at(page), "#!/machine");
});

pageTest("g and a letter go to a page, but not while a text is typed; ? lists the keys", "", async (page) => {
  await page.getByRole("link", { name: "alpha" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await title(page, "Machine");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await title(page, "PartiQL");
  await page.keyboard.press("g");
  await page.keyboard.press("a"); // without a model, the page of access patterns does not exist
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await title(page, "Tables");
  await page.getByLabel("Find a table").focus();
  await page.keyboard.type("gm?");
  assert.equal(at(page), "#!/tables");
  await becomes(() => page.getByLabel("Find a table").inputValue(), "gm?");
  await page.getByRole("link", { name: "Machine" }).focus();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.getByText("Ctrl+K").waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press("g");
  await page.keyboard.press("m"); // keys of the page do nothing below a dialog
  assert.equal(at(page), "#!/tables");
  await page.keyboard.press("Escape");
  await shortcuts.waitFor({ state: "detached" });
  assert.equal(await focused(page), "Machine");
});

pageTest("the theme is kept through a reload, before the first paint, and can follow the machine again", "",
  async (page) => {
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme ?? "system",
    getComputedStyle(document.body).backgroundColor]);
  const [first, light] = await theme();
  assert.equal(first, "system");
  await page.getByRole("button", { name: "Theme: system" }).click();
  const [second, dark] = await theme();
  assert.equal(second, "dark");
  assert.notEqual(dark, light);
  await page.reload();
  assert.deepEqual(await theme(), ["dark", dark]);
  await page.getByRole("button", { name: "Theme: dark" }).click();
  assert.deepEqual(await theme(), ["light", light]);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await theme(), ["light", light]);
  await page.getByRole("button", { name: "Theme: light" }).click();
  assert.deepEqual(await theme(), ["system", dark]);
  await page.reload();
  assert.deepEqual(await theme(), ["system", dark]);
});

pageTest("the first key leads to the skip link, which leads to the page", "", async (page) => {
  await page.getByRole("link", { name: "alpha" }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the page");
  const box = await page.getByText("Skip to the page").boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0 && box.height > 10, "the link is seen while it has the focus");
  await page.keyboard.press("Enter");
  assert.equal(await focused(page, () => document.activeElement.id), "main");
  assert.equal(at(page), "#!/tables");
});

pageTest("back, forward and reload keep the page, and each page has a title of its own", "", async (page) => {
  await page.getByRole("link", { name: "beta" }).click();
  await title(page, "beta");
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await until(() => page.title(), (text) => text.includes("beta"));
  await page.reload();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await page.goBack();
  await page.getByRole("grid").or(page.getByText(/no item/i)).first().waitFor();
  await page.goBack();
  await title(page, "Tables");
  await until(() => page.title(), (text) => /^Tables/.test(text));
  await page.goForward();
  await page.goForward();
  await page.getByRole("heading", { name: "Indexes" }).waitFor();
  await becomes(() => page.getByRole("link", { name: "Tables" }).getAttribute("aria-current"), "page");
});

pageTest("an address without a page leads to the list of tables", "#!/nowhere/at/all", async (page) => {
  await title(page, "Tables");
});

pageTest("a link to a table that does not exist says so, and leads on", "#!/tables/missing/items", async (page) => {
  const alert = page.getByRole("alert");
  await alert.getByText("ResourceNotFoundException").waitFor();
  await alert.getByText(/deleted meanwhile/).waitFor();
  await call(server.api, "CreateTable", { TableName: "missing", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "id", KeyType: "HASH" }] });
  await alert.getByRole("button", { name: "Try again" }).click();
  await alert.waitFor({ state: "detached" });
  await page.getByText("ACTIVE").first().waitFor();
});

test("a server that stops is named as the reason, and after its start the page goes on without a reload", async () => {
  const page = await open(browser, `${server.console}/#!/tables`);
  await page.getByRole("link", { name: "alpha" }).waitFor();
  await server.halt();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").getByText(/The server does not answer/).waitFor();
  await server.again();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "alpha" }).click();
  await page.getByText("ACTIVE").first().waitFor();
  await page.context().close();
});

test("a page that is opened while the server is away can try again", async () => {
  const page = await open(browser, `${server.console}/#!/tables`);
  await page.getByRole("link", { name: "alpha" }).waitFor();
  await page.route("**/console.json", (route) => route.abort());
  await page.reload();
  await page.getByRole("alert").getByText(/The server does not answer/).waitFor();
  await page.unroute("**/console.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "alpha" }).waitFor();
  await page.context().close();
});

pageTest("the whole list can be walked by the Tab key, with a focus that is seen", "", async (page) => {
  await page.getByRole("link", { name: "alpha" }).waitFor();
  const seen = [];
  for (let turn = 0; turn < 40 && !seen.includes("alpha"); ++turn) {
    await page.keyboard.press("Tab");
    const [text, outline] = await focused(page,
      () => [document.activeElement.textContent.trim(), getComputedStyle(document.activeElement).outlineStyle]);
    assert.notEqual(outline, "none", text);
    seen.push(text);
  }
  assert.ok(seen.includes("alpha"));
  await page.keyboard.press("Enter");
  await title(page, "alpha");
});
