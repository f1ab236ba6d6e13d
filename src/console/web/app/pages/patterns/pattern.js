// One access pattern: its parameters, the requests that they make, and what the requests found.
import { call } from "../../api.js";
import { viewOf } from "../../dynamo/tables/key_schema.js";
import { learn } from "../../dynamo/partiql/seen.js";
import { patternColumns } from "../../dynamo/patterns/pattern_columns.js";
import { PatternRun } from "../../dynamo/patterns/pattern_run.js";
import { emptyParts, fillItem, missingOfParts, partsBody, textsOfItem } from "../../dynamo/patterns/pattern_parts.js";
import { composeBody, counted, emptyForm, fillForm, isWrite, missing, operationText,
  suggestions } from "../../dynamo/patterns/patterns.js";
import { faulty, inWordsOfForm } from "../../dynamo/patterns/pattern_texts.js";
import { measureText } from "../../base/text.js";
import { WriteRun } from "../../dynamo/patterns/write_run.js";
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
import { Effects, WriteResult } from "./write.js";

export const Pattern = ({ attrs: { pattern, model } }) => {
  const isWriting = isWrite(pattern.Operation);
  const form = emptyForm(pattern);
  form.limit = "50";
  form.parts = emptyParts(pattern);
  const hasParts = form.parts.length > 0;
  let found = null, examplesFault = null, examplesUnits = 0, examplesAbort = null;
  let partsFound = null, requests = null, effects = null, composeFault = null, timer = 0, asked = 0;
  let isTouched = false; // what the user empties stays empty
  let run = null, runFault = null, abort = null, ranAt = null;
  const table = model.Tables.find((one) => one.Name === pattern.Table);
  const entityOf = (part) => model.Tables.find((one) => one.Name === part.Table)?.Entities.find((one) =>
    one.Name === part.Entity);
  const absentNow = () => [...missing(pattern, form), ...missingOfParts(pattern, form.parts)];
  const bodyNow = () => ({ ...composeBody(pattern, form),
    ...(hasParts ? { Parts: partsBody(pattern, form.parts) } : {}) });
  const entities = (table?.Entities ?? []).filter((one) => (pattern.Entities ?? []).includes(one.Name));

  // The requests that the form makes; none if the form has a fault that it says itself.
  async function compose() {
    clearTimeout(timer);
    const mine = ++asked;
    if (absentNow().length > 0 || faulty(pattern, form).length > 0) {
      requests = null;
      composeFault = null;
      return m.redraw();
    }
    try {
      const answer = await call("PartitaConsole.ComposePattern", bodyNow());
      if (mine !== asked) return;
      requests = counted(answer.Requests);
      effects = answer.Effects ?? null;
      composeFault = null;
    } catch (error) {
      if (mine !== asked) return;
      requests = null;
      error.message = inWordsOfForm(error.message, null);
      composeFault = error;
    }
    m.redraw();
  }
  function changed() {
    clearTimeout(timer);
    timer = setTimeout(compose, 250);
  }
  function typed() {
    isTouched = true;
    changed();
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
      partsFound = (pattern.Parts ?? [])
        .map((part) => (examples[part.Entity] ?? []).map((item) => textsOfItem(part, entityOf(part), item)));
      examplesUnits = units;
      // A read by keys begins with the first item of each entity. An entity without an item leaves its part out.
      if (hasParts && !isWriting && absentNow().length > 0) {
        form.parts = form.parts.map((_, at) =>
          ({ items: partsFound[at].slice(0, 1).map((texts) => fillItem(pattern.Parts[at], texts)) }));
        compose();
      }
      // Values of a write are not filled in unasked, because a press of Run would then change that item.
      if (found.length > 0 && !isWriting && !isTouched && Object.values(form.values).every((text) => text === "") &&
        form.range.from === "") fill(found[0]);
    } catch (error) {
      if (error.name !== "AbortError") examplesFault = error;
    }
    examplesAbort = null;
    m.redraw();
  }
  if (pattern.Served && (pattern.Parameters.length > 0 || hasParts) && !session.server.Amazon) suggest();
  compose();

  // Asks before a write, with all of its requests and what they change.
  async function confirmed(made) {
    return dialog({
      title: `${pattern.Name}: write?`, wide: true,
      body: () => [m(Effects, { effects: made.composed.Effects }),
        m(RequestList, { requests: made.requests, isOpen: true, why: "" })],
      foot: ({ close }) => [button("Cancel", () => close(false)),
        button("Write", () => close(true), { kind: "danger" })],
    });
  }
  // What was written, to show it. That it cannot be read is no fault of the write.
  async function readWritten(made, signal) {
    if (!made.outcome?.Done) return;
    try {
      made.written = await writtenItems(made.carriedOut, { call, describe: describeTable, signal });
    } catch (error) {
      made.written = [];
      if (error.name !== "AbortError") made.writtenFault = error;
    }
  }
  async function write() {
    abort?.abort();
    const own = (abort = new AbortController());
    const made = new WriteRun({ call, body: bodyNow() });
    // There is an answer from the moment on at which the write is sent, or if it ends without one.
    const answers = () => { run = made; ranAt = new Date(); m.redraw(); };
    run = null;
    runFault = null;
    m.redraw();
    try {
      await made.compose(own.signal);
      // A read before the write changes nothing, and the write is known only after it.
      while (made.readsNext) await made.step(own.signal);
      if (!made.waiting) answers();
      else if (await confirmed(made)) {
        answers();
        while (made.waiting) await made.step(own.signal);
        await readWritten(made, own.signal);
      } else toast("Nothing was written.");
    } catch (error) {
      if (error.name !== "AbortError") { runFault = error; answers(); }
      else if (run !== made) toast("Nothing was written.");
    }
    if (abort === own) abort = null;
    // What is stored may have changed, and a repetition is a write of its own.
    compose();
    m.redraw();
    requestAnimationFrame(() => document.getElementById("pattern-result")?.scrollIntoView({ block: "nearest" }));
  }
  async function go(event) {
    event?.preventDefault();
    await compose();
    if (!requests) return;
    if (isWriting) return session.server.ReadOnly ? undefined : write();
    abort?.abort();
    const described = await describeTable(pattern.Table).catch(() => null);
    const view = described && viewOf(described, requests[0]?.Body.IndexName ?? "");
    run = new PatternRun({ call, requests, sortKey: view?.sort ?? [] });
    run.columns = patternColumns(described, entities);
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
    ["Operation", operationText(pattern)], ["Table", pattern.Table],
    ["Index", pattern.Index || (isWriting ? null : "the table")],
    ["Entities", (pattern.Entities ?? []).join(", ")], ["Key condition", pattern.KeyCondition],
  ].filter(([, text]) => text).map(([name, text]) => [m("dt", name), m("dd.mono", text)]));

  function examplesLine() {
    if (pattern.Parameters.length === 0 && !hasParts) return null;
    if (examplesAbort) return m("p.muted", "Looking for values in the table");
    if (examplesFault)
      return m("p.muted", `No values to suggest: ${examplesFault.code ?? ""} ${examplesFault.message}`);
    if (found === null)
      return m(".row", [button("Suggest values from items", suggest, { small: true }),
        m("span.muted", "Reads up to 200 items by Scan.")]);
    if (hasParts ? partsFound.every((one) => one.length === 0) : found.length === 0)
      return m("p.muted",
        `The table has no ${(pattern.Entities ?? []).join(" or ") || "item"} among its first items, so that there ` +
        "are no values to suggest.");
    if (hasParts)
      return m("p.muted",
        `Values to choose are of items that exist: read by Scan, ${measureText(examplesUnits)} units.`);
    return m(".row.tail-bar", [
      m(Field, { label: "Values of an item that exists",
        control: (a) => select([["", "Choose"], ...found.map((one, at) => [String(at), one.label.slice(0, 100)])], "",
        (at) => { if (at !== "") fill(found[Number(at)]); }, a) }),
      m("span.muted", { style: { paddingBottom: "6px" } }, `Read by Scan, ${measureText(examplesUnits)} units.`),
    ]);
  }

  return {
    onremove: () => { clearTimeout(timer); abort?.abort(); examplesAbort?.abort(); },
    view: () => {
      const absent = absentNow(), wrong = faulty(pattern, form);
      const findings = model.Findings.filter((one) => one.Where === pattern.Name);
      return m("section.pattern", { "aria-labelledby": "pattern-title" }, [
        m(".panel.stack", [
          m("h2", { id: "pattern-title", tabindex: -1 }, pattern.Name),
          pattern.Description ? m("p", pattern.Description) : null,
          facts(),
          pattern.Served ? null : m(".notice.error",
            [m("strong", "The model does not serve this pattern. "), pattern.Refusal]),
          findings.map((one) => m(".notice.warn",
            [m("strong", `${one.Rule}: `), one.Text, one.Cure ? ` ${one.Cure}` : null])),
        ]),
        pattern.Served ? m("form.panel.stack", {
          onsubmit: go,
          onkeydown: (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) go(e); else e.redraw = false; },
        }, [
          examplesLine(),
          hasParts ? m(Parts, { pattern, form, found: partsFound, changed }) : pattern.Parameters.length > 0
            ? m(Parameters, { pattern, form, found, changed: typed }) : m("p.muted", "This pattern has no parameters."),
          faultView(composeFault),
          requests && effects ? m(Effects, { effects }) : null,
          m(".row.tail-bar", [
            isWriting || hasParts
              ? null : m(Field, { label: "Page size",
                control: (a) => m("input", { ...a, type: "number", min: 1, style: { width: "96px" }, value: form.limit,
                  oninput: (e) => { form.limit = e.target.value; changed(); } }) }),
            isWriting && session.server.ReadOnly
              ? m("span.muted", "This console is read-only, so that the write is only shown.")
              : button(isWriting ? "Write…" : "Run", null,
                { kind: "primary", iconName: "play",
                  disabled: !requests || absent.length > 0 || wrong.length > 0 || !!abort,
                  attrs: { type: "submit" } }),
            abort ? button("Stop", () => abort?.abort()) : null,
            absent.length > 0 ? m("span.muted", `Fill in ${absent.join(", ")}.`) : null,
            wrong.length > 0 ? m("span.muted", `Mend ${wrong.join(", ")}.`) : null,
          ]),
          requests ? m(RequestList, { requests, isOpen: requests.length === 1 && !run,
            ...(isWriting || hasParts ? { why: "" } : {}) }) : null,
        ]) : null,
        !run ? null : isWriting ? m(WriteResult, { run, ranAt, fault: runFault, isBusy: !!abort, model })
          : m(RunResult, { run, ranAt, fault: runFault, isBusy: !!abort, more }),
      ]);
    },
  };
};
