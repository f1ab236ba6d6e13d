// Imports a file: chooses its form, shows how its first items would look, writes with progress, and reports refused
// lines. The file is read slice by slice.
import { m } from "../../m.js";
import { call } from "../../api.js";
import { BatchWriter } from "../../dynamo/items/batch_writer.js";
import { createRequest } from "../../dynamo/items/edit.js";
import { slices } from "../../base/file_texts.js";
import { guessColumns, guessFormat, headText, importItems, kColumnTypes,
  kFormats } from "../../dynamo/items/import_items.js";
import { keyOf } from "../../dynamo/tables/keys.js";
import { isOfOneRequest, persistCondition } from "../../base/persist.js";
import { RefusedLines, refusedName } from "../../base/refused_lines.js";
import { itemText } from "../../dynamo/values/short_text.js";
import { bytesText, equalItems, itemSize } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field, checkbox, select } from "../../ui/field.js";
import { readItem } from "./drawer.js";
import { Job, JobView, download } from "./job.js";

const kStart = 256 * 1024, kShown = 5;

export function importFile(table, done) {
  const options = { format: "lines", columns: [], separator: ",", emptyIsAbsent: true };
  let file = null, start = "", job = new Job(), written = 0, read = 0, replace = true, preview = null, turn = 0,
    refused = null;

  async function choose(chosen) {
    file = chosen ?? null;
    if (!file) return;
    start = await file.slice(0, kStart).text();
    options.format = guessFormat(file.name, start);
    options.separator = /\.tsv$/i.test(file.name) ? "\t" : ",";
    await look(true);
  }
  // The first items, as they would be written.
  async function look(fresh) {
    if (options.format === "csv" && fresh) options.columns = guessColumns(table, start, options.separator);
    const mine = ++turn, found = [];
    try {
      // From the file and not from `start`, which may end inside of a line.
      for await (const one of importItems(table, slices(file), options)) {
        found.push(one);
        if (found.length === kShown || mine !== turn) break;
      }
    } catch (error) {
      if (!found.length) found.push({ line: 1, reason: error.message });
    }
    if (mine === turn) preview = found;
    m.redraw();
  }
  async function work(one) {
    refused = new RefusedLines(options.format, options.format === "csv" ? headText(start, options.separator) : "");
    const refuse = ({ line, text }, reason) => {
      refused.add(text);
      one.refuse(`line ${line}`, reason, text);
    };
    const writer = new BatchWriter({ call, tableName: table.TableName,
      keyOf: (write) => keyOf(table, write.PutRequest.Item), signal: one.signal,
      written: (count) => { written += count; one.tick(); },
      refused: (place, error) => refuse(place, `${error.code ?? "Error"}: ${error.message}`) });
    for await (const { line, item, reason, text } of importItems(table,
      slices(file, { progress: (bytes) => { read = bytes; one.tick(); } }), options)) {
      one.signal.throwIfAborted();
      if (!item) { refuse({ line, text }, reason); one.tick(); continue; }
      if (replace) { await writer.add({ PutRequest: { Item: item } }, { line, text }, itemSize(item)); continue; }
      try {
        await persistCondition(() => call("PutItem", createRequest(table, item), { signal: one.signal }),
          async ({ body }) => equalItems(body?.Item ?? await readItem(table, item) ?? {}, item),
          { signal: one.signal });
        written += 1;
      } catch (error) {
        if (!isOfOneRequest(error)) throw error;
        refuse({ line, text }, error.code === "ConditionalCheckFailedException"
          ? "The table holds an item with this key already." : `${error.code}: ${error.message}`);
      }
      one.tick();
    }
    await writer.drain();
  }

  const columnRows = () => m(".scroll.short", { role: "region", tabindex: 0, "aria-label": "Columns of the file" },
    m("table", [
    m("thead", m("tr", ["Column", "Attribute", "Type"].map((text) => m("th", { scope: "col" }, text)))),
    m("tbody", options.columns.map((column) => m("tr", [
      m("td", column.title),
      m("td", m("input", { "aria-label": `Attribute of the column ${column.title}`, value: column.name,
        oninput: (e) => { column.name = e.target.value; look(); } })),
      m("td", select(Object.entries(kColumnTypes), column.type, (type) => { column.type = type; look(); },
        { "aria-label": `Type of the column ${column.title}` })),
    ]))),
  ]));
  const ready = () => [
    m(Field, { label: "File",
      hint: "JSON lines (typed or plain), lines of an export to S3 (unpacked), a JSON array, or CSV",
      control: (a) => m("input", { ...a, type: "file", accept: ".json,.jsonl,.ndjson,.csv,.tsv,.txt",
        onchange: (e) => { choose(e.target.files[0]); } }) }),
    file ? [
      m(".row", [
        m(Field, { label: "Format", control: (a) => select(Object.entries(kFormats), options.format,
          (format) => { options.format = format; look(true); }, a) }),
        options.format === "csv"
          ? m(Field, { label: "Separator",
            control: (a) => select([[",", "comma"], [";", "semicolon"], ["\t", "tab"]], options.separator,
              (value) => { options.separator = value; look(true); }, a) }) : null,
        m(Field, { label: "Items that exist",
          control: (a) => select([["yes", "are replaced"], ["no", "stay as they are"]], replace ? "yes" : "no",
            (value) => (replace = value === "yes"), a) }),
      ]),
      options.format === "csv" ? [columnRows(),
        checkbox("An empty field is no attribute", options.emptyIsAbsent,
          (on) => { options.emptyIsAbsent = on; look(); })] : null,
      preview ? m(".stack", [m("h3", "The first items"),
        preview.map(({ line, item, reason }) =>
          m("p.preview", [m("span.muted", `line ${line}: `),
            item ? m("code", itemText(table, item, 240)) : m("span.fault", reason)]))]) : null,
    ] : null,
  ];
  // What was refused, to be mended and imported again.
  const refusedFile = () => (!refused?.count || job.state === "running" ? null : m(".stack", [
    m(".row", button(`Download the refused ${options.format === "array" ? "items" : "lines"}`,
      () => download(refusedName(file.name), refused.file(), "application/octet-stream"), { iconName: "download" })),
    m("p.muted", "They are as they stand in the file. Mend them, and import them again."),
  ]));
  dialog({
    title: `Import into ${table.TableName}`,
    wide: true,
    mayClose: () => job.state !== "running",
    body: () => (job.state === "ready"
      ? ready()
      : [m(JobView, { job,
        text: `${written.toLocaleString("en")} items written; ${bytesText(read)} of ${bytesText(file.size)} read.`,
        part: file.size ? read / file.size : 1, rest: "What was written before stays written." }), refusedFile()]),
    foot: ({ dismiss }) => [
      job.state === "running" ? button("Stop", () => job.stop())
        : button(job.state === "ready" ? "Cancel" : "Close", dismiss),
      job.state === "ready" ? button("Import", () => { job.run(work); },
        { kind: "primary", iconName: "upload", disabled: !file }) : null,
    ],
  }).then(() => { if (written) done(); });
}
