// The bands as one tree grid: rows of partitions, and the rows of their items beneath them. The tooltip follows the
// pointer and the focus.
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { target } from "./keys.js";
import { bandRow, itemRows, moreRow } from "./rows.js";
import { kMoreItems, TableState } from "./table_state.js";
import { Tip } from "./tip.js";

/** @param {TableState} state */
function ownerOf(state, element) {
  const row = element.closest("tr[data-row]");
  return row ? state.ownerAt(Number(row.dataset.item ?? row.dataset.band)) : undefined;
}

/** @param {TableState} state */
function showTip(state, element) {
  const anchor = element?.closest?.("[data-key]");
  const owner = anchor ? ownerOf(state, anchor) : undefined;
  if (owner ? state.showTip(owner, anchor.dataset.key, anchor) : state.hideTip()) m.redraw();
}
/** @param {TableState} state */
function hideTip(state) {
  if (state.hideTip()) m.redraw();
}

/** @param {TableState} state */
function onfocusin(state, e) {
  e.redraw = false;
  const cell = e.target.closest("[data-cell]");
  const owner = cell ? ownerOf(state, cell) : undefined;
  if (!owner) return;
  state.active = { owner, column: cell.dataset.cell };
  // By pointer the tooltip is there already.
  if (cell.matches(":focus-visible")) showTip(state, cell);
  m.redraw();
}

/** @param {TableState} state */
function onclick(state, e) {
  if (e.target.closest("button, .details")) return;
  const owner = ownerOf(state, e.target);
  if (owner && !String(getSelection())) state.toggle(owner);
  e.target.closest("[data-cell]")?.focus({ preventScroll: true });
}

// The key opens or closes the row of a cell. Returns whether it did.
/** @param {TableState} state */
function turns(state, cell, key) {
  const owner = ownerOf(state, cell);
  if ((key === "Enter" || key === " ") && cell.tagName !== "BUTTON") state.toggle(owner);
  else if ((key === "+" || key === "-") && owner) state.setOpen(owner, key === "+");
  else return false;
  return true;
}

/** @param {TableState} state */
function onkeydown(state, e) {
  e.redraw = false;
  const cell = e.target.closest("[data-cell]");
  if (!cell) return;
  if (e.key === "Escape" && state.tip) {
    e.stopPropagation();
    hideTip(state);
    return;
  }
  if (turns(state, cell, e.key)) {
    e.preventDefault();
    m.redraw();
    return;
  }
  const to = target(e.currentTarget, cell, e);
  if (!to) return;
  e.preventDefault();
  to.focus();
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {TableState} state */
const handlersOf = (state) => ({
  onmouseover: (e) => { e.redraw = false; showTip(state, e.target); },
  onmouseleave: (e) => { e.redraw = false; hideTip(state); },
  onfocusin: (e) => onfocusin(state, e),
  onfocusout: (e) => { e.redraw = false; if (!e.currentTarget.contains(e.relatedTarget)) hideTip(state); },
  onclick: (e) => onclick(state, e),
  onkeydown: (e) => onkeydown(state, e),
});

// The content of a drawing. Without a sort key each collection is one item, which needs no band of its own.
/** @param {TableState} state */
function pageOf(state, { reader, view, views, judge, colourOf, isShown, only, open }) {
  const isFlat = view.sort.length === 0 && view.kind === "table";
  const visible = reader.bands.bands.filter((band) => band.items.some(isShown));
  const limit = isFlat ? state.bandLimit * 5 : state.bandLimit;
  const bands = visible.slice(0, limit);
  if (!state.isDrawn(state.active.owner)) {
    state.active = isFlat ? { owner: bands[0]?.items.find(isShown) ?? null, column: "entity" }
      : { owner: bands[0] ?? null, column: view.partition[0] };
  }
  return { view, views, judge, colourOf, reader, isFlat, isShown, only, open, bands, visible, limit,
    active: state.active, tip: state.tip, numberOf: (owner) => state.numberOf(owner),
    isOpen: (item) => state.isOpen(item), isClosed: (band) => !state.isOpen(band),
    limitOf: (band) => state.limitOf(band), more: (band) => state.showMore(band) };
}

function bandRows(page, band, keyNames) {
  const items = band.items.filter(page.isShown), limit = page.limitOf(band), columns = keyNames.length + 2;
  const isClosed = page.isClosed(band), shown = isClosed ? [] : items.slice(0, limit);
  return m("tbody", { role: "rowgroup", key: band.id }, [
    page.isFlat ? null : bandRow(page, band, columns, shown.length),
    shown.map((item) => itemRows(page, item, columns, keyNames)),
    !isClosed && items.length > limit ? moreRow(page, band, columns, items.length - limit, kMoreItems) : null,
  ]);
}

function table(page, handlers) {
  const { view } = page, keyNames = page.isFlat ? view.partition : view.sort;
  return m(".scroll", m("table.bands", {
    role: "treegrid", "aria-label": `Item collections of ${view.name || "the table"}`, "aria-rowcount": -1, ...handlers,
  }, [
    m("thead", { role: "rowgroup" }, m("tr", { role: "row" }, [
      m("th", { role: "columnheader", scope: "col" }, "Entity"),
      keyNames.map((name) => m("th", { role: "columnheader", scope: "col" }, name)),
      m("th", { role: "columnheader", scope: "col" }, "Other attributes")])),
    page.bands.map((band) => bandRows(page, band, keyNames)),
  ]));
}

export const Bands = () => {
  const state = new TableState(), handlers = handlersOf(state);
  const onScroll = () => hideTip(state);
  return {
    oncreate: () => addEventListener("scroll", onScroll, { capture: true, passive: true }),
    onremove: () => removeEventListener("scroll", onScroll, { capture: true }),
    view: ({ attrs }) => {
      state.draw({ bands: attrs.reader.bands, values: attrs.reader.values });
      const page = pageOf(state, attrs), { visible, limit } = page;
      return m(".collections", [
        table(page, handlers),
        visible.length > limit ? m(".row", { style: { marginTop: "8px" } },
          button(`Show ${Math.min(limit, visible.length - limit)} more partitions that were read`,
            () => (state.bandLimit *= 2))) : null,
        visible.length === 0 ? m("p.empty", "The legend hides all items.") : null,
        state.tip ? m(Tip, { ...state.tip, judge: attrs.judge, views: attrs.views }) : null,
      ]);
    },
  };
};
