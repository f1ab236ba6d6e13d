// Headless Chromium of Debian, and pages that fail a test if the browser reports an error.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterEach } from "node:test";

import { chromium } from "playwright-core";

import { kPatienceMs, until } from "./server.js";

const require = createRequire(import.meta.url);

// Without these flags Chromium calls hosts of its vendor at every start.
const kFlags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: kFlags });
}

// The contexts that a test opened end with it: each keeps its connections, and a server serves a limited number of
// them. A page that several tests share is opened with `shared`, and ends with the browser.
const opened = new Map(); // to the time when it was opened
if (process.env.NODE_TEST_CONTEXT) {
  afterEach(async () => {
    const all = [...opened];
    opened.clear();
    for (const [context, time] of all) if (Date.now() - time >= kPatienceMs) await tellPages(context);
    await Promise.all(all.map(([context]) => context.close()));
  });
}

// Prints the texts of the pages, for a test that probably waited for a text in vain.
async function tellPages(context) {
  for (const page of context.pages()) {
    const text = await page.locator("body").innerText({ timeout: 1000 }).catch((error) => error.message);
    console.error([`The page ${page.url()} after a long test:`, text.slice(0, 4000), ...page.faults].join("\n"));
  }
}

// Opens `url` in a context of its own. The page has `faults`, the errors of scripts and refusals of the
// Content-Security-Policy so far, which must be empty at the end of each test; answers of 400 are not faults.
export async function open(browser, url,
  { width = 1280, height = 800, dark = false, ignoreHTTPSErrors = false, shared = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light",
    acceptDownloads: true,
    ignoreHTTPSErrors });
  if (!shared) opened.set(context, Date.now());
  return openIn(context, url);
}

// Opens `url` in a further tab of a context.
export async function openIn(context, url) {
  const page = await context.newPage();
  if (process.env.PARTITA_WEB) await serveFrom(page, process.env.PARTITA_WEB);
  page.setDefaultTimeout(kPatienceMs);
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.stack));
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) page.faults.push(message.text());
  });
  // The page must call its own origin only.
  page.on("request", (request) => {
    const called = new URL(request.url());
    if (called.protocol.startsWith("http") && called.origin !== new URL(url).origin)
      page.faults.push(`called ${called.origin}`);
  });
  await page.goto(url);
  return page;
}

// Takes the pages from a folder, such as src/console/web, with the headers of the server, so that a change of the pages
// can be tested without a build.
async function serveFrom(page, folder) {
  await page.route(/\.(js|css|html|svg)$|^[^?#]*:\d+\/$/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (route.request().method() !== "GET" || path.startsWith("/lib/")) return route.continue();
    const body = await readFile(`${folder}${path === "/" ? "/index.html" : path}`).catch(() => null);
    if (body === null) return route.continue();
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    // The server does not know files that are new.
    return route.fulfill({ response, status: 200, body, ...(response.ok() ? {} : { contentType: "text/javascript" }) });
  });
}

// Waits until the page has drawn the changes of the last event.
export const drawn = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));

// Watches the requests of a page: `count` is the number of those so far that `matches` chooses. `settled()` resolves
// when no request is under way and the page had its turn to send another one.
export function watchRequests(page, matches = () => true) {
  const watch = { count: 0, settled: null }, underWay = new Set();
  page.on("request", (one) => {
    underWay.add(one);
    if (matches(one)) ++watch.count;
  });
  page.on("requestfinished", (one) => underWay.delete(one));
  page.on("requestfailed", (one) => underWay.delete(one));
  watch.settled = async () => {
    do {
      await until(() => underWay.size, (size) => size === 0);
      await drawn(page);
    } while (underWay.size > 0);
  };
  return watch;
}

// A gate that requests of a test wait for: {passed, open()}.
export function gate() {
  const { promise, resolve } = Promise.withResolvers();
  return { passed: promise, open: resolve };
}

export function assertNoFaults(page) {
  assert.deepEqual(page.faults, []);
}

// The serious and critical findings of axe on the page, as texts.
export async function seriousFindings(page) {
  // axe is evaluated by the debugger, which the page's policy does not concern.
  await page.evaluate(await readFile(require.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((one) => one.impact === "serious" || one.impact === "critical")
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`));
}

// The width by which the page is wider than its window.
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
