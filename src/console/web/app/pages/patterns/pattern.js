// One access pattern: its parameters, the requests that they make, and what the requests found.
import { call } from "../../api.js";
import { viewOf } from "../../dynamo/key_schema.js";
import { learn } from "../../dynamo/partiql/seen.js";
import { PatternRun } from "../../dynamo/pattern_run.js";
import { composeBody, counted, emptyForm, fillForm, isWrite, missing, operationText, suggestions } from "../../dynamo/patterns.js";
import { measureText, plural } from "../../dynamo/text.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { describeTable } from "../../tables.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field, select } from "../../ui/field.js";
import { readExamples } from "./examples.js";
import { Parameters } from "./form.js";
import { RequestList } from "./requests.js";
import { RunResult } from "./result.js";

export const Pattern = ({ attrs: { pattern, model } }) => {
  const isWriting = isWrite(pattern.Operation);
  const form = emptyForm(pattern);
  form.limit = "50";
  let found = null, examplesFault = null, examplesUnits = 0, examplesAbort = null;
  let requests = null, composeFault = null, timer = 0, asked = 0;
  let run = null, runFault = null, abort = null, ranAt = null;
  const table = model.Tables.find((one) => one.Name === pattern.Table);
  const entities = (table?.Entities ?? []).filter((one) => (pattern.Entities ?? []).includes(one.Name));

  async function compose() {
    clearTimeout(timer);
    const mine = ++asked;
    if (missing(pattern, form).length > 0) {
      requests = null;
      composeFault = null;
      return m.redraw();
    }
    try {
      const answer = await call("PartitaConsole.ComposePattern", composeBody(pattern, form));
      if (mine !== asked) return;
      requests = counted(answer.Requests);
      composeFault = null;
    } catch (error) {
      if (mine !== asked) return;
      requests = null;
      composeFault = error;
    }
    m.redraw();
  }
  function changed() {
    clearTimeout(timer);
    timer = setTimeout(compose, 250);
  }
  function fill(one) {
    fillForm(pattern, form, one.values);
    compose();
  }
  async function suggest() {
    examplesFault = null;
    examplesAbort = new AbortController();
    try {
      const { examples, units } = await readExamples(pattern, examplesAbort.signal);
      found = suggestions(pattern, entities, examples);
      examplesUnits = units;
      // Values of a write are not filled in unasked, because a press of Run would then change that item.
      if (found.length > 0 && !isWriting && Object.values(form.values).every((text) => text === "") && form.range.from === "") fill(found[0]);
    } catch (error) {
      if (error.name !== "AbortError") examplesFault = error;
    }
    examplesAbort = null;
    m.redraw();
  }
  if (pattern.Served && pattern.Parameters.length > 0 && !session.server.Amazon) suggest();
  compose();

  async function confirmed() {
    if (!isWriting) return true;
    return dialog({
      title: `${pattern.Name}: write?`, wide: true,
      body: () => [m("p", `This sends ${plural(requests.length, "request")} that ${requests.length === 1 ? "changes" : "change"} the table ${pattern.Table}:`), m(RequestList, { requests, isOpen: true })],
      foot: ({ close }) => [button("Cancel", () => close(false)), button("Write", () => close(true), { kind: "danger" })],
    });
  }
  async function go(event) {
    event?.preventDefault();
    await compose();
    if (!requests || !(await confirmed())) return;
    abort?.abort();
    const view = await describeTable(pattern.Table).then((one) => viewOf(one, requests[0]?.Body.IndexName ?? ""), () => null);
    run = new PatternRun({ call, requests, sortKey: view?.sort ?? [] });
    run.first = view ? [...view.partition, ...view.sort] : [];
    ranAt = new Date();
    await more();
    // The result is below the request, outside of many windows.
    requestAnimationFrame(() => document.getElementById("pattern-result")?.scrollIntoView({ block: "nearest" }));
  }
  async function more() {
    const own = (abort = new AbortController());
    runFault = null;
    m.redraw();
    try {
      await run.next(own.signal);
      learn(pattern.Table, run.items);
    } catch (error) {
      if (error.name !== "AbortError") runFault = error;
    }
    if (abort === own) abort = null;
    m.redraw();
  }

  const facts = () => m("dl.facts", [
    ["Operation", operationText(pattern.Operation)], ["Table", pattern.Table], ["Index", pattern.Index || (isWriting ? null : "the table")],
    ["Entities", (pattern.Entities ?? []).join(", ")], ["Key condition", pattern.KeyCondition],
  ].filter(([, text]) => text).map(([name, text]) => [m("dt", name), m("dd.mono", text)]));

  function examplesLine() {
    if (pattern.Parameters.length === 0) return null;
    if (examplesAbort) return m("p.muted", "Looking for values in the table");
    if (examplesFault) return m("p.muted", `No values to suggest: ${examplesFault.code ?? ""} ${examplesFault.message}`);
    if (found === null) return m(".row", [button("Suggest values from items", suggest, { small: true }), m("span.muted", "Reads up to 200 items by Scan.")]);
    if (found.length === 0) return m("p.muted", `The table has no ${(pattern.Entities ?? []).join(" or ") || "item"} among its first items, so that there are no values to suggest.`);
    return m(".row.tail-bar", [
      m(Field, { label: "Values of an item that exists", control: (a) => select([["", "Choose"], ...found.map((one, at) => [String(at), one.label.slice(0, 100)])], "",
        (at) => { if (at !== "") fill(found[Number(at)]); }, a) }),
      m("span.muted", { style: { paddingBottom: "6px" } }, `Read by Scan, ${measureText(examplesUnits)} units.`),
    ]);
  }

  return {
    onremove: () => { clearTimeout(timer); abort?.abort(); examplesAbort?.abort(); },
    view: () => {
      const absent = missing(pattern, form);
      const findings = model.Findings.filter((one) => one.Where === pattern.Name);
      return m("section.pattern", { "aria-labelledby": "pattern-title" }, [
        m(".panel.stack", [
          m("h2", { id: "pattern-title", tabindex: -1 }, pattern.Name),
          pattern.Description ? m("p", pattern.Description) : null,
          facts(),
          pattern.Served ? null : m(".notice.error", [m("strong", "The model does not serve this pattern. "), pattern.Refusal]),
          findings.map((one) => m(".notice.warn", [m("strong", `${one.Rule}: `), one.Text, one.Cure ? ` ${one.Cure}` : null])),
        ]),
        pattern.Served ? m("form.panel.stack", {
          onsubmit: go, onkeydown: (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) go(e); else e.redraw = false; },
        }, [
          pattern.Parameters.length > 0 ? [examplesLine(), m(Parameters, { pattern, form, found, changed })] : isWriting ? null : m("p.muted", "This pattern has no parameters."),
          !composeFault ? null : isWriting && pattern.Parameters.length === 0
            ? m(".notice", [`${composeFault.message}. `, m("a", { href: `#!/tables/${encodeURIComponent(pattern.Table)}/items` }, `Open the items of ${pattern.Table}`)])
            : faultView(composeFault),
          m(".row.tail-bar", [
            isWriting ? null : m(Field, { label: "Page size", control: (a) => m("input", { ...a, type: "number", min: 1, style: { width: "96px" }, value: form.limit, oninput: (e) => { form.limit = e.target.value; changed(); } }) }),
            isWriting && !requests && pattern.Parameters.length === 0 ? null : isWriting && session.server.ReadOnly ? m("span.muted", "This console is read-only, so that the write is only shown.")
              : button(isWriting ? "Write…" : "Run", null, { kind: "primary", iconName: "play", disabled: !requests || !!abort, attrs: { type: "submit" } }),
            abort ? button("Stop", () => abort?.abort()) : null,
            absent.length > 0 ? m("span.muted", `Fill in ${absent.join(", ")}.`) : null,
          ]),
          requests ? m(RequestList, { requests, isOpen: requests.length === 1 && !run }) : null,
        ]) : null,
        run ? m(RunResult, { run, ranAt, fault: runFault, isBusy: !!abort, more, isWriting }) : null,
      ]);
    },
  };
};
