// The texts of a deletion and an edit of many items before they start.
import assert from "node:assert/strict";
import { test } from "node:test";
import { previewTitle } from "../../../../../src/console/web/app/base/text.js";
import { deleteTexts, editTexts } from "../../../../../src/console/web/app/dynamo/items/bulk_texts.js";

const kWhole = "Each item is read once more right before its deletion, and is deleted only if it is exactly as found " +
  "here. If another writer changes the item in the moment after that read, the item is left too, unless that writer " +
  "only adds attributes.";

test("A deletion says what it leaves and what it cannot see, in two sentences", () => {
  assert.deepEqual(deleteTexts({ names: null, wide: 0 }),
    [kWhole, "Each deletion costs a consistent read and a write of its item."]);
});

test("A deletion names the attributes that are compared, and those that no expression can name", () => {
  assert.match(deleteTexts({ names: ["pk", "sk"], wide: 0 })[0],
    /only if its attributes pk, sk are as found here; its other attributes are not compared/);
  assert.match(deleteTexts({ names: null, wide: 1 })[0], /beyond the first 140 \(1 item has more\)\./);
  assert.match(deleteTexts({ names: null, wide: 2 })[0], /beyond the first 140 \(2 items have more\)\./);
});

test("An edit says what large items are compared by", () => {
  assert.match(editTexts({ names: null })[0], /edited only if it is exactly as found here\. .*over 64 KB/);
});

test("The preview counts what it shows", () => {
  assert.deepEqual([[1, 1], [3, 3], [9, 5]].map(([count, shown]) => previewTitle(count, shown)),
    ["The item", "The items", "The first 5 of them"]);
});
