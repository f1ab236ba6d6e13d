// The effects of a write of the model before and after it runs, and its cost.
import { measureText, plural } from "../../base/text.js";
import { inWordsOfForm } from "../../dynamo/patterns/pattern_texts.js";
import { m } from "../../m.js";
import { fault as faultView } from "../../ui/fault.js";
import { ItemTable } from "../../ui/item_table.js";
import { Written } from "./written.js";

const kVerbs = { put: "Puts", create: "Creates", update: "Updates", delete: "Deletes", check: "Checks" };

// The effects on each item, before a request is sent.
export const Effects = {
  view: ({ attrs: { effects } }) => {
    const sum = effects.reduce((all, one) => all + one.Units, 0);
    const isLeast = effects.some((one) => one.AtLeast);
    return m(".effects", [
      m("ul", effects.map((one) => m("li", [
        m("strong", `${kVerbs[one.Kind] ?? one.Kind} ${one.Entity}`), " ", m("span.mono", one.Key),
        one.Update ? m(".mono", one.Update) : null,
        one.Condition ? m("div", ["if ", m("span.mono", one.Condition)]) : null,
        one.ReadsFirst ? m(".notice",
          ["The library reads the item first: ", one.ReadsFirst, ". The write is shown when the item is read."]) : null,
      ]))),
      m("p", [
        `Costs ${isLeast ? "at least " : ""}${measureText(sum)} write units, entries of indexes included`,
        isLeast ? "; what is stored may make it dearer." : ".",
      ]),
    ]);
  },
};

function requestTable(run) {
  const head = (text, kind = "") => m(`th${kind}`, { scope: "col" }, text);
  return m(".scroll", { tabindex: 0, role: "region", "aria-label": "Requests of the write" }, m("table", [
    m("thead", m("tr", [head("Request"), head("Units", ".number"), head("Of which"), head("ms", ".number")])),
    m("tbody", run.stats.map((one) => m("tr", [
      m("td.mono", [one.request.Operation, one.error ? m("span.badge.danger", one.error.code) : null]),
      m("td.number", one.units === null ? "–" : measureText(one.units)),
      m("td", one.places.map(([name, units]) => `${name} ${measureText(units)}`).join(", ")),
      m("td.number", measureText(one.ms))]))),
  ]));
}

const kUnknown =
  "It is not known whether the last request was carried out. Look at the items before you repeat the write.";
function whatIsWritten(run) {
  if (run.outcome.Failure.Code === "OutcomeUnknown") return "It is not known what was written.";
  return run.wrote ? "Not all was written." : "Nothing was written.";
}

function numbers({ units, ms, requests }) {
  return m("dl.numbers", [
    ["Units", units === null ? "–" : measureText(units)],
    ["Time", `${measureText(ms)} ms`],
    ["Requests", String(requests)],
  ].map(([name, text]) => m("div", [m("dt", name), m("dd", text)])));
}

function status({ run, fault, isBusy }) {
  const { outcome, totals } = run, failure = outcome?.Failure;
  return m("div", { role: "status" }, [
    isBusy && !outcome ? m("p.muted", "Writing") : null,
    outcome?.Done ? m(".notice.ok", m("strong", "Done.")) : null,
    failure ? m(".notice.error",
      [m("strong", whatIsWritten(run)), " ", inWordsOfForm(failure.Message, run.composed.Effects),
        m(".muted", failure.Code)]) : null,
    !outcome && !fault && !isBusy ? m(".notice.warn", kUnknown) : null,
    totals.requests === 0 || isBusy ? null : numbers(totals),
  ]);
}

function writtenView({ run, model }) {
  const { written, item } = run, isDone = !!run.outcome?.Done;
  return [
    isDone && written?.length > 0 ? m(Written, { written, model }) : null,
    faultView(run.writtenFault, { more: m("div", "The write is done; only what it wrote cannot be shown.") }),
    item && isDone && written?.length === 0 ? m(ItemTable, { items: [item], label: plural(1, "item") }) : null,
  ];
}

export const WriteResult = {
  view: ({ attrs }) => {
    const { run, ranAt, fault } = attrs;
    return m(".panel.stack", { id: "pattern-result" }, [
      m(".panel-head", [m("h2", "Answer"), m("span.fill"), m("span.muted", `${ranAt.toLocaleTimeString()}`)]),
      status(attrs),
      faultView(fault),
      fault && run.stats.at(-1)?.error === fault && !run.readsNext ? m("p", kUnknown) : null,
      writtenView(attrs),
      run.stats.length > 0 ? requestTable(run) : null,
    ]);
  },
};
