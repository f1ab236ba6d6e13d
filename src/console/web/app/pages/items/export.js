// Exports the whole result of a run: pages are read again from the first one and go into a Blob part by part.
import { m } from "../../m.js";
import { call } from "../../api.js";
import { persist } from "../../base/persist.js";
import { unitsText } from "../../dynamo/query/cost.js";
import { exportHead, exportItems, kExports } from "../../dynamo/items/export_text.js";
import { countText, plural } from "../../base/text.js";
import { bytesText } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { Field, select } from "../../ui/field.js";
import { Job, JobView, download } from "./job.js";
import { querySummary } from "./query_summary.js";

const kPartCharacters = 4 * 1024 * 1024;

// `about`: see querySummary.
export function exportResult({ table, request, columns, selection }, about) {
  let form = "typed", name = "", job = new Job(), count = 0, bytes = 0, units = 0,
    which = selection.size ? "selection" : "result", outside = 0;
  const shown = columns.shown();
  const tops = new Set(columns.all().map((one) => one.path[0]));

  async function work(one) {
    let parts = [], text = exportHead(form, shown);
    const take = (items) => {
      text += exportItems(form, items, shown);
      count += items.length;
      if (form === "csv") outside += items.filter((item) => Object.keys(item).some((name) => !tops.has(name))).length;
      if (text.length > kPartCharacters) {
        // The browser may keep a Blob on disk, so one Blob of all parts so far holds no text in memory.
        parts = [new Blob([...parts, text])];
        bytes = parts[0].size;
        text = "";
      }
      one.tick();
    };
    if (which === "selection") {
      for (const key of selection.keys) {
        const { Item } = await persist(() =>
          call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true }, { signal: one.signal }),
          one.signal);
        if (Item) take([Item]);
        else one.refuse(JSON.stringify(key), "The item is no longer there.");
      }
    } else {
      let start;
      do {
        const page = await persist(() =>
          call(request.operation, { ...request.body, Limit: undefined, ExclusiveStartKey: start,
            ReturnConsumedCapacity: "TOTAL" }, { signal: one.signal }), one.signal);
        units += page.ConsumedCapacity?.CapacityUnits ?? 0;
        take(page.Items);
        start = page.LastEvaluatedKey;
      } while (start);
    }
    const blob = new Blob([...parts, text]);
    bytes = blob.size;
    const [, ending, type] = kExports[form];
    name = `${table.TableName}.${ending}`;
    download(name, [blob], type);
  }
  const progressText = () => [
    [plural(count, "item"), bytes ? bytesText(bytes) : null, units ? unitsText(units) : null].filter(Boolean)
      .join(", "), ".",
    outside ? ` ${countText(outside)} of them have attributes that no column shows.` : "",
    name ? ` The browser downloads ${name}.` : "",
  ].join("");
  dialog({
    title: "Export",
    mayClose: () => { job.stop(); return true; },
    body: () => [
      job.state === "ready" ? [
        querySummary(about),
        selection.size
          ? m(Field, { label: "What", control: (a) =>
            select([["selection", `${selection.size} selected items`], ["result", "the whole result"]], which,
              (value) => (which = value), a) }) : null,
        m(Field, { label: "Format",
          control: (a) => select(Object.entries(kExports).map(([key, [title]]) => [key, title]),
          form, (value) => (form = value), a),
          hint: { typed: "DynamoDB's typed JSON, one item a line: it says everything, and can be imported again.",
            plain: "Sets become lists and binary values base64: not all types can be told apart afterwards.",
            csv: `The ${shown.length} columns that the grid shows. Maps, lists, sets and null as typed JSON. An ` +
              "import asks for the types again, and an empty text is like none: typed JSON keeps all." }[form] }),
        which === "result" ? m("p.muted",
          "The whole result is read again from its first page, which costs its read units.") : null,
      ] : m(JobView, { job, text: progressText(), rest: "There is no file.",
        part: which === "selection" ? count / selection.size : undefined }),
    ],
    foot: ({ dismiss }) => [
      job.state === "running" ? button("Stop", () => job.stop()) : button("Close", dismiss),
      job.state === "ready" ? button("Export", () => { job.run(work); },
        { kind: "primary", iconName: "download" }) : null,
    ],
  });
}
