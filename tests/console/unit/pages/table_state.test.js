import assert from "node:assert/strict";
import { test } from "node:test";
import { Band } from "../../../../src/console/web/app/dynamo/collections/bands.js";
import { TableState } from "../../../../src/console/web/app/pages/collections/table_state.js";

const begun = (values = null, bands = {}) => {
  const state = new TableState();
  state.draw({ bands, values });
  return state;
};

test("bands begin open and items closed, also an item with an attribute of the name items", () => {
  const state = begun(), band = new Band("b", [{ S: "b" }]), item = { items: { L: [] } };
  assert.deepEqual([state.isOpen(band), state.isOpen(item)], [true, false]);
  for (const owner of [band, item]) state.toggle(owner);
  assert.deepEqual([state.isOpen(band), state.isOpen(item)], [false, true]);
  for (const owner of [band, item]) state.setOpen(owner, true);
  assert.deepEqual([state.isOpen(band), state.isOpen(item)], [true, true]);
  state.showTip(item, "pk", null);
  assert.deepEqual(state.tip.items, [item]);
});

test("another reading forgets the active cell and the tooltip, and not what is open", () => {
  const state = begun(), item = {};
  state.toggle(item);
  state.active = { owner: item, column: "pk" };
  assert.equal(state.numberOf(item), 0);
  assert.ok(state.isDrawn(item) && state.ownerAt(0) === item);
  assert.ok(state.showTip(item, "pk", null));
  assert.ok(!state.showTip(item, "pk", null));
  state.draw({ bands: {}, values: null });
  assert.deepEqual([state.active.owner, state.tip, state.isOpen(item), state.isDrawn(item)], [null, null, true, false]);
});

test("a partition that was asked for shows more of its items than one among others", () => {
  const band = new Band("b", []);
  for (const [values, first] of [[null, 12], [[{ S: "b" }], 100]]) {
    const state = begun(values);
    assert.equal(state.limitOf(band), first);
    state.showMore(band);
    assert.equal(state.limitOf(band), first + 100);
  }
});
