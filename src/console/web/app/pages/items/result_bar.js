// The result of a run so far, and the actions on the result or the selection.
import { m } from "../../m.js";
import { unitsText } from "../../dynamo/query/cost.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { bulkDelete } from "./bulk_delete.js";
import { bulkEdit } from "./bulk_edit.js";
import { chooseColumns } from "./columns_dialog.js";
import { newItem } from "./drawer.js";
import { exportResult } from "./export.js";
import { importFile } from "./import.js";

const number = (value) => value.toLocaleString("en");

function statusText({ rows, count, scanned, units, milliseconds }) {
  const parts = [`${number(count)} item${count === 1 ? "" : "s"}${rows.complete ? "" : " so far"}`];
  if (scanned !== count) parts.push(`${number(scanned)} evaluated`);
  if (units) parts.push(unitsText(units));
  if (rows.reads)
    parts.push(
      `${number(rows.reads)} request${rows.reads === 1 ? "" : "s"}, the last in ${Math.round(milliseconds)} ms`);
  return parts.join(" · ");
}

// The actions on the whole result, or on the selection if rows are selected.
function actions({ result, isOld, onrun }) {
  const { rows, table, selection } = result;
  const isCount = result.request.body.Select === "COUNT";
  const chosen = selection.size, mayWrite = !session.server.ReadOnly && !result.past;
  const what = chosen ? `${number(chosen)} selected item${chosen === 1 ? "" : "s"}` : "the whole result";
  const which = chosen ? number(chosen) : "all";
  const about = () => ({ request: result.request, count: result.count, complete: rows.complete, isOld, chosen });
  const target = () => ({ state: result.state, rows: chosen ? selection.items : undefined, about: about() });
  const done = () => { selection.clear(); onrun(); };
  return m(".row.result-bar", [
    mayWrite ? button("New item", () => newItem(table, { done: onrun }), { small: true, iconName: "plus" }) : null,
    mayWrite && !isCount ? button(`Edit ${which}`, () => bulkEdit(table, target(), what, done),
      { small: true, iconName: "edit", title: `Edit ${what}` }) : null,
    mayWrite && !isCount ? button(`Delete ${which}`, () => bulkDelete(table, target(), what, done),
      { small: true, iconName: "trash", title: `Delete ${what}` }) : null,
    isCount ? null : button("Export", () => exportResult(result, about()), { small: true, iconName: "download" }),
    mayWrite ? button("Import", () => importFile(table, onrun), { small: true, iconName: "upload" }) : null,
    isCount ? null : button("Columns", () => chooseColumns(result), { small: true, iconName: "columns" }),
  ]);
}

// A line of its own, so that a selection or a long status never moves the rows below a pointer.
function statusLine({ result, isOld }) {
  const { rows, selection } = result;
  return m(".row.result-line", [
    m("span.result-status", { role: "status", tabindex: -1 }, statusText(result)),
    rows.busy ? button("Stop", () => rows.stop(), { small: true, iconName: "pause" }) : null,
    rows.stopped && !rows.busy ? button("Go on", () => rows.resume(), { small: true, iconName: "play" }) : null,
    !rows.busy && rows.complete ? m("span.badge", "all read") : null,
    isOld ? m("span.badge", "of the last run: press Run for the query above") : null,
    selection.size ? button(`Clear the selection (${number(selection.size)})`, () => selection.clear(),
      { kind: "plain", small: true }) : null,
  ]);
}

export const ResultBar = {
  view: ({ attrs }) => {
    const { rows } = attrs.result;
    return [
      actions(attrs),
      statusLine(attrs),
      rows.fault ? m(".notice.error.row", { role: "alert" }, [
        m("span", `${rows.fault.code ?? "Error"}: ${rows.fault.message}`),
        button("Try again", () => rows.resume(), { small: true }),
      ]) : null,
    ];
  },
};
