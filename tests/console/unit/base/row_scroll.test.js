import assert from "node:assert/strict";
import { test } from "node:test";
import { RowScroll, kTallest } from "../../../../src/console/web/app/base/row_scroll.js";

test("a short list scrolls as it is", () => {
  const scroll = new RowScroll(30);
  scroll.resize(1000, 600);
  scroll.scrolled(3000);
  assert.deepEqual(scroll.range(), [100, 120]);
  assert.equal(scroll.place(100), 3000);
  assert.equal(scroll.reveal(110), null);
  assert.equal(scroll.reveal(120), 3030);
});

test("of a million rows each can be reached, and the wheel moves by as much as it says", () => {
  const scroll = new RowScroll(30);
  scroll.resize(1_000_000, 600);
  assert.equal(scroll.height, kTallest);
  scroll.scrolled(100);
  scroll.scrolled(160);
  assert.equal(scroll.virtual, 160);
  scroll.scrolled(kTallest / 2);
  assert.ok(Math.abs(scroll.range()[0] - 500_000) < 100);
  const before = scroll.virtual;
  scroll.scrolled(kTallest / 2 + 30);
  assert.equal(scroll.virtual, before + 30);
  scroll.scrolled(kTallest - 600);
  assert.equal(scroll.range()[1], 1_000_000);
  const top = scroll.reveal(123_456);
  scroll.scrolled(top);
  const [from, to] = scroll.range();
  assert.ok(from <= 123_456 && 123_456 < to);
  const place = scroll.place(123_456);
  assert.ok(place >= top && place + 30 <= top + 600);
});

test("rows that come while the list is scrolled do not move it", () => {
  const scroll = new RowScroll(30);
  scroll.resize(200, 600);
  scroll.scrolled(5400);
  scroll.resize(400, 600);
  assert.deepEqual(scroll.range(), [180, 200]);
});
