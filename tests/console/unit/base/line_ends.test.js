import assert from "node:assert/strict";
import { test } from "node:test";
import { keepLineEnds } from "../../../../src/console/web/app/base/line_ends.js";

// The text that a textarea makes of a text.
const shown = (text) => text.replace(/\r\n?/g, "\n");

test("line ends that the user did not touch stay", () => {
  const before = "one\r\ntwo\rthree\nfour\r\n";
  assert.equal(keepLineEnds(before, shown(before)), before);
  assert.equal(keepLineEnds(before, "one\ntwo!\nthree\nfour\n"), "one\r\ntwo!\rthree\nfour\r\n");
  assert.equal(keepLineEnds(before, "one\nthree\nfour\n"), "one\r\nthree\nfour\r\n");
  assert.equal(keepLineEnds(before, "one\ntwo\nthree\nfour\nfive"), before + "five");
  assert.equal(keepLineEnds(before, "zero\n" + shown(before)), "zero\n" + before);
  assert.equal(keepLineEnds(before, ""), "");
});

test("each edit of one character changes that character only", () => {
  const before = "a\r\n\r\nb\r\r\nc";
  const characters = before.match(/\r\n|[^]/g);
  characters.forEach((_, at) => {
    const without = characters.toSpliced(at, 1), within = characters.toSpliced(at, 0, "x");
    assert.equal(shown(keepLineEnds(before, shown(without.join("")))), shown(without.join("")));
    assert.equal(keepLineEnds(before, shown(within.join(""))), within.join(""));
  });
});

test("a text without carriage returns is what was typed", () => {
  assert.equal(keepLineEnds("a\nb", "a\nc"), "a\nc");
});
