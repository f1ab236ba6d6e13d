// The page of PartiQL: an editor, the parameters of its question marks, what the statements will do, and their results.
import { call } from "../api.js";
import { plural } from "../base/text.js";
import { access, outline } from "../dynamo/partiql/classify.js";
import { kParameterTypes, parameterValue, together, withParameters } from "../dynamo/partiql/parameters.js";
import { StatementRun } from "../dynamo/partiql/run.js";
import { learn } from "../dynamo/partiql/seen.js";
import { statements as statementsOf } from "../dynamo/partiql/tokens.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { tables } from "../tables.js";
import { button } from "../ui/button.js";
import { confirm } from "../ui/dialog.js";
import { Field, select } from "../ui/field.js";
import { Editor, replaceText } from "./partiql/editor.js";
import { known, viewsOf } from "./partiql/known.js";
import { Results } from "./partiql/result.js";

// These outlive the page, so that a look at another page loses nothing; a reload forgets them.
const kept = { text: "", parameters: [], mode: "each", history: [] };
const kMostHistory = 50;
const kModes = [["each", "One after another"], ["batch", "As a batch"], ["transaction", "As a transaction"]];
const kMarks = { scan: "warn", write: "accent", unknown: "warn" };

export const PartiqlPage = () => {
  let area = null, limit = "100", abort = null, run = null, ran = [], ranText = "", wrong = null;

  const current = () => statementsOf(kept.text);
  function parameters(list) {
    const count = list.reduce((sum, one) => sum + outline(one).parameters, 0);
    while (kept.parameters.length < count) kept.parameters.push({ type: "S", text: "" });
    return kept.parameters.slice(0, count);
  }
  const plan = (one) => {
    const { table } = outline(one);
    if (table !== null && tables.names !== null && !tables.names.includes(table))
      return { access: "unknown", text: `The list of tables has no ${table}.` };
    return access(one, viewsOf(table));
  };

  function remember(text, values) {
    const entry = { text, parameters: values.map((one) => ({ ...one })), mode: kept.mode };
    kept.history = [entry, ...kept.history.filter((one) => one.text !== text)].slice(0, kMostHistory);
  }
  function setText(text) {
    if (area) replaceText(area, 0, area.value.length, text);
    kept.text = text;
  }

  async function go() {
    const list = current();
    if (list.length === 0 || abort) return;
    const typed = parameters(list);
    const values = typed.map((one) => parameterValue(one.type, one.text));
    wrong = values.map((one) => one.fault ?? null);
    if (wrong.some(Boolean)) return m.redraw();
    const plans = list.map(plan);
    const scans = plans.filter((one) => one.access === "scan");
    if (scans.length > 0 && session.server.Amazon &&
      !(await confirm({ title: "Read a whole table?", text: scans.map((one) => one.text).join(" "),
        yes: "Scan" }))) return;
    remember(kept.text, typed);
    run = new StatementRun({ call, mode: list.length > 1 ? kept.mode : "each", limit: /^[1-9]\d*$/.test(limit)
      ? Number(limit) : undefined, bodies: withParameters(list, values.map((one) => one.value)) });
    ran = list;
    ranText = kept.text;
    await working((signal) => run.run(signal));
  }
  const more = (one) => working((signal) => run.next(one, signal));
  async function working(work) {
    const own = (abort = new AbortController());
    m.redraw();
    try {
      await work(own.signal);
    } catch (error) {
      if (error.name !== "AbortError") run.fault = error;
    }
    run.results.forEach((one, at) => learn(outline(ran[at]).table, one.items));
    abort = null;
    m.redraw();
  }
  function show(place) {
    area.focus();
    area.setSelectionRange(place, Math.min(place + 1, area.value.length));
  }

  const parameterField = (one, at) => m(".row.parameter", { key: at }, [
    m(Field, { label: `Parameter ${at + 1}`, fault: wrong?.[at], control: (a) =>
      one.type === "NULL" ? m("input.mono", { ...a, value: "null", disabled: true })
        : one.type === "BOOL" ? select(["true", "false"], one.text === "false" ? "false" : "true",
          (text) => { one.text = text; }, a)
        : m("input.mono", { ...a, value: one.text, spellcheck: false, autocomplete: "off",
          placeholder: one.type === "JSON" ? '{"SS": ["a", "b"]}' : "",
          oninput: (e) => { one.text = e.target.value; wrong = null; },
          onkeydown: (e) => { e.redraw = false; if (e.key === "Enter") go(); } }) }),
    m(Field, { label: `Type of parameter ${at + 1}`, hideLabel: true,
      control: (a) => select(kParameterTypes, one.type, (type) => { one.type = type; wrong = null; }, a) }),
  ]);

  const planLine = (one, at, count) => {
    const { access: kind, text } = plan(one);
    return m("li", [kMarks[kind] ? m("span.badge", { class: kMarks[kind] }, kind === "unknown" ? "note" : kind)
      : m("span.badge.ok", kind), " ", count > 1 ? `${at + 1}: ` : null, text]);
  };

  function newcomer() {
    const name = tables.names?.[0];
    if (!name || kept.text !== "") return null;
    return m("p.muted", ["For example: ",
      button(`SELECT * FROM "${name}"`, () => setText(`SELECT * FROM "${name}"`), { small: true, kind: "plain" })]);
  }

  return {
    onremove: () => abort?.abort(),
    view: () => {
      const list = current();
      const typed = parameters(list);
      const hasWrites = list.some((one) => plan(one).access === "write");
      const isShut = hasWrites && session.server.ReadOnly;
      const bad = list.length > 1 && kept.mode !== "each" ? together(list.map((one) => ({ Statement: one.text })),
        kept.mode).fault : null;
      return [
        m(".page-head", m("h1", "PartiQL")),
        m(".panel.stack", [
          m("label.visually-hidden", { for: "partiql-text" }, "PartiQL statements"),
          m(Editor, { id: "partiql-text", text: kept.text, known, run: go,
            oninput: (text) => { kept.text = text; wrong = null; }, ready: (dom) => { area = dom; },
            isWrong: run?.results.some((one) => one.fault) && ranText === kept.text }),
          newcomer(),
          typed.length > 0 ? m(".parameters", typed.map(parameterField)) : null,
          list.length > 0 ? m("ul.plans", { "aria-label": "What will happen" },
            list.slice(0, 20).map((one, at) => planLine(one, at, list.length))) : null,
          bad ? m(".notice.warn", bad) : null,
          isShut ? m(".notice", "This console is read-only, so that it sends no writes.") : null,
          m(".row.tail-bar", [
            list.length > 1 ? m(Field, { label: plural(list.length, "statement"),
              control: (a) => select(kModes, kept.mode, (mode) => (kept.mode = mode), a) }) : null,
            m(Field, { label: "Page size",
              control: (a) => m("input", { ...a, type: "number", min: 1, style: { width: "120px" }, value: limit,
                oninput: (e) => { limit = e.target.value; } }) }),
            button(hasWrites ? "Run, and write" : "Run", go,
              { kind: "primary", iconName: "play", disabled: list.length === 0 || !!abort || isShut || !!bad,
                title: "Run (Ctrl+Enter)" }),
            abort ? button("Stop", () => abort?.abort()) : null,
            kept.history.length > 0
              ? m(Field, { label: "Earlier statements",
                control: (a) =>
                  select([["", "Choose"],
                    ...kept.history.map((one, at) => [String(at), one.text.replace(/\s+/g, " ").slice(0, 90)])],
                      "", (at) => {
              const one = kept.history[Number(at)];
              if (at === "" || !one) return;
              kept.parameters = one.parameters.map((each) => ({ ...each }));
              kept.mode = one.mode;
              setText(one.text);
            }, { ...a, style: { maxWidth: "280px" } }) }) : null,
          ]),
        ]),
        run ? m(Results, { run, statements: ran, isBusy: !!abort, more, show, isSame: ranText === kept.text }) : null,
      ];
    },
  };
};
