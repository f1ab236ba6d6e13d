// A grid of items of which only the rows in sight are elements, for the items page and for PartiQL.
//   m(Grid, {label, rows, columns, selection, onopen, onwidth, onunfold, height, shared, isMarked})
// rows: a PageWindow or fixedRows (base/page_window.js). columns: Columns.shown() (dynamo/items/columns.js).
// selection: {has(item), toggle(item), toggleAll(on), state()} or undefined. onopen(item, index). onwidth(column, px).
// onunfold(column): shows the parts of a column of maps or lists; it is offered where column.canUnfold.
// shared: names of key attributes that are equal in all rows, which a narrow grid does not keep in sight.
// isMarked(item): whether a row is one that the user just wrote.
// Keys: arrows, Home, End, PageUp, PageDown (with Ctrl: the first and the last row), Enter opens, Space selects, Ctrl+C
// copies the cell, Shift+Left and Shift+Right in the header change the width.
import { m } from "../m.js";
import { columnValue } from "../dynamo/items/columns.js";
import { RowScroll } from "../base/row_scroll.js";
import { copyText } from "../dynamo/values/short_text.js";
import { button } from "./button.js";
import { cellContent, cellTitle } from "./cell.js";
import { copy } from "./copy.js";
import { gridMove } from "./grid_keys.js";

const kRow = 30, kHead = 32, kMore = 8, kLeast = 56, kMost = 900, kNarrow = 480;

export const Grid = () => {
  const scroll = new RowScroll(kRow);
  let active = { row: 0, column: 0 }, box = null, take = false, had = false, attrs, dragged = null;
  let observer = null;

  const columnCount = () => attrs.columns.length + (leadWidth() ? 1 : 0);
  const leadWidth = () => (attrs.selection ? 32 : 0) + (attrs.onopen ? 32 : 0);
  const columnAt = (place) => attrs.columns[place - (leadWidth() ? 1 : 0)];
  const pageRows = () => Math.max(1, Math.floor(scroll.view / kRow) - 1);

  // The lead stays in sight, and key columns do as long as the others keep some of the box. In a narrow one a key
  // column is cut to a part of it, and a key that is the same in all rows scrolls away.
  const boxWidth = () => box?.clientWidth || 1000;
  const isNarrow = () => boxWidth() <= kNarrow;
  const widthOf = (column) => (isNarrow() && column.key
    ? Math.min(column.width, Math.max(kLeast, Math.floor(boxWidth() * 0.4))) : column.width);
  const isShared = (column) => isNarrow() && attrs.shared?.includes(column.path?.[0]);
  const sumOf = (columns) => columns.reduce((sum, one) => sum + widthOf(one), 0);
  function stuck() {
    const places = new Map();
    let left = leadWidth();
    for (const column of attrs.columns) {
      if (!column.key || (places.size === 0 && isShared(column))) {
        if (column.key) continue;
        break;
      }
      if (left + widthOf(column) > boxWidth() * 0.6) break;
      places.set(column.id, left);
      left += widthOf(column);
    }
    return places;
  }

  function go(place) {
    active = place;
    take = true;
    const lead = leadWidth() ? 1 : 0;
    if (place.row >= 0) {
      const top = scroll.reveal(place.row);
      if (top !== null && box) {
        box.scrollTop = top;
        // The browser may round it; its event must not count as another movement.
        scroll.top = box.scrollTop;
      }
    }
    const column = attrs.columns[place.column - lead];
    if (!box || !column) return;
    const places = stuck();
    if (places.has(column.id)) return;
    const left = leadWidth() + sumOf(attrs.columns.slice(0, place.column - lead));
    const covered = leadWidth() + sumOf(attrs.columns.filter((one) => places.has(one.id)));
    if (left - covered < box.scrollLeft) box.scrollLeft = left - covered;
    else if (left + widthOf(column) > box.scrollLeft + box.clientWidth)
      box.scrollLeft = left + widthOf(column) - box.clientWidth;
  }

  async function copyCell() {
    const item = attrs.rows.row(active.row), column = columnAt(active.column);
    const value = item && column && columnValue(item, column);
    if (!value) return;
    await copy(copyText(value), column.title);
  }

  function onkeydown(event) {
    event.redraw = false;
    if (event.target.closest("input, select, button") && event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    const item = active.row >= 0 ? attrs.rows.row(active.row) : null;
    const column = columnAt(active.column);
    if (event.shiftKey && active.row < 0 && column && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      attrs.onwidth?.(column, clampWidth(column.width + (event.key === "ArrowLeft" ? -16 : 16)));
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (active.row < 0 && column?.canUnfold) attrs.onunfold?.(column);
      else if (item) attrs.onopen?.(item, active.row);
      else return;
    } else if (event.key === " " && attrs.selection) {
      if (item) attrs.selection.toggle(item);
      else if (active.row < 0) attrs.selection.toggleAll(attrs.selection.state() !== "all");
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && !String(getSelection())) {
      copyCell();
    } else {
      const place = gridMove(event, active, { rows: attrs.rows.length, columns: columnCount(), page: pageRows() });
      if (!place) return;
      go(place);
    }
    event.preventDefault();
    event.redraw = true;
  }

  function onclick(event) {
    const cell = event.target.closest("[data-row]");
    // A checkbox fires its change after this click. A drawing in between would put its old state back.
    event.redraw = !event.target.closest("input");
    if (!cell) return;
    active = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
    if (!event.target.closest("input, button")) take = true;
  }
  function ondblclick(event) {
    const cell = event.target.closest("[data-row]");
    const index = cell ? Number(cell.dataset.row) : -1;
    const item = index >= 0 ? attrs.rows.row(index) : null;
    if (item) attrs.onopen?.(item, index);
  }

  const clampWidth = (width) => Math.min(Math.max(Math.round(width), kLeast), kMost);
  const grip = (column) => m("span.grip", {
    "aria-hidden": "true",
    onpointerdown: (e) => {
      e.redraw = false;
      e.preventDefault();
      e.target.setPointerCapture(e.pointerId);
      dragged = { column, from: e.clientX, width: column.width };
    },
    onpointermove: (e) => {
      e.redraw = false;
      if (dragged?.column.id === column.id) {
        attrs.onwidth?.(column, clampWidth(dragged.width + e.clientX - dragged.from));
        m.redraw();
      }
    },
    onpointerup: (e) => { e.redraw = false; dragged = null; },
  });

  const cellAttrs = (row, place, width, left) => ({
    "data-row": row, "data-column": place, "aria-colindex": place + 1,
    tabindex: active.row === row && active.column === place ? 0 : -1,
    class: left === undefined ? "" : "stuck",
    style: { width: `${width}px`, left: left === undefined ? "" : `${left}px` },
  });

  function head(places) {
    const lead = leadWidth();
    const state = attrs.selection?.state();
    return m(".grid-head", { role: "rowgroup" }, m(".grid-row", { role: "row", "aria-rowindex": 1 }, [
      lead ? m(".grid-cell.lead", { role: "columnheader", ...cellAttrs(-1, 0, lead, 0),
        "aria-label": "Selection" }, attrs.selection ? m("input", {
        type: "checkbox", tabindex: -1, "aria-label": "Select the rows that are in memory", checked: state === "all",
        oncreate: ({ dom }) => (dom.indeterminate = state === "some"),
        onupdate: ({ dom }) => (dom.indeterminate = state === "some"),
        onchange: (e) => attrs.selection.toggleAll(e.target.checked),
      }) : null) : null,
      attrs.columns.map((column, index) => m(".grid-cell", {
        role: "columnheader", key: column.id, title: column.title,
        ...cellAttrs(-1, index + (lead ? 1 : 0), widthOf(column), places.get(column.id)),
      }, [
        m("span.grid-title", { class: column.number ? "number" : "" }, column.title),
        column.canUnfold && attrs.onunfold
          ? button(`Unfold ${column.title} into columns`, () => attrs.onunfold(column),
            { kind: "plain", small: true, iconName: "right", hideText: true, attrs: { tabindex: -1 } })
          : null,
        attrs.onwidth ? grip(column) : null,
      ])),
    ]));
  }

  function row(index, places) {
    const item = attrs.rows.row(index), lead = leadWidth();
    const chosen = item && attrs.selection?.has(item);
    return m(".grid-row", {
      key: index, role: "row", "aria-rowindex": index + 2,
      "aria-selected": attrs.selection ? String(!!chosen) : undefined,
      class: [chosen ? "chosen" : "", item && attrs.isMarked?.(item) ? "marked-row" : ""].join(" "),
      style: { transform: `translateY(${scroll.place(index)}px)` },
    }, [
      lead ? m(".grid-cell.lead", { role: "gridcell", ...cellAttrs(index, 0, lead, 0) }, !item ? null : [
        attrs.selection ? m("input", { type: "checkbox", tabindex: -1, checked: !!chosen,
          "aria-label": `Select row ${index + 1}`, onchange: () => attrs.selection.toggle(item) }) : null,
        attrs.onopen ? button(`Open row ${index + 1}`, () => attrs.onopen(item, index),
          { kind: "plain", small: true, iconName: "edit", hideText: true, attrs: { tabindex: -1 } }) : null,
      ]) : null,
      attrs.columns.map((column, at) => {
        const value = item ? columnValue(item, column) : undefined;
        return m(".grid-cell", { role: "gridcell", key: column.id, title: value ? cellTitle(value) : undefined,
          ...cellAttrs(index, at + (lead ? 1 : 0), widthOf(column), places.get(column.id)) },
        value ? cellContent(value, column.key) : at === 0 && !item
          ? m("span.v-mark", item === null ? "no longer there" : "reading") : null);
      }),
    ]);
  }

  function settle({ dom }) {
    box = dom;
    if (box.clientHeight - kHead !== scroll.view) {
      scroll.resize(attrs.rows.length, box.clientHeight - kHead);
      m.redraw();
    }
    const [from, to] = scroll.range(kMore);
    // Reading begins after this drawing, because it may draw again.
    const { rows } = attrs;
    queueMicrotask(() => rows.need(from, to));
    if (take) {
      take = false;
      (box.querySelector('[tabindex="0"][data-row]') ?? box).focus({ preventScroll: true });
    } else if (had && document.activeElement === document.body && !box.querySelector('[tabindex="0"][data-row]')) {
      box.focus({ preventScroll: true });
    }
  }

  return {
    oncreate: (vnode) => {
      observer = new ResizeObserver(() => m.redraw());
      observer.observe(vnode.dom);
      settle(vnode);
    },
    onupdate: settle,
    onremove: () => observer?.disconnect(),
    view: (vnode) => {
      if (attrs && attrs.rows !== vnode.attrs.rows) {
        // Another result begins at its first row.
        active = { row: 0, column: Math.min(active.column, vnode.attrs.columns.length) };
        scroll.scrolled(0);
        if (box) box.scrollTop = 0;
      }
      attrs = vnode.attrs;
      const { rows, columns } = attrs;
      scroll.resize(rows.length, (box?.clientHeight ?? 600) - kHead);
      const places = stuck();
      let [from, to] = scroll.range(kMore);
      to = Math.min(to, rows.length);
      from = Math.min(from, to);
      const width = leadWidth() + sumOf(columns);
      const isActiveDrawn = active.row < 0 || (active.row >= from && active.row < to);
      const shown = [];
      for (let index = from; index < to; ++index) shown.push(row(index, places));
      return m(".grid", {
        role: "grid", "aria-label": attrs.label, "aria-rowcount": rows.complete ? rows.length + 1 : -1,
        "aria-colcount": columnCount(),
        "aria-multiselectable": attrs.selection ? "true" : undefined, "aria-busy": String(rows.busy),
        "data-items-in-memory": rows.itemsInMemory, // for tests, which count
        tabindex: isActiveDrawn ? -1 : 0, style: { maxHeight: attrs.height ?? "60vh" },
        onkeydown, onclick, ondblclick,
        onfocusin: (e) => { e.redraw = false; had = true; },
        onfocusout: (e) => { e.redraw = false; if (e.relatedTarget && !box?.contains(e.relatedTarget)) had = false; },
        onscroll: (e) => {
          if (e.target.scrollTop === scroll.top) { e.redraw = false; return; }
          scroll.scrolled(e.target.scrollTop);
        },
      }, [
        m(".grid-inner", { role: "presentation", style: { width: `${width}px` } }, [
          head(places),
          m(".grid-body", { role: "rowgroup", style: { height: `${scroll.height}px` } }, shown),
        ]),
      ]);
    },
  };
};
