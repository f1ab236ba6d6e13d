// Makes the pictures of the console in docs/console.md: node pictures.js FOLDER. The data are those of the example
// commerce, read under a load that makes one key hot.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { launch, open } from "./browser.js";
import { call, serve } from "./server.js";

const kTable = "commerce_single_table", kLoadMs = 50_000, kPauseMs = 12;
const kWidth = 1280, kHeight = 680; // higher pictures of many words have more than 150 KB
const folder = process.argv[2];

// A shop whose customer C2 orders four times as often as all others. Ends when `signal` does.
async function load(api, signal) {
  for (let i = 0; !signal.aborted; ++i) {
    const customer = `CUST#${i % 5 ? "C2" : `C${1 + ((i / 5) % 3)}`}`;
    const isWrite = i % 6 === 0, isBurst = Math.sin(i / 90) > 0.4;
    await call(api, "Query", { TableName: kTable, KeyConditionExpression: "PK = :p",
      ExpressionAttributeValues: { ":p": { S: customer } } });
    if (isWrite)
      await call(api, "UpdateItem", { TableName: kTable,
        Key: { PK: { S: customer }, SK: { S: `PROFILE#${customer.slice(5)}` } },
        UpdateExpression: "ADD visits :one", ExpressionAttributeValues: { ":one": { N: "1" } } });
    await new Promise((resolve) => setTimeout(resolve, isBurst ? kPauseMs / 3 : kPauseMs));
  }
}

const server = await serve("--model", process.env.PARTITA_MODEL);
const browser = await launch();
try {
  execFileSync(process.env.PARTITA_COMMAND, ["demo", "commerce", "--endpoint", server.api], { stdio: "ignore" });
  const picture = async (name, address, prepare, height = kHeight) => {
    const page = await open(browser, `${server.console}/${address}`, { width: kWidth, height });
    await prepare(page);
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(folder, `console-${name}.png`) });
    await page.context().close();
  };
  await picture("items", `#!/tables/${kTable}/items`, async (page) => {
    await page.getByRole("button", { name: "Query", exact: true }).click();
    await page.getByLabel("Read from").selectOption("gsi_customer_orders");
    await page.getByLabel("GSI1PK =").fill("CUST#C2");
    await page.getByLabel("GSI1SK", { exact: true }).selectOption({ label: "begins with" });
    await page.getByLabel("value", { exact: true }).fill("ORDER#2026-03");
    await page.getByRole("button", { name: "Request", exact: true }).click();
    await page.getByRole("button", { name: "PartiQL", exact: true }).click();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.locator(".result-line", { hasText: "all read" }).waitFor();
  });
  await picture("collections", `#!/tables/${kTable}/collections`, (page) =>
    page.getByText("Entities (as the model says)").waitFor());
  const ended = new AbortController(), loaded = load(server.api, ended.signal);
  await picture("machine", "#!/machine", (page) => page.waitForTimeout(kLoadMs), 800);
  ended.abort();
  await loaded;
} finally {
  await browser.close();
  await server.stop();
}
