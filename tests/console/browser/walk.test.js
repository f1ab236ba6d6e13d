// A walk through every page with the real server on disk: each page is there, reports no error, calls its own origin
// only, is not wider than its window, and has no serious finding of axe, in light and dark, wide and narrow.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";

import { assertNoFaults, launch, open, overflow, seriousFindings } from "./browser.js";
import { serve } from "./server.js";

const kTable = "commerce_single_table";
const kPages = {
  tables: ["#!/tables", (page) => page.getByRole("link", { name: kTable })],
  items: [`#!/tables/${kTable}/items`, (page) => page.getByRole("grid")],
  collections: [`#!/tables/${kTable}/collections`, (page) => page.getByText("CUST#").first()],
  stream: [`#!/tables/${kTable}/streams`, (page) => page.getByRole("button", { name: /stream/i }).first()],
  backups: [`#!/tables/${kTable}/backups`, (page) => page.getByText("The table has no backup.")],
  overview: [`#!/tables/${kTable}/overview`, (page) => page.getByRole("heading", { name: "Indexes" })],
  patterns: ["#!/patterns", (page) => page.getByRole("heading", { name: "Access patterns" })],
  partiql: ["#!/partiql", (page) => page.getByRole("textbox").first()],
  allBackups: ["#!/backups", (page) => page.getByText("There is no backup yet.")],
  machine: ["#!/machine", (page) => page.getByRole("heading", { name: "Requests a second" })],
};
const kWays = [
  { width: 1280, height: 800, dark: false },
  { width: 360, height: 740, dark: true },
];

let server, browser;
before(async () => {
  server = await serve("--model", process.env.PARTITA_MODEL);
  execFileSync(process.env.PARTITA_COMMAND, ["demo", "commerce", "--endpoint", server.api]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const way of kWays) {
  for (const [name, [address, landmark]] of Object.entries(kPages)) {
    test(`${name}, ${way.width} wide, ${way.dark ? "dark" : "light"}`, async () => {
      const page = await open(browser, `${server.console}/${address}`, way);
      await landmark(page).waitFor();
      await page.waitForLoadState("networkidle").catch(() => {});
      if (process.env.SCREENSHOTS)
        await page.screenshot(
          { path: `${process.env.SCREENSHOTS}/${name}-${way.width}-${way.dark ? "dark" : "light"}.png` });
      assert.deepEqual(await seriousFindings(page), []);
      assert.ok((await overflow(page)) <= 0, "the page is wider than its window");
      const places = await page.getByRole("navigation", { name: "Pages" }).getByRole("link").all();
      assert.equal(places.length, 5);
      for (const place of places) {
        const { x, width } = await place.boundingBox();
        assert.ok(x >= 0 && x + width <= way.width, `${await place.innerText()} is outside of the window`);
      }
      assertNoFaults(page);
      await page.context().close();
    });
  }
}
