// The console in front of other implementations of the API, whose addresses PARTITA_PEERS has: "NAME=URL NAME=URL".
// scripts/test-console --peers starts them. The page must say in words which part of the API a peer lacks.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open } from "./browser.js";
import { call, consoleOf, until } from "./server.js";

const kBig = "12345678901234567890123456789012345678";
const peers = (process.env.PARTITA_PEERS ?? "").split(" ").filter(Boolean).map((text) => text.split(/=(.*)/s));
const kLacks = { dynalite: ["PartiQL", "streams"] };

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

test("there are peers to try", () => assert.ok(peers.length > 0, "PARTITA_PEERS names none"));

for (const [name, url] of peers) {
  test(`${name}: tables, items, a query, an edit and PartiQL`, async () => {
    await call(url, "CreateTable", { TableName: "far", BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }, { AttributeName: "n", KeyType: "RANGE" }] });
    await until(async () => (await call(url, "DescribeTable", { TableName: "far" })).Table.TableStatus,
      (status) => status === "ACTIVE");
    for (let i = 0; i < 3; ++i)
      await call(url, "PutItem", { TableName: "far", Item: { id: { S: `k${i}` }, n: { N: "1" }, big: { N: kBig } } });
    const console = await consoleOf(url);
    try {
      const page = await open(browser, console.console);
      await page.getByRole("link", { name: "far" }).click();
      await page.getByText(kBig).first().waitFor();
      await page.getByRole("button", { name: "Query", exact: true }).click();
      await page.getByLabel("id =").fill("k1");
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByText(/^1 item/).waitFor();
      await page.getByRole("button", { name: "Open row 1", exact: true }).click();
      await page.getByLabel("big", { exact: true }).fill("98765432109876543210987654321098765432");
      await page.locator("dialog").last().getByRole("button", { name: "Save", exact: false }).click();
      await page.getByText("98765432109876543210987654321098765432").first().waitFor();
      const { Item } = await call(url, "GetItem", { TableName: "far", Key: { id: { S: "k1" }, n: { N: "1" } } });
      assert.equal(Item.big.N, "98765432109876543210987654321098765432");
      await page.goto(page.url().replace(/#.*/, "#!/tables/far/overview"));
      await page.getByRole("heading", { name: "Indexes" }).waitFor();
      if (kLacks[name]?.includes("streams")) {
        await page.goto(page.url().replace(/#.*/, "#!/tables/far/streams"));
        await page.getByRole("heading", { name: "This endpoint has no streams" }).waitFor();
      }
      await page.goto(page.url().replace(/#.*/, "#!/partiql"));
      await page.getByRole("combobox").or(page.getByRole("textbox")).first()
        .fill('SELECT * FROM "far" WHERE "id" = \'k2\'');
      await page.keyboard.press("Control+Enter");
      if (kLacks[name]?.includes("PartiQL")) await page.getByText(/UnknownOperation/).first().waitFor();
      else await page.getByText(kBig).first().waitFor();
      assertNoFaults(page);
      await page.context().close();
    } finally {
      await console.stop();
    }
  });
}
