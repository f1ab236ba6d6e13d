// The exports of a table to S3: their list, and the form of a new one.
import { call } from "../../api.js";
import { bytesText, countText, timeText } from "../../base/text.js";
import { exportFaults, exportForm, exportRequest, kFormats, kViews } from "../../dynamo/backups/export_form.js";
import { fieldText } from "../../dynamo/backups/moments.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field, select } from "../../ui/field.js";
import { toast } from "../../ui/toast.js";
import { requestOf } from "./request.js";
import { isUnknown } from "./unknown.js";

const kKinds = { COMPLETED: "ok", IN_PROGRESS: "warn", FAILED: "danger" };

const freshToken = () => Array.from(crypto.getRandomValues(new Uint8Array(16)),
  (byte) => byte.toString(16).padStart(2, "0")).join("");

function momentText({ ExportTime, IncrementalExportSpecification: span }) {
  if (span?.ExportFromTime)
    return `${timeText(span.ExportFromTime)} to ${span.ExportToTime ? timeText(span.ExportToTime) : "now"}`;
  return ExportTime ? timeText(ExportTime) : "–";
}

function row(one) {
  const id = one.ExportArn.split("/").at(-1);
  return m("tr", { key: one.ExportArn }, [
    m("td.mono", { title: one.ExportArn }, id),
    m("td", one.ExportType === "INCREMENTAL_EXPORT" ? "changes" : "full"),
    m("td", m("span.badge", { class: kKinds[one.ExportStatus] ?? "" }, one.ExportStatus),
      one.FailureMessage ? m("div.muted", `${one.FailureCode ?? "Error"}: ${one.FailureMessage}`) : null),
    m("td.whole", momentText(one)),
    m("td.mono.break", one.S3Bucket ? `s3://${one.S3Bucket}/${one.ExportManifest ?? one.S3Prefix ?? ""}` : "–"),
    m("td.number", one.ItemCount === undefined ? "–" : countText(one.ItemCount)),
    m("td.number.whole", one.BilledSizeBytes === undefined ? "–" : bytesText(one.BilledSizeBytes)),
  ]);
}

function exportTable(exports) {
  return m(".scroll", { tabindex: 0, role: "region", "aria-label": "Exports of the table" }, m("table", [
    m("thead", m("tr", ["Export", "Type", "Status", "Moment", "Place", "Items", "Size"].map((text) =>
      m("th", { scope: "col", class: text === "Items" || text === "Size" ? "number" : "" }, text)))),
    m("tbody", exports.map(row)),
  ]));
}

// A field of the form for a moment of the window.
const momentField = (form, member, label, window, faults) => m(Field, { label, fault: faults[member],
  control: (a) => m("input", { ...a, type: "datetime-local", step: 1, value: form[member],
    min: fieldText(window.earliest), max: fieldText(window.latest),
    oninput: (e) => (form[member] = e.target.value) }) });
const textField = (form, member, label, more = {}) => m(Field, { label, ...more,
  control: (a) => m("input.mono", { ...a, value: form[member], autocomplete: "off", spellcheck: false,
    oninput: (e) => (form[member] = e.target.value.trim()) }) });

function contentFields(form, window, faults) {
  if (!form.isFull) return [
    momentField(form, "from", "From, in UTC", window, faults), momentField(form, "to", "To, in UTC", window, faults),
    m(Field, { label: "Records have", control: (a) => select(kViews, form.view, (view) => (form.view = view), a) }),
  ];
  return [
    m(Field, { label: "Moment", control: (a) => select([["latest", "Now"], ["chosen", "A moment that I choose"]],
      form.isLatest ? "latest" : "chosen", (value) => (form.isLatest = value === "latest"), a) }),
    form.isLatest ? null : momentField(form, "moment", "Date and time in UTC", window, faults),
  ];
}

function body(form, window, faults, { tried, request, refusal }) {
  return [
    m(".row.key-field", [
      textField(form, "bucket", "Bucket", { fault: tried || form.bucket ? faults.bucket : "" }),
      textField(form, "prefix", "Prefix (optional)"),
      m(Field, { label: "Format", control: (a) => select(kFormats, form.format, (one) => (form.format = one), a) }),
    ]),
    m(".row.key-field", [
      m(Field, { label: "Content", control: (a) => select([["full", "All items"], ["changes", "Changes of a span"]],
        form.isFull ? "full" : "changes", (value) => (form.isFull = value === "full"), a) }),
      contentFields(form, window, faults),
    ]),
    m("p.muted", `The moments from ${timeText(window.earliest)} to ${timeText(window.latest)} can be exported.`),
    requestOf(request),
    faultView(refusal),
  ];
}

// Resolves with whether an export is under way.
function exportTableTo({ TableName, TableArn }, window) {
  const form = exportForm(window, freshToken());
  let busy = false, tried = false, refusal = null;
  const faults = () => exportFaults(form, window);
  const request = () => (Object.keys(faults()).length ? null : exportRequest(form, TableArn));
  const submit = async (close) => {
    tried = true;
    const now = request();
    if (!now) return;
    busy = true;
    refusal = null;
    try {
      await call(now.operation, now.body);
      toast(`The export of ${TableName} is under way.`);
      close(true);
    } catch (error) {
      refusal = error;
      // Only a request without an answer may be one that the server has carried out.
      if (error.code !== "NetworkError") form.token = freshToken();
    }
    busy = false;
    m.redraw();
  };
  return dialog({
    title: `Export ${TableName} to S3`,
    wide: true,
    body: () => body(form, window, faults(), { tried, request: request(), refusal }),
    foot: ({ close }) => [
      button("Cancel", () => close(false)),
      button(busy ? "Sending" : "Export", () => submit(close), { kind: "primary", disabled: busy }),
    ],
  });
}

function list(state) {
  if (state.exports === null) return m("p.loading", "Reading the list of exports");
  if (state.exports.length === 0) return state.fault ? null : m("p.muted", "The table has no export.");
  return [exportTable(state.shown), state.more > 0 ? m(".row", { style: { marginTop: "8px" } },
    button(`Show ${state.more} more exports`, () => state.showMore(), { small: true })) : null];
}

// `recovery` is the state of the table's recovery, which an export needs.
export function exportsPanel(state, recovery, table) {
  if (isUnknown(state.fault)) return m("section.panel", m("h2", "Exports to S3"),
    m("p.muted", "This endpoint does not know the operations of exports."));
  const begin = async () => {
    await recovery.read(); // its latest moment goes on
    if (recovery.recovery?.isOn && await exportTableTo(table, recovery.recovery)) await state.read();
  };
  const isOn = recovery.recovery?.isOn;
  return m("section.panel", { "aria-labelledby": "exports" }, [
    m(".panel-head", m("h2", { id: "exports" }, "Exports to S3"), m("span.fill"),
      session.server.ReadOnly ? null : button("Export to S3", begin,
        { small: true, iconName: "upload", disabled: !isOn })),
    recovery.recovery && !isOn ? m("p.muted", "An export needs point-in-time recovery, which is off.") : null,
    faultView(state.fault, { again: () => state.read() }),
    list(state),
  ]);
}
