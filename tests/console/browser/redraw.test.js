// A redraw that a component asks for while it is made must not begin inside of the redraw that makes it.
import { after, before, test } from "node:test";

import { assertNoFaults, launch, openIn } from "./browser.js";
import { becomes, call, serve } from "./server.js";

let server, browser;
before(async () => {
  server = await serve();
  await call(server.api, "CreateTable", { TableName: "things", BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }] });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const tab of ["items", "collections", "streams", "overview"]) {
  test(`${tab}: each element is there once on a machine whose redraws take long`, async () => {
    const context = await browser.newContext();
    // Mithril redraws at once if 16 ms went by since the last redraw, which each look at this clock takes.
    await context.addInitScript(() => {
      const now = Date.now.bind(Date);
      let more = 0;
      Date.now = () => now() + (more += 100);
    });
    const page = await openIn(context, `${server.console}/#!/tables/things/${tab}`);
    await page.waitForLoadState("networkidle");
    await becomes(() => page.getByRole("heading", { level: 1 }).count(), 1);
    await becomes(() => page.locator(".page-head .badge").count(), 1);
    await becomes(() => page.locator("nav.tabs").count(), 1);
    assertNoFaults(page);
    await context.close();
  });
}
