// The query builder: the source, the key, the filter, and the request that they make.
import { m } from "../../m.js";
import { timeText } from "../../base/text.js";
import { scanCostText } from "../../dynamo/query/cost.js";
import { sourceOf, sourcesOf } from "../../dynamo/tables/keys.js";
import { keyHint, keyTemplates } from "../../dynamo/query/key_hints.js";
import { changeSource, fitState, sortIsOpen, sortOpsOf } from "../../dynamo/query/request.js";
import { readModel } from "../../model.js";
import { button } from "../../ui/button.js";
import { Field, checkbox, select } from "../../ui/field.js";
import { FilterRows } from "./filter_rows.js";
import { RequestView } from "./request_view.js";

const kTypeNames = { S: "string", N: "number", B: "binary, base64" };

function sourceText({ name, kind, partition, sort }) {
  const keys = [...partition, ...sort].map((one) => one.name).join(", ");
  return kind === "table" ? `Table (${keys})` : `${name} (${kind} index: ${keys})`;
}

/**
 * @param {{label: string, value: string, fault?: string, oninput: (text: string) => void, hint?: string,
 *   type: string}} one
 */
function keyField({ label, value, fault, oninput, hint, type }) {
  return m(Field, { label, hint, fault, control: (a) => m("input.key-value", {
    ...a, value, autocomplete: "off", spellcheck: false, inputmode: type === "N" ? "decimal" : undefined,
    oninput: (e) => oninput(e.target.value) }) });
}

// `hintOf(base, name)`: the hint of a key attribute.
function keyFields(state, source, fault, hintOf) {
  return [
    source.partition.map(({ name, type }, index) => m(".key-row", { key: `p${index}${source.name}` },
      keyField({ label: `${name} =`, type, value: state.partition[index], hint: hintOf(kTypeNames[type], name),
        fault: fault(`partition ${index}`),
        oninput: (text) => (state.partition[index] = text) }))),
    source.sort.map(({ name, type }, index) => {
      const one = state.sort[index], isOpen = sortIsOpen(state, index);
      return m(".key-row", { key: `s${index}${source.name}` }, [
        m(Field, { label: name, hint: isOpen ? hintOf("sort key", name)
          : "compare the one before with =", control: (a) =>
          select(sortOpsOf(type), isOpen ? one.op : "", (op) => (one.op = op), { ...a, disabled: !isOpen }) }),
        one.op && isOpen ? keyField({ label: one.op === "BETWEEN" ? "from" : "value", type, value: one.from,
          hint: kTypeNames[type], fault: fault(`sort ${index}`), oninput: (text) => (one.from = text) }) : null,
        one.op === "BETWEEN" && isOpen
          ? keyField({ label: "to", type, value: one.to, hint: kTypeNames[type],
            oninput: (text) => (one.to = text) }) : null,
      ]);
    }),
  ];
}

// The table or index to read, and the buttons of the query. `panels` says which parts are shown.
function topRow({ table, state, onreset, onsaved }, panels, typed, onrunclick) {
  const choose = (mode) => { state.mode = mode; fitState(state, table); };
  const toggle = (text, name) => button(text, () => (panels[name] = !panels[name]),
    { kind: "plain", small: true, attrs: { "aria-expanded": String(panels[name]) } });
  return m(".row.builder-top", [
    m(".segmented", { role: "group", "aria-label": "Operation" }, ["query", "scan"].map((mode) =>
      m("button.button", { type: "button", "aria-pressed": String(state.mode === mode),
        onclick: () => choose(mode) }, mode === "query" ? "Query" : "Scan"))),
    m(Field, { label: "Read from", hideLabel: true,
      control: (a) => select(sourcesOf(table).map((one) => [one.name, sourceText(one)]), state.index,
        (index) => changeSource(state, table, index, typed), a) }),
    button("Run", onrunclick, { kind: "primary", iconName: "play", title: "Run (Ctrl+Enter)",
      attrs: { type: "submit" } }),
    m("span.fill"),
    toggle("Filter and options", "filter"),
    toggle("Request", "request"),
    button("Saved", onsaved, { kind: "plain", small: true, title: "Saved queries of this table" }),
    button("Reset", onreset, { kind: "plain", small: true }),
  ]);
}

// The moment of the answer. It is shown if the table has a past, and if an address names a moment.
function asOfField(state, window, fault) {
  if (!window && !state.asOf) return null;
  return m(Field, { label: "As of (UTC)", fault: fault("asOf"),
    hint: window ? `Empty: now. From ${timeText(window.earliest)}` : "Empty: now", control: (a) =>
      m("input", { ...a, type: "datetime-local", step: 1, value: state.asOf,
        oninput: (e) => (state.asOf = e.target.value) }) });
}

function options(state, source, fault, window) {
  return m(".row.options", [
    m(Field, { label: "Attributes (projection)", fault: fault("projection"),
      hint: "Empty: all. Paths with commas, such as name, address.city", control: (a) =>
      m("input", { ...a, value: state.projection, disabled: state.count, spellcheck: false, autocomplete: "off",
        oninput: (e) => (state.projection = e.target.value) }) }),
    m(Field, { label: "Items evaluated a page (Limit)", fault: fault("limit"),
      hint: "Empty: chosen by the console", control: (a) =>
      m("input.short", { ...a, value: state.limit, inputmode: "numeric", autocomplete: "off",
        oninput: (e) => (state.limit = e.target.value) }) }),
    m(".stack.checks", [
      state.mode === "query" ? checkbox("Descending", state.descending, (on) => (state.descending = on)) : null,
      source.kind === "global" ? m("span.muted", "Global indexes have no consistent reads.")
        : checkbox("Consistent read", state.consistent, (on) => (state.consistent = on)),
      checkbox("Only count", state.count, (on) => (state.count = on)),
    ]),
    asOfField(state, window, fault),
  ]);
}

// A fault that its own field shows is announced, but not shown twice.
function faultLine({ faults, ruleFaults }, isFilterShown) {
  if (!faults.size && !ruleFaults.size) return null;
  const isShownAbove = isFilterShown ||
    (ruleFaults.size === 0 && [...faults.keys()].every((field) => /^(partition|sort) /.test(field)));
  return m(isShownAbove ? ".visually-hidden" : ".notice.error", { role: "alert" },
    [...faults.values(), ...ruleFaults.values()].join(" "));
}

export const Builder = () => {
  const panels = { filter: null, request: false };
  const typed = new Map(); // the values that were typed for the keys of other indexes
  let model = null, byKeyboard = false;
  // Enter in a field is a click on the button too, with no count of clicks.
  const onrunclick = (e) => { byKeyboard = e.detail === 0; };
  readModel().then((answer) => { model = answer; m.redraw(); }).catch(() => {}); // without a model, the hint is shorter
  return {
    view: ({ attrs }) => {
      const { table, state, request, window, tried, example, onrun } = attrs;
      const source = sourceOf(table, state.index);
      const fault = (field) => (tried ? request.faults.get(field) : undefined);
      const hintOf = (base, name) =>
        keyHint(base, keyTemplates(model, table.TableName, source.name, name), example(name));
      panels.filter ??= state.filter.rules.length > 0 || state.projection !== "" || state.asOf !== "";
      return m("form.panel.builder.stack", { onsubmit: (e) => { e.preventDefault(); onrun({ byKeyboard }); } }, [
        topRow(attrs, panels, typed, onrunclick),
        state.mode === "query" ? m(".key-fields", keyFields(state, source, fault, hintOf))
          : m("p.muted", scanCostText(source, { consistent: state.consistent, limit: Number(state.limit) || 200 })),
        panels.filter ? [
          m(FilterRows, { group: state.filter, faults: tried ? request.ruleFaults : new Map() }),
          options(state, source, fault, window),
        ] : null,
        tried ? faultLine(request, panels.filter) : null,
        panels.request ? m(RequestView, { state, table, request }) : null,
      ]);
    },
  };
};
