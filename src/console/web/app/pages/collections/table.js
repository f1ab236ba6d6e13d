// The bands as one tree grid: rows of partitions, and the rows of their items beneath them. The tooltip follows the
// pointer and the focus.
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { target } from "./keys.js";
import { bandRow, itemRows, moreRow } from "./rows.js";
import { Tip } from "./tip.js";

const kFirstItems = 12, kMoreItems = 100, kBands = 40;

export const Bands = () => {
  const open = new WeakSet(), closed = new WeakSet(), limits = new WeakMap(), numbers = new WeakMap();
  let owners = [], active = { owner: null, column: null }, tip = null, bandLimit = kBands, before = null, attrs,
    grid = null;

  // Rows name their items and bands by numbers, which handlers of the whole grid find again.
  function numberOf(owner) {
    if (!numbers.has(owner)) {
      numbers.set(owner, owners.length);
      owners.push(owner);
    }
    return numbers.get(owner);
  }
  const ownerOf = (element) => {
    const row = element.closest("tr[data-row]");
    return row ? owners[Number(row.dataset.item ?? row.dataset.band)] : undefined;
  };
  const toggle = (owner) => {
    const set = owner.items ? closed : open;
    if (!set.delete(owner)) set.add(owner);
  };

  function showTip(element) {
    const anchor = element?.closest?.("[data-key]");
    const owner = anchor ? ownerOf(anchor) : undefined;
    if (!owner) return hideTip();
    const attribute = anchor.dataset.key;
    if (tip?.owner === owner && tip.attribute === attribute && tip.anchor === anchor) return;
    tip = { owner, attribute, anchor, items: owner.items ?? [owner] };
    m.redraw();
  }
  function hideTip() {
    if (!tip) return;
    tip = null;
    m.redraw();
  }
  const onScroll = () => hideTip();

  const handlers = {
    onmouseover: (e) => { e.redraw = false; showTip(e.target); },
    onmouseleave: (e) => { e.redraw = false; hideTip(); },
    onfocusin: (e) => {
      e.redraw = false;
      const cell = e.target.closest("[data-cell]");
      const owner = cell ? ownerOf(cell) : undefined;
      if (!owner) return;
      active = { owner, column: cell.dataset.cell };
      // By pointer the tooltip is there already.
      if (cell.matches(":focus-visible")) showTip(cell);
      m.redraw();
    },
    onfocusout: (e) => { e.redraw = false; if (!grid.contains(e.relatedTarget)) hideTip(); },
    onclick: (e) => {
      if (e.target.closest("button, .details")) return;
      const owner = ownerOf(e.target);
      if (owner && !String(getSelection())) toggle(owner);
      const cell = e.target.closest("[data-cell]");
      if (cell) cell.focus({ preventScroll: true });
    },
    onkeydown: (e) => {
      e.redraw = false;
      const cell = e.target.closest("[data-cell]");
      if (!cell) return;
      if (e.key === "Escape" && tip) {
        e.stopPropagation();
        return hideTip();
      }
      const owner = ownerOf(cell);
      if ((e.key === "Enter" || e.key === " ") && cell.tagName !== "BUTTON") {
        toggle(owner);
      } else if ((e.key === "+" || e.key === "-") && owner) {
        const set = owner.items ? closed : open;
        if ((e.key === "+") === !!owner.items) set.delete(owner);
        else set.add(owner);
      } else {
        const to = target(grid, cell, e);
        if (!to) return;
        e.preventDefault();
        to.focus();
        to.scrollIntoView({ block: "nearest", inline: "nearest" });
        return;
      }
      e.preventDefault();
      m.redraw();
    },
  };

  function rows(page, bands, keyNames, columns) {
    return bands.map((band) => {
      const items = band.items.filter(attrs.isShown);
      const limit = limits.get(band) ?? (page.reader.values ? kMoreItems : kFirstItems);
      const shown = closed.has(band) ? [] : items.slice(0, limit);
      return m("tbody", { role: "rowgroup", key: band.id }, [
        page.isFlat ? null : bandRow(page, band, columns, shown.length),
        shown.map((item) => itemRows(page, item, columns, keyNames)),
        !closed.has(band) && items.length > limit ? moreRow(page, band, columns, items.length - limit,
          kMoreItems) : null,
      ]);
    });
  }

  return {
    oncreate: () => addEventListener("scroll", onScroll, { capture: true, passive: true }),
    onremove: () => removeEventListener("scroll", onScroll, { capture: true }),
    view: (vnode) => {
      attrs = vnode.attrs;
      const { reader, view, views, judge, colourOf } = attrs;
      if (before !== reader.bands) {
        before = reader.bands;
        owners = [];
        active = { owner: null, column: null };
        tip = null;
        bandLimit = kBands;
      }
      // Without a sort key each collection is one item, which needs no band of its own.
      const isFlat = view.sort.length === 0 && view.kind === "table";
      const keyNames = isFlat ? view.partition : view.sort;
      const columns = keyNames.length + 2;
      const visible = reader.bands.bands.filter((band) => band.items.some(attrs.isShown));
      const limit = isFlat ? bandLimit * 5 : bandLimit;
      const bands = visible.slice(0, limit);
      if (!active.owner || !numbers.has(active.owner)) {
        active = isFlat ? { owner: bands[0]?.items.find(attrs.isShown) ?? null, column: "entity" }
          : { owner: bands[0] ?? null, column: view.partition[0] };
      }
      const page = { view, views, judge, colourOf, reader, active, tip, numberOf, isFlat,
        isOpen: (item) => open.has(item),
        isClosed: (band) => closed.has(band), only: attrs.only,
        open: attrs.open,
        more: (band) => limits.set(band,
          (limits.get(band) ?? (reader.values ? kMoreItems : kFirstItems)) + kMoreItems) };
      return m(".collections", [
        m(".scroll", m("table.bands", {
          role: "treegrid", "aria-label": `Item collections of ${view.name || "the table"}`, "aria-rowcount": -1,
          oncreate: ({ dom }) => { grid = dom; }, ...handlers,
        }, [
          m("thead", { role: "rowgroup" }, m("tr", { role: "row" }, [
            m("th", { role: "columnheader", scope: "col" }, "Entity"),
            keyNames.map((name) => m("th", { role: "columnheader", scope: "col" }, name)),
            m("th", { role: "columnheader", scope: "col" }, "Other attributes")])),
          rows(page, bands, keyNames, columns),
        ])),
        visible.length > limit ? m(".row", { style: { marginTop: "8px" } },
          button(`Show ${Math.min(limit, visible.length - limit)} more partitions that were read`,
            () => (bandLimit *= 2))) : null,
        visible.length === 0 ? m("p.empty", "The legend hides all items.") : null,
        tip ? m(Tip, { ...tip, judge, views }) : null,
      ]);
    },
  };
};
