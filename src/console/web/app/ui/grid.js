// A grid of items of which only the rows in sight are elements, for the items page and for PartiQL.
//   m(Grid, {label, rows, columns, selection, onopen, onwidth, onunfold, height, shared, isMarked}) rows: a PageWindow
//   or fixedRows (base/page_window.js). columns: Columns.shown() (dynamo/items/columns.js). selection: {has(item),
//   toggle(item), toggleAll(on), state()} or undefined. onopen(item, index). onwidth(column, px). onunfold(column):
//   shows the parts of a column of maps or lists; it is offered if column.canUnfold. shared: names of key attributes
//   that are equal in all rows, which a narrow grid does not keep in sight. isMarked(item): whether a row is one that
//   the user just wrote. Keys: arrows, Home, End, PageUp, PageDown (with Ctrl: the first and the last row), Enter
//   opens, Space selects, Ctrl+C copies the cell, Shift+Left and Shift+Right in the header change the width.
import { columnValue } from "../dynamo/items/columns.js";
import { copyText } from "../dynamo/values/short_text.js";
import { m } from "../m.js";
import { copy } from "./copy.js";
import { head, row } from "./grid/rows.js";
import { GridState } from "./grid/state.js";

const kActive = '[tabindex="0"][data-row]';

const isCopy = (event) =>
  (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && !String(getSelection());

/** @param {GridState} grid */
async function copyCell(grid) {
  const item = grid.activeItem, column = grid.layout.columnAt(grid.active.column);
  const value = item && column && columnValue(item, column);
  if (value) await copy(copyText(value), column.title);
}

/** @param {GridState} grid */
function onkeydown(grid, event) {
  event.redraw = false;
  if (event.target.closest("input, select, button") && event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  if (isCopy(event)) copyCell(grid);
  else if (!grid.press(event)) return;
  event.preventDefault();
  event.redraw = true;
}

/** @param {GridState} grid */
function onclick(grid, event) {
  const cell = event.target.closest("[data-row]");
  // A checkbox fires its change after this click. A drawing in between would put its old state back.
  event.redraw = !event.target.closest("input");
  if (!cell) return;
  grid.active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
  if (!event.target.closest("input, button")) grid.takesFocus = true;
}

function ondblclick({ attrs }, event) {
  const cell = event.target.closest("[data-row]");
  const index = cell ? Number(cell.dataset.row) : -1;
  const item = index >= 0 ? attrs.rows.row(index) : null;
  if (item) attrs.onopen?.(item, index);
}

/** @param {GridState} grid */
const handlersOf = (grid) => ({
  onkeydown: (e) => onkeydown(grid, e),
  onclick: (e) => onclick(grid, e),
  ondblclick: (e) => ondblclick(grid, e),
  onfocusin: (e) => { e.redraw = false; grid.hadFocus = true; },
  onfocusout: (e) => {
    e.redraw = false;
    if (e.relatedTarget && !grid.box?.contains(e.relatedTarget)) grid.hadFocus = false;
  },
  onscroll: (e) => {
    if (e.target.scrollTop === grid.scroll.top) e.redraw = false;
    else grid.scroll.scrolled(e.target.scrollTop);
  },
});

/** @param {GridState} grid */
function settle(grid, dom) {
  if (grid.drawn(dom)) m.redraw();
  const { rows } = grid.attrs, [from, to] = grid.rangeToRead;
  // Reading begins after this drawing, because it may draw again.
  queueMicrotask(() => rows.need(from, to));
  const cell = dom.querySelector(kActive);
  // A cell that had the focus may have been scrolled away, and then the grid itself takes its keys.
  const isLost = grid.hadFocus && document.activeElement === document.body && !cell;
  if (grid.takesFocus) (cell ?? dom).focus({ preventScroll: true });
  else if (isLost) dom.focus({ preventScroll: true });
  grid.takesFocus = false;
}

export const Grid = () => {
  const grid = new GridState(), handlers = handlersOf(grid);
  let observer = null;
  return {
    oncreate: ({ dom }) => {
      observer = new ResizeObserver(() => m.redraw());
      observer.observe(dom);
      settle(grid, dom);
    },
    onupdate: ({ dom }) => settle(grid, dom),
    onremove: () => observer?.disconnect(),
    view: ({ attrs }) => {
      grid.draw(attrs);
      const { layout, active } = grid, { rows } = attrs, [from, to] = grid.range;
      const isActiveDrawn = active.row < 0 || (active.row >= from && active.row < to);
      const indexes = Array.from({ length: to - from }, (_, at) => from + at);
      return m(".grid", {
        role: "grid", "aria-label": attrs.label, "aria-rowcount": rows.complete ? rows.length + 1 : -1,
        "aria-colcount": layout.count,
        "aria-multiselectable": attrs.selection ? "true" : undefined, "aria-busy": String(rows.busy),
        "data-items-in-memory": rows.itemsInMemory, // for tests, which count
        tabindex: isActiveDrawn ? -1 : 0, style: { maxHeight: attrs.height ?? "60vh" }, ...handlers,
      }, [
        m(".grid-inner", { role: "presentation", style: { width: `${layout.width}px` } }, [
          head(grid, layout),
          m(".grid-body", { role: "rowgroup", style: { height: `${grid.scroll.height}px` } },
            indexes.map((index) => row(grid, layout, index))),
        ]),
      ]);
    },
  };
};
