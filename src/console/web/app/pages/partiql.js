// The page of PartiQL: an editor, the parameters of its question marks, the access of the statements, and their
// results.
import { call } from "../api.js";
import { plural } from "../base/text.js";
import { kParameterTypes } from "../dynamo/partiql/parameters.js";
import { learn } from "../dynamo/partiql/seen.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { tables } from "../tables.js";
import { button } from "../ui/button.js";
import { confirm } from "../ui/dialog.js";
import { Field, select } from "../ui/field.js";
import { Editor, replaceText } from "./partiql/editor.js";
import { known, viewsOf } from "./partiql/known.js";
import { Results } from "./partiql/result.js";
import { freshTexts, Statements } from "./partiql/state.js";

const kept = freshTexts();
const kModes = [["each", "One after another"], ["batch", "As a batch"], ["transaction", "As a transaction"]];
const kMarks = { scan: "warn", write: "accent", unknown: "warn" };

// Amazon charges for all items that a Scan reads.
const mayScan = (texts) => !session.server.Amazon ||
  confirm({ title: "Read a whole table?", text: texts.join(" "), yes: "Scan" });

/** @param {Statements} state */
function parameterControl(state, one, attrs) {
  if (one.type === "NULL") return m("input.mono", { ...attrs, value: "null", disabled: true });
  if (one.type === "BOOL") return select(["true", "false"], one.text === "false" ? "false" : "true",
    (text) => { one.text = text; }, attrs);
  return m("input.mono", { ...attrs, value: one.text, spellcheck: false, autocomplete: "off",
    placeholder: one.type === "JSON" ? '{"SS": ["a", "b"]}' : "",
    oninput: (e) => { one.text = e.target.value; state.wrong = null; },
    onkeydown: (e) => { e.redraw = false; if (e.key === "Enter") state.go(); } });
}

/** @param {Statements} state */
const parameterField = (state, one, at) => m(".row.parameter", { key: at }, [
  m(Field, { label: `Parameter ${at + 1}`, fault: state.wrong?.[at], control: (a) => parameterControl(state, one, a) }),
  m(Field, { label: `Type of parameter ${at + 1}`, hideLabel: true,
    control: (a) => select(kParameterTypes, one.type, (type) => { one.type = type; state.wrong = null; }, a) }),
]);

function planLine({ access, text }, at, count) {
  const mark = kMarks[access] ? m("span.badge", { class: kMarks[access] }, access === "unknown" ? "note" : access)
    : m("span.badge.ok", access);
  return m("li", [mark, " ", count > 1 ? `${at + 1}: ` : null, text]);
}

function newcomer(setText) {
  const name = tables.names?.[0];
  if (!name || kept.text !== "") return null;
  return m("p.muted", ["For example: ",
    button(`SELECT * FROM "${name}"`, () => setText(`SELECT * FROM "${name}"`), { small: true, kind: "plain" })]);
}

/** @param {Statements} state */
function historyField(state, setText) {
  if (kept.history.length === 0) return null;
  const options = kept.history.map((one, at) => [String(at), one.text.replace(/\s+/g, " ").slice(0, 90)]);
  const choose = (at) => {
    const one = kept.history[Number(at)];
    if (at !== "" && one) setText(state.recall(one));
  };
  return m(Field, { label: "Earlier statements", control: (a) =>
    select([["", "Choose"], ...options], "", choose, { ...a, style: { maxWidth: "280px" } }) });
}

/** @param {Statements} state */
function runBar(state, { list, hasWrites, isShut, bad }, setText) {
  return m(".row.tail-bar", [
    list.length > 1 ? m(Field, { label: plural(list.length, "statement"),
      control: (a) => select(kModes, kept.mode, (mode) => (kept.mode = mode), a) }) : null,
    m(Field, { label: "Page size",
      control: (a) => m("input", { ...a, type: "number", min: 1, style: { width: "120px" }, value: state.limit,
        oninput: (e) => { state.limit = e.target.value; } }) }),
    button(hasWrites ? "Run, and write" : "Run", () => state.go(),
      { kind: "primary", iconName: "play", disabled: list.length === 0 || state.isBusy || isShut || !!bad,
        title: "Run (Ctrl+Enter)" }),
    state.isBusy ? button("Stop", () => state.stop()) : null,
    historyField(state, setText),
  ]);
}

export const PartiqlPage = () => {
  let area = null;
  const state = new Statements(kept, { call, viewsOf, names: () => tables.names, mayScan, seen: learn,
    redraw: m.redraw });
  const run = () => state.go(), more = (one) => state.more(one);
  function setText(text) {
    if (area) replaceText(area, 0, area.value.length, text);
    kept.text = text;
  }
  function show(place) {
    area.focus();
    area.setSelectionRange(place, Math.min(place + 1, area.value.length));
  }

  return {
    onremove: () => state.stop(),
    view: () => {
      const { list } = state, typed = state.parameters(list), plans = list.map((one) => state.plan(one));
      const hasWrites = plans.some((one) => one.access === "write");
      const isShut = hasWrites && session.server.ReadOnly, bad = state.faultOf(list);
      return [
        m(".page-head", m("h1", "PartiQL")),
        m(".panel.stack", [
          m("label.visually-hidden", { for: "partiql-text" }, "PartiQL statements"),
          m(Editor, { id: "partiql-text", text: kept.text, known, run, oninput: (text) => state.edit(text),
            ready: (dom) => { area = dom; }, isWrong: state.run?.results.some((one) => one.fault) && state.isSame }),
          newcomer(setText),
          typed.length > 0 ? m(".parameters", typed.map((one, at) => parameterField(state, one, at))) : null,
          list.length > 0 ? m("ul.plans", { "aria-label": "What will happen" },
            plans.slice(0, 20).map((one, at) => planLine(one, at, list.length))) : null,
          bad ? m(".notice.warn", bad) : null,
          isShut ? m(".notice", "This console is read-only, so that it sends no writes.") : null,
          runBar(state, { list, hasWrites, isShut, bad }, setText),
        ]),
        state.run ? m(Results, { run: state.run, statements: state.ran, isBusy: state.isBusy, more, show,
          isSame: state.isSame }) : null,
      ];
    },
  };
};
