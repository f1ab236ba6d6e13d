// Each page of the console is in the walk through all pages (browser/walk.test.js).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

globalThis.m = Object.assign(() => ({}), { redraw: () => {} });
const { routes, tabTitles, titles } = await import("../../../src/console/web/app/routes.js");
const { kTabs } = await import("../../../src/console/web/app/pages/table.js");

const walk = readFileSync(new URL("../browser/walk.test.js", import.meta.url), "utf8");
const pages = [...new Set(Object.keys(routes).map((address) => address.split("/")[1]))];

test("the walk visits each page, and each tab of a table", () => {
  for (const page of pages) assert.match(walk, new RegExp(`"#!/${page}"`), page);
  for (const tab of Object.keys(kTabs)) assert.ok(walk.includes(`/\${kTable}/${tab}\``), tab);
});

test("each page and each tab has a title", () => {
  assert.deepEqual(Object.keys(titles), pages);
  assert.deepEqual(Object.keys(tabTitles), Object.keys(kTabs));
});
