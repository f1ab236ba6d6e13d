import assert from "node:assert/strict";
import { test } from "node:test";
import { PageWindow } from "../../../../src/console/web/app/base/page_window.js";

// A table of `count` rows, read in pages of `size`.
function table(count, size) {
  const reads = [];
  return { reads, read: async (start) => {
    const from = start ? start.at + 1 : 0, to = Math.min(from + size, count);
    reads.push(from);
    return { items: Array.from({ length: to - from }, (_, i) => ({ n: { N: String(from + i) } })),
      next: to < count ? { at: to - 1 } : undefined };
  } };
}
const settled = async (rows) => { while (rows.busy) await new Promise((done) => setImmediate(done)); };
const want = async (rows, from, to) => { rows.need(from, to); await settled(rows); };

test("a million rows: the items in memory stay bounded, and earlier rows come back by their start keys", async () => {
  const source = table(1_000_000, 500);
  const rows = new PageWindow({ read: source.read, mostPages: 6 });
  let most = 0;
  for (let at = 0; at < 1_000_000; at += 500) {
    await want(rows, at, at + 520);
    most = Math.max(most, rows.itemsInMemory);
  }
  assert.equal(rows.length, 1_000_000);
  assert.ok(rows.complete);
  assert.ok(most <= 6 * 500, `${most}`);
  assert.equal(rows.row(10), undefined);
  assert.deepEqual(rows.row(999_999), { n: { N: "999999" } });
  assert.equal(source.reads.length, 2000);
  await want(rows, 123_400, 123_460);
  assert.deepEqual(rows.row(123_456), { n: { N: "123456" } });
  assert.equal(source.reads.length, 2001);
  assert.equal(source.reads.at(-1), 123_000);
  assert.equal(rows.again, 1);
  assert.ok(rows.itemsInMemory <= 3000);
});

test("pages without items are passed, and a page that shrank shows gaps", async () => {
  const pages = [[], [{ a: 1 }, { a: 2 }], [], [], [{ a: 3 }], []];
  const read = async (start) => {
    const at = start?.at ?? 0;
    return { items: pages[at], next: at + 1 < pages.length ? { at: at + 1 } : null };
  };
  const rows = new PageWindow({ read, mostPages: 1 });
  await want(rows, 0, 10);
  assert.equal(rows.length, 3);
  assert.ok(rows.complete);
  assert.equal(rows.reads, 6);
  await want(rows, 2, 3);
  pages[1] = [{ a: 2 }];
  await want(rows, 0, 1);
  assert.deepEqual([rows.row(0), rows.row(1)], [{ a: 2 }, null]);
  // More pages are wanted at once than the window has: they stay, because dropping them would read them for ever.
  await want(rows, 0, 3);
  assert.equal(rows.itemsInMemory, 3);
});

test("large pages count by their items", async () => {
  const rows = new PageWindow({ read: table(100_000, 5000).read, mostPages: 12, mostItems: 4000 });
  for (let at = 0; at < 100_000; at += 2500) {
    await want(rows, at, at + 30);
    assert.ok(rows.itemsInMemory <= 10_000);
    assert.ok(rows.row(at) && rows.row(at + 29));
  }
});

test("nothing is read that is not wanted; a fault stops, and resume() tries again; stop() ends a long search",
  async () => {
  let fail = true, calls = 0;
  const rows = new PageWindow({ read: async () =>
    { calls += 1; if (fail) throw new Error("no"); return { items: [{}, {}], next: { at: calls } }; } });
  await want(rows, 0, 1);
  assert.equal(rows.fault.message, "no");
  rows.need(0, 1);
  assert.equal(calls, 1);
  fail = false;
  rows.resume();
  await settled(rows);
  assert.equal(rows.length, 2);
  await want(rows, 0, 2);
  assert.equal(calls, 2);

  let signalled = false;
  const slow = new PageWindow({ read: (_, { signal }) =>
    new Promise((_, no) => signal.addEventListener("abort",
      () => { signalled = true; no(Object.assign(new Error(), { name: "AbortError" })); })) });
  slow.need(0, 1);
  slow.stop();
  await settled(slow);
  assert.ok(signalled && slow.stopped && slow.fault === null);
});
