// The answer of each statement.
import { measureText, plural } from "../../base/text.js";
import { outline } from "../../dynamo/partiql/classify.js";
import { placeOf } from "../../dynamo/partiql/parameters.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { fault as faultView } from "../../ui/fault.js";
import { ItemTable } from "../../ui/item_table.js";
import { viewsOf } from "./known.js";

function statementFault(fault, statement, show) {
  const at = placeOf(fault.message ?? "", statement?.text ?? "");
  return faultView(fault, { more: at === null || !statement
    ? null : button("Show the place", () => show(statement.start + at), { small: true }) });
}

function costText(run, one, kind) {
  const isEach = run.mode === "each";
  return [one.pages > 0 && kind === "SELECT" ? plural(one.items.length, "item") : null,
    isEach && one.units !== null ? `${measureText(one.units)} units` : null,
    isEach ? `${measureText(one.ms)} ms` : null,
    one.pages > 1 ? `${one.pages} pages` : null].filter(Boolean).join(" · ");
}

function items(one, at, { table, index, kind }) {
  if (one.items.length > 0) {
    const view = viewsOf(table)?.find((each) => each.name === (index ?? ""));
    return m(ItemTable, { items: one.items, first: view ? [...view.partition, ...view.sort] : [],
      label: `Items of statement ${at + 1}` });
  }
  if (one.fault) return null;
  const emptyText = one.isDone ? "No item matches." : "No item so far.";
  return m("p.muted", kind === "SELECT" ? emptyText : "Done.");
}

function result({ run, statements, isBusy, more, show, isSame }, one, at) {
  if (one.pages === 0 && !one.fault) return null;
  const about = outline(statements[at]);
  return m("section.panel.stack", { "aria-label": `Result ${at + 1}` }, [
    m(".panel-head", [m("h2", run.results.length > 1 ? `Result ${at + 1}` : "Result"),
      m("code.statement", one.body.Statement.slice(0, 200)), m("span.fill"),
      m("span.muted", { role: "status" }, costText(run, one, about.kind))]),
    one.fault ? statementFault(one.fault, isSame ? statements[at] : null, show) : null,
    items(one, at, about),
    one.isDone || one.pages === 0 || run.mode !== "each" ? null : m(".row", [
      button(isBusy ? "Reading" : "Read the next page", () => more(one), { kind: "primary", disabled: isBusy }),
      m("span.muted", "There is more.")]),
  ]);
}

// The cost of all statements together, if they were sent together.
function together(run) {
  if (run.mode === "each" || !(run.results.some((one) => one.pages > 0) || run.fault)) return null;
  return m("p.muted", [`${run.mode === "batch" ? "Batch" : "Transaction"}: `,
    run.units === null ? "" : `${measureText(run.units)} units · `, `${measureText(run.ms)} ms`]);
}

// `statements` are those of the text that was run.
export const Results = {
  view: ({ attrs }) => m(".results", [
    attrs.run.fault ? m(".panel", faultView(attrs.run.fault)) : null,
    attrs.run.results.map((one, at) => result(attrs, one, at)),
    together(attrs.run),
  ]),
};
