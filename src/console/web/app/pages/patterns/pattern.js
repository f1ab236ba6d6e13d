// One access pattern: its parameters, the requests that they make, and the results of the requests.
import { call } from "../../api.js";
import { measureText } from "../../base/text.js";
import { learn } from "../../dynamo/partiql/seen.js";
import { operationText } from "../../dynamo/patterns/patterns.js";
import { writtenItems } from "../../dynamo/patterns/written_items.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { describeTable } from "../../tables.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field, select } from "../../ui/field.js";
import { toast } from "../../ui/toast.js";
import { readExamples } from "./examples.js";
import { Parameters } from "./form.js";
import { Parts } from "./parts.js";
import { RequestList } from "./requests.js";
import { RunResult } from "./result.js";
import { PatternState } from "./state.js";
import { Effects, WriteResult } from "./write.js";

// Asks before a write, with all of its requests and their changes.
const mayWrite = (pattern, run) => dialog({
  title: `${pattern.Name}: write?`, wide: true,
  body: () => [m(Effects, { effects: run.composed.Effects }),
    m(RequestList, { requests: run.requests, isOpen: true, why: "" })],
  foot: ({ close }) => [button("Cancel", () => close(false)),
    button("Write", () => close(true), { kind: "danger" })],
});

const stateOf = ({ pattern, model }) => new PatternState(pattern, model, {
  server: session.server, call, describe: describeTable, examplesOf: readExamples, say: toast, seen: learn,
  redraw: m.redraw, mayWrite: (run) => mayWrite(pattern, run),
  writtenBy: (requests, signal) => writtenItems(requests, { call, describe: describeTable, signal }),
  // The result is below the request, outside of many windows.
  answered: () => requestAnimationFrame(() =>
    document.getElementById("pattern-result")?.scrollIntoView({ block: "nearest" })),
});

function facts(pattern, isWriting) {
  return m("dl.facts", [
    ["Operation", operationText(pattern)], ["Table", pattern.Table],
    ["Index", pattern.Index || (isWriting ? null : "the table")],
    ["Entities", (pattern.Entities ?? []).join(", ")], ["Key condition", pattern.KeyCondition],
  ].filter(([, text]) => text).map(([name, text]) => [m("dt", name), m("dd.mono", text)]));
}

function head({ pattern, model, isWriting }) {
  const findings = model.Findings.filter((one) => one.Where === pattern.Name);
  return m(".panel.stack", [
    m("h2", { id: "pattern-title", tabindex: -1 }, pattern.Name),
    pattern.Description ? m("p", pattern.Description) : null,
    facts(pattern, isWriting),
    pattern.Served ? null : m(".notice.error",
      [m("strong", "The model does not serve this pattern. "), pattern.Refusal]),
    findings.map((one) => m(".notice.warn",
      [m("strong", `${one.Rule}: `), one.Text, one.Cure ? ` ${one.Cure}` : null])),
  ]);
}

/** @param {PatternState} state */
function examplesLine(state) {
  const { pattern, hasParts, found, examplesFault } = state;
  if (pattern.Parameters.length === 0 && !hasParts) return null;
  if (state.isLooking) return m("p.muted", "Looking for values in the table");
  if (examplesFault)
    return m("p.muted", `No values to suggest: ${examplesFault.code ?? ""} ${examplesFault.message}`);
  if (found === null)
    return m(".row", [button("Suggest values from items", () => state.suggest(), { small: true }),
      m("span.muted", "Reads up to 200 items by Scan.")]);
  return foundLine(state);
}
/** @param {PatternState} state */
function foundLine(state) {
  const { found, examplesUnits } = state;
  if (state.hasParts ? state.partsFound.every((one) => one.length === 0) : found.length === 0)
    return m("p.muted",
      `The table has no ${(state.pattern.Entities ?? []).join(" or ") || "item"} among its first items, so that ` +
      "there are no values to suggest.");
  if (state.hasParts)
    return m("p.muted",
      `Values to choose are of items that exist: read by Scan, ${measureText(examplesUnits)} units.`);
  const options = found.map((one, at) => [String(at), one.label.slice(0, 100)]);
  return m(".row.tail-bar", [
    m(Field, { label: "Values of an item that exists",
      control: (a) => select([["", "Choose"], ...options], "",
        (at) => { if (at !== "") state.fill(found[Number(at)]); }, a) }),
    m("span.muted", { style: { paddingBottom: "6px" } }, `Read by Scan, ${measureText(examplesUnits)} units.`),
  ]);
}

/** @param {PatternState} state */
function parameters(state) {
  const { pattern, form, found } = state;
  if (state.hasParts) return m(Parts, { pattern, form, found: state.partsFound, changed: () => state.changed(true) });
  if (pattern.Parameters.length === 0) return m("p.muted", "This pattern has no parameters.");
  return m(Parameters, { pattern, form, found, changed: () => state.changed(true) });
}

/** @param {PatternState} state */
function pageSize(state) {
  return m(Field, { label: "Page size",
    control: (a) => m("input", { ...a, type: "number", min: 1, style: { width: "96px" }, value: state.form.limit,
      oninput: (e) => { state.form.limit = e.target.value; state.changed(); } }) });
}

/** @param {PatternState} state */
function runBar(state) {
  const { absent, wrong, isWriting } = state;
  return m(".row.tail-bar", [
    isWriting || state.hasParts ? null : pageSize(state),
    isWriting && session.server.ReadOnly
      ? m("span.muted", "This console is read-only, so that the write is only shown.")
      : button(isWriting ? "Write…" : "Run", null,
        { kind: "primary", iconName: "play", disabled: !state.canRun, attrs: { type: "submit" } }),
    state.isBusy ? button("Stop", () => state.stop()) : null,
    absent.length > 0 ? m("span.muted", `Fill in ${absent.join(", ")}.`) : null,
    wrong.length > 0 ? m("span.muted", `Mend ${wrong.join(", ")}.`) : null,
  ]);
}

/** @param {PatternState} state */
function formView(state) {
  const { requests, effects } = state;
  const go = (e) => { e.preventDefault(); state.go(); };
  return m("form.panel.stack", {
    onsubmit: go,
    onkeydown: (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) go(e); else e.redraw = false; },
  }, [
    examplesLine(state),
    parameters(state),
    faultView(state.composeFault),
    requests && effects ? m(Effects, { effects }) : null,
    runBar(state),
    requests ? m(RequestList, { requests, isOpen: requests.length === 1 && !state.run,
      ...(state.isWriting || state.hasParts ? { why: "" } : {}) }) : null,
  ]);
}

/** @param {PatternState} state */
function answer(state) {
  const { run, ranAt, runFault: fault, isBusy, model } = state;
  if (!run) return null;
  return state.isWriting ? m(WriteResult, { run, ranAt, fault, isBusy, model })
    : m(RunResult, { run, ranAt, fault, isBusy, more: () => state.more() });
}

export const Pattern = ({ attrs }) => {
  const state = stateOf(attrs);
  state.begin();
  return {
    onremove: () => state.end(),
    view: () => m("section.pattern", { "aria-labelledby": "pattern-title" },
      [head(state), attrs.pattern.Served ? formView(state) : null, answer(state)]),
  };
};
