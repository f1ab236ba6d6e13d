// The header and the rows of a grid, as views of its state.
import { columnValue } from "../../dynamo/items/columns.js";
import { m } from "../../m.js";
import { button } from "../button.js";
import { cellContent, cellTitle } from "../cell.js";

function cellAttrs({ active }, row, place, width, left) {
  return {
    "data-row": row, "data-column": place, "aria-colindex": place + 1,
    tabindex: active.row === row && active.column === place ? 0 : -1,
    class: left === undefined ? "" : "stuck",
    style: { width: `${width}px`, left: left === undefined ? "" : `${left}px` },
  };
}
/**
 * @param {import("./state.js").GridState} grid
 * @param {import("./layout.js").GridLayout} layout
 */
const columnAttrs = (grid, layout, row, column, at) =>
  cellAttrs(grid, row, at + layout.leads, layout.widthOf(column), layout.stuck.get(column.id));

// The edge of a column's title, which changes the width.
/** @param {import("./state.js").GridState} grid */
function grip(grid, column) {
  return m("span.grip", {
    "aria-hidden": "true",
    onpointerdown: (e) => {
      e.redraw = false;
      e.preventDefault();
      e.target.setPointerCapture(e.pointerId);
      grid.dragged = { column, from: e.clientX, width: column.width };
    },
    onpointermove: (e) => {
      e.redraw = false;
      if (grid.dragged?.column.id !== column.id) return;
      grid.widen(column, e.clientX - grid.dragged.from, grid.dragged.width);
      m.redraw();
    },
    onpointerup: (e) => { e.redraw = false; grid.dragged = null; },
  });
}

function selectAll(selection) {
  const state = selection.state();
  const showSome = ({ dom }) => (dom.indeterminate = state === "some");
  return m("input", {
    type: "checkbox", tabindex: -1, "aria-label": "Select the rows that are in memory", checked: state === "all",
    oncreate: showSome, onupdate: showSome, onchange: (e) => selection.toggleAll(e.target.checked),
  });
}

/**
 * @param {import("./state.js").GridState} grid
 * @param {import("./layout.js").GridLayout} layout
 */
export function head(grid, layout) {
  const { attrs } = grid;
  return m(".grid-head", { role: "rowgroup" }, m(".grid-row", { role: "row", "aria-rowindex": 1 }, [
    layout.lead ? m(".grid-cell.lead", { role: "columnheader", ...cellAttrs(grid, -1, 0, layout.lead, 0),
      "aria-label": "Selection" }, attrs.selection ? selectAll(attrs.selection) : null) : null,
    attrs.columns.map((column, at) => m(".grid-cell", {
      role: "columnheader", key: column.id, title: column.title, ...columnAttrs(grid, layout, -1, column, at),
    }, [
      m("span.grid-title", { class: column.number ? "number" : "" }, column.title),
      column.canUnfold && attrs.onunfold
        ? button(`Unfold ${column.title} into columns`, () => attrs.onunfold(column),
          { kind: "plain", small: true, iconName: "right", hideText: true, attrs: { tabindex: -1 } })
        : null,
      attrs.onwidth ? grip(grid, column) : null,
    ])),
  ]));
}

function lead({ attrs }, index, item, isChosen) {
  return [
    attrs.selection ? m("input", { type: "checkbox", tabindex: -1, checked: isChosen,
      "aria-label": `Select row ${index + 1}`, onchange: () => attrs.selection.toggle(item) }) : null,
    attrs.onopen ? button(`Open row ${index + 1}`, () => attrs.onopen(item, index),
      { kind: "plain", small: true, iconName: "edit", hideText: true, attrs: { tabindex: -1 } }) : null,
  ];
}

function content(column, at, item, value) {
  if (value) return cellContent(value, column.key);
  return at === 0 && !item ? m("span.v-mark", item === null ? "no longer there" : "reading") : null;
}

/**
 * @param {import("./state.js").GridState} grid
 * @param {import("./layout.js").GridLayout} layout
 */
export function row(grid, layout, index) {
  const { attrs } = grid, item = attrs.rows.row(index);
  const isChosen = !!(item && attrs.selection?.has(item));
  return m(".grid-row", {
    key: index, role: "row", "aria-rowindex": index + 2,
    "aria-selected": attrs.selection ? String(isChosen) : undefined,
    class: [isChosen ? "chosen" : "", item && attrs.isMarked?.(item) ? "marked-row" : ""].join(" "),
    style: { transform: `translateY(${grid.scroll.place(index)}px)` },
  }, [
    layout.lead ? m(".grid-cell.lead", { role: "gridcell", ...cellAttrs(grid, index, 0, layout.lead, 0) },
      item ? lead(grid, index, item, isChosen) : null) : null,
    attrs.columns.map((column, at) => {
      const value = item ? columnValue(item, column) : undefined;
      return m(".grid-cell", { role: "gridcell", key: column.id, title: value ? cellTitle(value) : undefined,
        ...columnAttrs(grid, layout, index, column, at) }, content(column, at, item, value));
    }),
  ]);
}
