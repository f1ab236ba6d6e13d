import assert from "node:assert/strict";
import { test } from "node:test";
import { GridLayout } from "../../../../src/console/web/app/ui/grid/layout.js";
import { GridState } from "../../../../src/console/web/app/ui/grid/state.js";

const column = (id, width, key = false) => ({ id, width, key, path: [id] });
const columns = [column("pk", 200, true), column("sk", 200, true), column("a", 100), column("b", 100)];
const rowsOf = (length) => ({ length, row: (at) => ({ at }) });
const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more });

test("the lead and the keys stay in sight as long as the others keep some of the box", () => {
  const selection = {}, onopen = () => {};
  const stuck = (boxWidth, more) => [...new GridLayout({ columns, selection, onopen, ...more }, boxWidth).stuck];
  assert.deepEqual(stuck(1000), [["pk", 64], ["sk", 264]]);
  assert.deepEqual(stuck(600), [["pk", 64]]); // both would have more than 60 % of it
  assert.deepEqual(stuck(400), [["pk", 64]]); // cut to 160 pixels
  assert.deepEqual(stuck(400, { shared: ["pk"] }), [["sk", 64]]);
  const layout = new GridLayout({ columns, selection, onopen }, 400);
  assert.deepEqual([layout.count, layout.width, layout.columnAt(1).id], [5, 64 + 160 + 160 + 200, "pk"]);
});

test("a column is scrolled into sight, beside those that stay", () => {
  const layout = new GridLayout({ columns }, 600);
  assert.equal(layout.scrollTo(3, 0, 450), 150); // its end
  assert.equal(layout.scrollTo(1, 100, 450), 0); // it begins below the key
  assert.equal(layout.scrollTo(0, 100, 450), 100); // the key is always seen
});

test("keys move, open, select, unfold and change widths", () => {
  const state = new GridState(), done = [];
  const selection = { toggle: (item) => done.push(["toggle", item.at]), toggleAll: (on) => done.push(["all", on]),
    state: () => "some" };
  state.draw({ columns, rows: rowsOf(3), selection, onopen: (item, at) => done.push(["open", item.at, at]),
    onwidth: (one, width) => done.push([one.id, width]), onunfold: (one) => done.push(["unfold", one.id]) });
  assert.ok(state.press(press("ArrowDown")) && state.press(press("Enter")) && state.press(press(" ")));
  assert.ok(state.press(press("Home", { ctrlKey: true })) && state.press(press("ArrowUp")));
  assert.deepEqual(state.active, { row: -1, column: 0 });
  assert.ok(state.press(press(" ")) && state.press(press("ArrowRight")));
  assert.ok(state.press(press("ArrowRight", { shiftKey: true })));
  assert.ok(!state.press(press("Enter")) && !state.press(press("x")));
  assert.deepEqual(done, [["open", 1, 1], ["toggle", 1], ["all", true], ["pk", 216]]);
});

test("another result begins at its first row", () => {
  const state = new GridState(), rows = rowsOf(1000);
  state.draw({ columns, rows });
  state.go({ row: 900, column: 3 });
  state.draw({ columns, rows });
  assert.ok(state.range[0] > 800 && state.range[1] <= 1000 && state.active.row === 900);
  state.draw({ columns: columns.slice(0, 2), rows: rowsOf(5) });
  assert.deepEqual([state.active, state.range], [{ row: 0, column: 2 }, [0, 5]]);
});
