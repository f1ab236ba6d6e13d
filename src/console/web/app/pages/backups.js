// All backups of the account, also those of tables that are deleted.
import { call } from "../api.js";
import { plural } from "../base/text.js";
import { m } from "../m.js";
import { listTables, tables } from "../tables.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { select } from "../ui/field.js";
import { restoresPanel } from "./backups/begun.js";
import { deleteBackup } from "./backups/delete.js";
import { backupTable } from "./backups/list.js";
import { BackupList } from "./backups/list_state.js";
import { isUnknown, noBackups } from "./backups/unknown.js";
import { restore } from "./backups/restore.js";

const kTypes = [["", "All types"], ["USER", "User"], ["SYSTEM", "System"], ["AWS_BACKUP", "AWS Backup"]];

// Without the list of tables the state of a table is unknown.
const stateOf = ({ TableName }) => (tables.names === null || tables.fault ? "unknown"
  : tables.names.includes(TableName) ? "there" : "deleted");

/** @param {BackupList} state */
function head(state, refresh) {
  return m(".page-head", [
    m("h1", "Backups"),
    state.backups ? m("span.badge", plural(state.backups.length, "backup")) : null,
    m("span.fill"),
    m("input", { type: "search", placeholder: "Find a table or a backup", "aria-label": "Find a table or a backup",
      value: state.filter.text, oninput: (e) => (state.filter.text = e.target.value) }),
    select(kTypes, state.filter.type, (type) => (state.filter.type = type), { "aria-label": "Type" }),
    button("Refresh", refresh, { iconName: "refresh", hideText: true }),
  ]);
}

/** @param {BackupList} state */
function list(state) {
  if (state.backups === null) return m("p.loading", "Reading the list of backups");
  if (state.backups.length === 0) return state.fault ? null : m(".panel.empty", [
    m("p", "There is no backup yet."), m("p", "The tab Backups of a table makes one.")]);
  if (state.shown.length === 0) return m("p.empty", "No backup passes the filters.");
  return backupTable(state.shown, { caption: "Backups of this account", withTable: true, stateOf,
    restore: (backup) => restore({ tableName: backup.TableName, backup }),
    drop: (backup, of) => deleteBackup(backup, of === "deleted").then((done) => done && state.read()) });
}

export const BackupsPage = () => {
  const state = new BackupList(null, { call, redraw: m.redraw });
  const refresh = () => Promise.all([state.read(), listTables()]);
  return {
    oninit: refresh,
    onremove: () => state.end(),
    view: () => (isUnknown(state.fault) ? [m(".page-head", m("h1", "Backups")), noBackups()] : [
      head(state, refresh),
      restoresPanel(),
      faultView(state.fault, { again: refresh }),
      list(state),
    ]),
  };
};
