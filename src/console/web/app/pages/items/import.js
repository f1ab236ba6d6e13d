// The dialog that imports a file: chooses its form, shows how its first items would look, writes with progress, and
// reports refused lines.
import { refusedName } from "../../base/refused_lines.js";
import { kColumnTypes, kFormats } from "../../dynamo/items/import_items.js";
import { itemText } from "../../dynamo/values/short_text.js";
import { bytesText } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field, checkbox, select } from "../../ui/field.js";
import { ImportRun } from "./import_run.js";
import { Job, JobView, download } from "./job.js";

const kSeparators = [[",", "comma"], [";", "semicolon"], ["\t", "tab"]];

/** @param {ImportRun} run */
function columnRows(run) {
  return m(".scroll.short", { role: "region", tabindex: 0, "aria-label": "Columns of the file" }, m("table", [
    m("thead", m("tr", ["Column", "Attribute", "Type"].map((text) => m("th", { scope: "col" }, text)))),
    m("tbody", run.options.columns.map((column) => m("tr", [
      m("td", column.title),
      m("td", m("input", { "aria-label": `Attribute of the column ${column.title}`, value: column.name,
        oninput: (e) => { column.name = e.target.value; run.look(); } })),
      m("td", select(Object.entries(kColumnTypes), column.type, (type) => { column.type = type; run.look(); },
        { "aria-label": `Type of the column ${column.title}` })),
    ]))),
  ]));
}

/** @param {ImportRun} run */
function formRow(run) {
  const { options } = run;
  return m(".row", [
    m(Field, { label: "Format", control: (a) => select(Object.entries(kFormats), options.format,
      (format) => { options.format = format; run.look({ isFresh: true }); }, a) }),
    options.format === "csv"
      ? m(Field, { label: "Separator", control: (a) => select(kSeparators, options.separator,
        (value) => { options.separator = value; run.look({ isFresh: true }); }, a) }) : null,
    m(Field, { label: "Items that exist",
      control: (a) => select([["yes", "are replaced"], ["no", "stay as they are"]], run.replaces ? "yes" : "no",
        (value) => (run.replaces = value === "yes"), a) }),
  ]);
}

/** @param {ImportRun} run */
function preview(run) {
  if (!run.preview) return null;
  return m(".stack", [m("h3", "The first items"), run.preview.map(({ line, item, reason }) => m("p.preview", [
    m("span.muted", `line ${line}: `),
    item ? m("code", itemText(run.table, item, 240)) : m("span.fault", reason)]))]);
}

/** @param {ImportRun} run */
function ready(run) {
  const { options } = run;
  return [
    m(Field, { label: "File",
      hint: "JSON lines (typed or plain), lines of an export to S3 (unpacked), a JSON array, or CSV",
      control: (a) => m("input", { ...a, type: "file", accept: ".json,.jsonl,.ndjson,.csv,.tsv,.txt",
        onchange: (e) => { run.choose(e.target.files[0]); } }) }),
    run.file ? [
      formRow(run),
      options.format === "csv" ? [columnRows(run),
        checkbox("An empty field is not an attribute", options.emptyIsAbsent,
          (on) => { options.emptyIsAbsent = on; run.look(); })] : null,
      preview(run),
    ] : null,
  ];
}

// The refused lines, to be mended and imported again.
function refusedFile({ refused, options, file }, job) {
  if (!refused?.count || job.state === "running") return null;
  return m(".stack", [
    m(".row", button(`Download the refused ${options.format === "array" ? "items" : "lines"}`,
      () => download(refusedName(file.name), refused.file(), "application/octet-stream"), { iconName: "download" })),
    m("p.muted", "They are as they stand in the file. Mend them, and import them again."),
  ]);
}

/** @param {ImportRun} run */
function progress(run, job) {
  const { file, read, written } = run;
  return [
    m(JobView, { job,
      text: `${written.toLocaleString("en")} items written; ${bytesText(read)} of ${bytesText(file.size)} read.`,
      part: file.size ? read / file.size : 1, rest: "What was written before stays written." }),
    refusedFile(run, job),
  ];
}

export function importFile(table, done) {
  const run = new ImportRun(table), job = new Job();
  dialog({
    title: `Import into ${table.TableName}`,
    wide: true,
    mayClose: () => job.state !== "running",
    body: () => (job.state === "ready" ? ready(run) : progress(run, job)),
    foot: ({ dismiss }) => [
      job.state === "running" ? button("Stop", () => job.stop())
        : button(job.state === "ready" ? "Cancel" : "Close", dismiss),
      job.state === "ready" ? button("Import", () => { job.run(() => run.work(job)); },
        { kind: "primary", iconName: "upload", disabled: !run.file }) : null,
    ],
  }).then(() => { if (run.written) done(); });
}
