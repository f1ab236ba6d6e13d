// The dialog of a restore: the form, and a preview of the new table.
import { call } from "../../api.js";
import { bytesText, plural, timeText } from "../../base/text.js";
import { fieldText, secondsOf } from "../../dynamo/backups/moments.js";
import { lostSettings, mayLeaveOut } from "../../dynamo/backups/restore_form.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { listTables, tables } from "../../tables.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { fault as faultView } from "../../ui/fault.js";
import { Field, checkbox, select } from "../../ui/field.js";
import { keyText, projectionText, throughputText } from "../tables/describe.js";
import { ttlOf } from "../tables/ttl.js";
import { restores } from "./begun.js";
import { requestOf } from "./request.js";
import { RestoreState } from "./restore_state.js";

/** @param {RestoreState} state */
function momentFields({ form, recovery, faults }) {
  return m(".row.key-field", [
    m(Field, { label: "Moment", control: (a) => select([["latest", "The latest restorable time"],
      ["chosen", "A moment that I choose"]], form.isLatest ? "latest" : "chosen", (value) => {
      form.isLatest = value === "latest";
      if (!form.moment) form.moment = fieldText(recovery.latest);
    }, a) }),
    form.isLatest ? null : m(Field, { label: "Date and time in UTC", fault: faults.moment,
      hint: `From ${timeText(recovery.earliest)} to ${timeText(recovery.latest)}`,
      control: (a) => m("input", { ...a, type: "datetime-local", step: 1, value: form.moment,
        min: fieldText(recovery.earliest), max: fieldText(recovery.latest),
        oninput: (e) => (form.moment = e.target.value) }) }),
  ]);
}

function amountText({ items, bytes, now, backup }) {
  const amount = `${plural(items, "item")}, ${bytesText(bytes)}`;
  if (!backup) return `${amount} now; at the moment it may have had others`;
  return now ? `${amount}; the table has ${plural(now.items, "item")} now` : amount;
}

/** @param {RestoreState} state */
function indexLines(state) {
  const { indexes, definitions } = state.origin, mayChoose = !session.server.ReadOnly;
  if (indexes === null) return "those that the table had, which a SYSTEM backup does not tell";
  if (indexes.length === 0) return "none";
  const line = (one) => [m("span.mono", one.name), ` (${one.kind}) `,
    one.keySchema ? m("span.mono", keyText(one.keySchema, definitions)) : null, `, ${projectionText(one.projection)}`];
  return m("ul.plain", indexes.map((one) => m("li", mayChoose && mayLeaveOut(one)
    ? checkbox(m("span", line(one)), !state.form.leftOut.has(one.name), () => state.turnIndex(one.name)) : line(one))));
}

function momentText({ backup }, form) {
  if (backup) return `as it was at ${timeText(backup.BackupCreationDateTime)}`;
  const seconds = secondsOf(form.moment);
  return form.isLatest ? "as it is at the latest restorable time"
    : Number.isNaN(seconds) ? "" : `as it was at ${timeText(seconds)}`;
}

/** @param {RestoreState} state */
function preview(state) {
  const { origin, form } = state;
  return [
    m("section", { "aria-labelledby": "restore-preview" }, [
      m("h3", { id: "restore-preview" }, "The new table"),
      m("dl.facts", [
        m("dt", "Name"), m("dd.mono", form.name),
        m("dt", "Content"), m("dd", `${origin.tableName}, ${momentText(origin, form)}`),
        m("dt", "Amount"), m("dd", amountText(origin)),
        m("dt", "Key"), m("dd.mono", keyText(origin.keySchema, origin.definitions)),
        m("dt", "Capacity"), m("dd", throughputText(origin.billing)),
        m("dt", "Indexes"), m("dd", indexLines(state)),
      ]),
    ]),
    m("table.lost", { "aria-label": "What the new table lacks" }, [
      m("thead", m("tr", ["Does not come with it", "The old table", "The new table"]
        .map((text) => m("th", { scope: "col" }, text)))),
      m("tbody", lostSettings(origin).map(([name, old, now]) => m("tr", [m("td", name),
        m("td", old === undefined ? m("span.muted", origin.backup ? "not told by the backup" : "not read") : old),
        m("td", now)]))),
    ]),
  ];
}

/** @param {RestoreState} state */
function body(state) {
  const { form, faults } = state;
  if (!state.origin) return faultView(state.fault, { again: () => state.load() }) ??
    m("p.loading", "Reading what there is to restore");
  return [
    state.recovery ? momentFields(state) : null,
    m(Field, { label: "Name of the new table", fault: faults.name,
      control: (a) => m("input.mono", { ...a, value: form.name, autocomplete: "off", spellcheck: false,
        oninput: (e) => (form.name = e.target.value) }) }),
    preview(state),
    requestOf(state.request),
    session.server.ReadOnly ? m(".notice", "This console is read-only, so that it cannot restore.") : null,
    faultView(state.fault),
  ];
}

// Begins a restore: of a backup, or of a table to a moment. Resolves with whether a new table is on its way; `restores`
// follow it.
export function restore({ tableName, backup = null }) {
  const state = new RestoreState({ tableName, backupArn: backup?.BackupArn },
    { call, ttlOf, taken: () => tables.names ?? [], redraw: m.redraw });
  if (tables.names === null) listTables();
  state.load();
  const submit = async (close) => {
    if (!(await state.send())) return;
    close(true);
    restores.follow(state.form.name, backup ? `the backup ${backup.BackupName} of ${tableName}`
      : `${tableName}, ${momentText(state.origin, state.form)}`).then(listTables);
  };
  return dialog({
    title: backup ? `Restore ${backup.BackupName}` : `Restore ${tableName} to a moment`,
    wide: true,
    body: () => body(state),
    foot: ({ close }) => [
      button(session.server.ReadOnly ? "Close" : "Cancel", () => close(false)),
      session.server.ReadOnly ? null : button(state.isBusy ? "Sending" : "Restore into the new table",
        () => submit(close), { kind: "primary", disabled: state.isBusy || !state.isReady }),
    ],
  });
}
