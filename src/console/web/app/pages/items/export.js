// The dialog that exports the whole result of a run, or the selected items, into a file.
import { countText, plural } from "../../base/text.js";
import { kExports } from "../../dynamo/items/export_text.js";
import { unitsText } from "../../dynamo/query/cost.js";
import { bytesText } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field, select } from "../../ui/field.js";
import { ExportRun } from "./export_run.js";
import { Job, JobView, download } from "./job.js";
import { querySummary } from "./query_summary.js";

const hintOf = ({ form, columns }) => ({
  typed: "DynamoDB's typed JSON, one item a line: it says everything, and can be imported again.",
  plain: "Sets become lists and binary values base64: not all types can be told apart afterwards.",
  csv: `The ${columns.length} columns that the grid shows. Maps, lists, sets and null as typed JSON. An ` +
    "import asks for the types again, and an empty text is like none: typed JSON keeps all.",
}[form]);

/** @param {ExportRun} run */
function ready(run, about) {
  const { selection } = run;
  return [
    querySummary(about),
    selection.size
      ? m(Field, { label: "What", control: (a) =>
        select([["selection", `${selection.size} selected items`], ["result", "the whole result"]], run.which,
          (value) => (run.which = value), a) }) : null,
    m(Field, { label: "Format", hint: hintOf(run),
      control: (a) => select(Object.entries(kExports).map(([key, [title]]) => [key, title]), run.form,
        (value) => (run.form = value), a) }),
    run.which === "result" ? m("p.muted",
      "The whole result is read again from its first page, which costs its read units.") : null,
  ];
}

function progressText({ count, bytes, units, outside }, name) {
  return [
    [plural(count, "item"), bytes ? bytesText(bytes) : null, units ? unitsText(units) : null].filter(Boolean)
      .join(", "), ".",
    outside ? ` ${countText(outside)} of them have attributes that no column shows.` : "",
    name ? ` The browser downloads ${name}.` : "",
  ].join("");
}

// `about`: see querySummary.
export function exportResult(result, about) {
  const job = new Job(), run = new ExportRun(result);
  let name = "";
  const work = async () => {
    const blob = await run.work(job), [, ending, type] = kExports[run.form];
    name = `${result.table.TableName}.${ending}`;
    download(name, [blob], type);
  };
  dialog({
    title: "Export",
    mayClose: () => { job.stop(); return true; },
    body: () => [
      job.state === "ready" ? ready(run, about)
        : m(JobView, { job, text: progressText(run, name), rest: "There is no file.", part: run.part }),
    ],
    foot: ({ dismiss }) => [
      job.state === "running" ? button("Stop", () => job.stop()) : button("Close", dismiss),
      job.state === "ready" ? button("Export", () => { job.run(work); },
        { kind: "primary", iconName: "download" }) : null,
    ],
  });
}
