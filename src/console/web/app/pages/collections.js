// The tab "Item collections" of a table: partitions as bands, their items sorted and coloured by entity, for the table
// and for each index.
import { call } from "../api.js";
import { countText, measureText, plural } from "../base/text.js";
import { learn } from "../dynamo/partiql/seen.js";
import { itemsAddress, stateOfAddress, stateText } from "../dynamo/query/address.js";
import { m } from "../m.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { Field, select } from "../ui/field.js";
import { Judge } from "./collections/judge.js";
import { Legend } from "./collections/legend.js";
import { Collections } from "./collections/state.js";
import { Bands } from "./collections/table.js";
import { coloursOf } from "./collections/table_colours.js";
import { openItem } from "./items/drawer.js";

// `show(values)` begins with a partition or with the whole, and puts it into the address.
/** @param {Collections} state */
function form(state, show) {
  const { view, texts, faults, reader } = state;
  const find = (event) => {
    event.preventDefault();
    const values = state.typed();
    if (values !== undefined) show(values);
  };
  return m("form.row.tail-bar", { onsubmit: find }, [
    m(Field, { label: "Table or index",
      control: (a) => select(state.views.map((one) => [one.name, one.name || "The table"]), view.name,
        (name) => { state.choose(name); show(null); }, a) }),
    view.partition.map((name, at) =>
      m(Field, { key: name, label: `Partition key ${name}`, fault: faults[at], control: (a) => m("input.mono", {
        ...a, value: texts[at] ?? "", placeholder: "any", spellcheck: false, autocomplete: "off",
        oninput: (e) => { state.texts[at] = e.target.value; } }) })),
    button(texts.some((text) => text) ? "Find the partition" : "Read from the start", null,
      { kind: "primary", attrs: { type: "submit" }, iconName: "search" }),
    state.isBusy ? button("Stop", () => state.stop()) : null,
    reader.values ? button("All partitions", () => { state.texts = []; show(null); }, { kind: "plain" }) : null,
    reader.values ? m("a.button", { href: itemsAddress(state.table.TableName, state.query),
      title: "The Query of this partition, to filter, edit, delete and export its items" }, "Open in Items") : null,
  ]);
}

function statusText({ reader, view, isBusy }) {
  const { bands: { bands }, items } = reader;
  if (isBusy && items.length === 0) return "Reading";
  return [
    `${plural(bands.length, "partition")}, ${plural(items.length, "item")}`,
    reader.dropped ? `after ${plural(reader.dropped, "item")} that are no longer kept` : null,
    reader.isDone ? (reader.values ? "the whole partition" : `all of ${view.name || "the table"}`) : "there is more",
    `${reader.values ? "Query" : "Scan"}, ${plural(reader.pages, "page")}, ${measureText(reader.units)} read units`,
  ].filter(Boolean).join(" · ");
}

/** @param {Collections} state */
function panel(state, show) {
  const { projection } = state.view;
  return m(".panel", [form(state, show),
    m("p.muted", { role: "status", style: { marginTop: "8px" } }, statusText(state)),
    projection !== "ALL" ? m("p.muted", `This index has a part of each item only (${projection}).`) : null]);
}

function judgeFault({ judge: { fault } }) {
  if (!fault) return null;
  return m(".notice.warn", `The model did not judge these items (${fault.code ?? fault.message}), so that their ` +
    "entities are guessed.");
}

function emptyText({ reader, view }) {
  return reader.values ? "No item has this partition key." : `${view.name || "The table"} has no items.`;
}

/** @param {Collections} state */
function items(state, actions) {
  const { reader, judge, view, views, colourOf, hidden, onlyMarked } = state;
  if (reader.items.length === 0)
    return state.isBusy || state.fault ? null : m("p.empty", emptyText(state));
  return [
    m(Legend, { items: reader.items, judge, colourOf, hidden, onlyMarked, toggle: (name) => state.toggle(name),
      mark: () => (state.onlyMarked = !state.onlyMarked) }),
    m(Bands, { reader, judge, view, views, colourOf, isShown: (item) => state.isShown(item), ...actions }),
  ];
}

/** @param {Collections} state */
function nextPage(state) {
  const { reader } = state;
  if (reader.isDone || reader.pages === 0) return null;
  const { body } = reader.request();
  const text = state.isBusy ? "Reading" : `Read up to ${countText(body.Limit)} more`;
  return m(".row", { style: { marginTop: "12px" } }, [
    button(reader.isFull ? "Go on, and drop what is shown" : text, () => state.next(),
      { kind: "primary", disabled: state.isBusy }),
    reader.isFull ? m("span.muted", "As much is shown as this page keeps.") : null,
  ]);
}

export const CollectionsTab = ({ attrs: { table } }) => {
  const base = `#!/tables/${encodeURIComponent(table.TableName)}/collections`;
  const state = new Collections(table, { call, judgeOf: (view) => new Judge(table, view),
    coloursOf: () => coloursOf(table.TableName), seen: (read) => learn(table.TableName, read), redraw: m.redraw });

  function show(values) {
    state.begin(values);
    const text = stateText(state.query);
    const address = text ? `${base}?q=${encodeURIComponent(text)}` : base;
    if (text !== stateText(stateOfAddress(location.hash))) history.pushState(null, "", address);
  }
  function onpopstate() {
    if (location.hash.split("?")[0] === base && !state.isAt(location.hash)) state.showAddress(location.hash);
  }
  addEventListener("popstate", onpopstate);
  const actions = {
    only: (band) => { state.typePartition(band); show(band.key); },
    open: (item) => {
      const { reader } = state;
      return openItem(table, item, { done: () => state.begin(state.reader.values),
        changed: (now) => state.replace(reader, item, now) });
    },
  };
  state.showAddress(location.hash);

  return {
    onremove: () => { state.stop(); removeEventListener("popstate", onpopstate); },
    view: () => [
      panel(state, show),
      faultView(state.fault, { again: () => state.next() }),
      judgeFault(state),
      items(state, actions),
      nextPage(state),
    ],
  };
};
