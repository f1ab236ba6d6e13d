// The console as it is served: all pages together, each compressed as the build compresses it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const kWeb = join(dirname(fileURLToPath(import.meta.url)), "../../../src/console/web");
const kMithril = "/usr/lib/nodejs/mithril/mithril.js"; // as in cmake/console_pages.cmake
const kMostBytes = 300_000;

test("the whole console has less than 300 KB compressed", () => {
  const files = readdirSync(kWeb, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    .map((one) => join(one.parentPath ?? one.path, one.name));
  assert.ok(files.length > 100);
  const size = [...files, kMithril].reduce((sum, file) => sum + execFileSync("gzip", ["-9nc", file]).length, 0);
  console.log(`the console has ${(size / 1000).toFixed(1)} KB compressed, in ${files.length + 1} files`);
  assert.ok(size < kMostBytes, `${size} bytes`);
});
