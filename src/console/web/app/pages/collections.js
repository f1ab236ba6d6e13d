// The tab "Item collections" of a table: partitions as bands, their items sorted and coloured by entity, for the table
// and for each index.
import { call } from "../api.js";
import { countText, measureText, plural } from "../base/text.js";
import { CollectionReader } from "../dynamo/collections/collection_reader.js";
import { learn } from "../dynamo/partiql/seen.js";
import { itemsAddress, stateOfAddress, stateText } from "../dynamo/query/address.js";
import { fitState, freshState } from "../dynamo/query/request.js";
import { keyValue, views as viewsOf } from "../dynamo/tables/key_schema.js";
import { m } from "../m.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { Field, select } from "../ui/field.js";
import { Judge } from "./collections/judge.js";
import { Legend } from "./collections/legend.js";
import { Bands } from "./collections/table.js";
import { coloursOf } from "./collections/table_colours.js";
import { openItem } from "./items/drawer.js";

export const CollectionsTab = ({ attrs }) => {
  const views = viewsOf(attrs.table);
  const base = `#!/tables/${encodeURIComponent(attrs.table.TableName)}/collections`;
  let view = views[0], texts = [], faults = [];
  let reader = null, judge = null, colourOf = null, hidden = new Set(), onlyMarked = false;
  let abort = null, fault = null;

  function begin(values) {
    abort?.abort();
    reader = new CollectionReader({ call, table: attrs.table, view, values });
    judge = new Judge(attrs.table, view);
    hidden = new Set();
    onlyMarked = false;
    return go();
  }
  async function go() {
    abort?.abort();
    const own = (abort = new AbortController());
    const mine = reader;
    fault = null;
    m.redraw();
    try {
      colourOf ??= await coloursOf(attrs.table.TableName);
      const items = await mine.next(own.signal);
      learn(attrs.table.TableName, items);
      await judge.take(items, own.signal);
    } catch (error) {
      if (error.name !== "AbortError") fault = error;
    }
    if (abort === own) abort = null;
    m.redraw();
  }
  // What is shown, as the query of it that the address and the page of items have.
  const queryNow = () => fitState({ ...freshState(), mode: reader.values ? "query" : "scan", index: view.name,
    partition: reader.values ? texts : [] }, attrs.table);
  function show(values) {
    begin(values);
    const text = stateText(queryNow());
    const address = text ? `${base}?q=${encodeURIComponent(text)}` : base;
    if (text !== stateText(stateOfAddress(location.hash))) history.pushState(null, "", address);
  }
  function showAddress() {
    const state = fitState(stateOfAddress(location.hash), attrs.table);
    view = views.find((one) => one.name === state.index);
    texts = state.mode === "query" ? state.partition : [];
    find(null, begin);
  }
  function onpopstate() {
    if (location.hash.split("?")[0] !== base) return;
    if (stateText(fitState(stateOfAddress(location.hash), attrs.table)) !== stateText(queryNow())) showAddress();
  }
  addEventListener("popstate", onpopstate);
  function choose(name) {
    view = views.find((one) => one.name === name);
    texts = [];
    faults = [];
    show(null);
  }
  function find(event, then = show) {
    event?.preventDefault();
    const typed = view.partition.map((name, at) => keyValue(view.types[name] ?? "S", texts[at] ?? ""));
    if (view.partition.every((_, at) => (texts[at] ?? "") === "")) {
      faults = [];
      then(null);
      return;
    }
    faults = typed.map((one) => one.fault);
    if (faults.every((one) => !one)) then(typed.map((one) => one.value));
    else if (!reader) begin(null); // an address that was edited by hand
  }
  function only(band) {
    texts = band.key.map((value) => String(Object.values(value)[0]));
    faults = [];
    show(band.key);
  }
  function open(item) {
    const mine = reader;
    return openItem(attrs.table, item, { done: () => begin(reader.values), changed: (now) => {
      mine.replace(item, now);
      if (now && mine === reader) judge.take([now]).catch(() => {}).then(m.redraw);
    } });
  }
  showAddress();

  function form() {
    return m("form.row.tail-bar", { onsubmit: find }, [
      m(Field, { label: "Table or index",
        control: (a) => select(views.map((one) => [one.name, one.name || "The table"]), view.name, choose, a) }),
      view.partition.map((name, at) =>
        m(Field, { key: name, label: `Partition key ${name}`, fault: faults[at], control: (a) => m("input.mono", {
        ...a, value: texts[at] ?? "", placeholder: "any", spellcheck: false, autocomplete: "off",
        oninput: (e) => { texts[at] = e.target.value; } }) })),
      button(texts.some((text) => text) ? "Find the partition" : "Read from the start", null,
        { kind: "primary", attrs: { type: "submit" }, iconName: "search" }),
      abort ? button("Stop", () => abort?.abort()) : null,
      reader.values ? button("All partitions", () => { texts = []; show(null); }, { kind: "plain" }) : null,
      reader.values ? m("a.button", { href: itemsAddress(attrs.table.TableName, queryNow()),
        title: "The Query of this partition, to filter, edit, delete and export its items" }, "Open in Items") : null,
    ]);
  }
  function status() {
    const { bands: { bands }, items } = reader;
    if (abort && items.length === 0) return "Reading";
    return [
      `${plural(bands.length, "partition")}, ${plural(items.length, "item")}`,
      reader.dropped ? `after ${plural(reader.dropped, "item")} that are no longer kept` : null,
      reader.isDone ? (reader.values ? "the whole partition" : `all of ${view.name || "the table"}`) : "there is more",
      `${reader.values ? "Query" : "Scan"}, ${plural(reader.pages, "page")}, ${measureText(reader.units)} read units`,
    ].filter(Boolean).join(" · ");
  }
  function go_on() {
    if (reader.isDone || reader.pages === 0) return null;
    const { body } = reader.request();
    return m(".row", { style: { marginTop: "12px" } }, [
      button(reader.isFull ? "Go on, and drop what is shown" : abort
        ? "Reading" : `Read up to ${countText(body.Limit)} more`, go, { kind: "primary", disabled: !!abort }),
      reader.isFull ? m("span.muted", "As much is shown as this page keeps.") : null,
    ]);
  }

  return {
    onremove: () => { abort?.abort(); removeEventListener("popstate", onpopstate); },
    view: () => [
      m(".panel", [form(), m("p.muted", { role: "status", style: { marginTop: "8px" } }, status()),
        view.projection !== "ALL" ? m("p.muted",
          `This index has a part of each item only (${view.projection}).`) : null]),
      faultView(fault, { again: go }),
      judge.fault ? m(".notice.warn",
        `The model did not judge these items (${judge.fault.code ?? judge.fault.message}), so that their entities ` +
        "are guessed.") : null,
      reader.items.length === 0 ? (abort || fault
        ? null : m("p.empty", reader.values ? "No item has this partition key."
          : `${view.name || "The table"} has no items.`)) : [
        m(Legend, { items: reader.items, judge, colourOf, hidden, onlyMarked,
          toggle: (name) => { if (!hidden.delete(name)) hidden.add(name); }, mark: () => (onlyMarked = !onlyMarked) }),
        m(Bands, { reader, judge, view, views, colourOf, only, open,
          isShown: (item) => !hidden.has(judge.nameOf(item)) && (!onlyMarked || judge.findings(item).length > 0) }),
      ],
      go_on(),
    ],
  };
};
