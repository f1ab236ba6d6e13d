// The tab "Backups" of a table: its point-in-time recovery, its backups, restores into a new table, and its exports.
import { call } from "../api.js";
import { m } from "../m.js";
import { session } from "../session.js";
import { button } from "../ui/button.js";
import { fault as faultView } from "../ui/fault.js";
import { restoresPanel } from "./backups/begun.js";
import { createBackup } from "./backups/create.js";
import { deleteBackup } from "./backups/delete.js";
import { exportsPanel } from "./backups/exports.js";
import { ExportList } from "./backups/exports_state.js";
import { backupTable } from "./backups/list.js";
import { BackupList, RecoveryState } from "./backups/list_state.js";
import { recoveryPanel } from "./backups/recovery.js";
import { restore } from "./backups/restore.js";
import { isUnknown, noBackups } from "./backups/unknown.js";

/** @param {BackupList} list */
function backupsPanel(list, table, refresh) {
  const name = table.TableName;
  const stateOf = ({ TableId }) => (!TableId || TableId === table.TableId ? "there" : "another");
  return m("section.panel", { "aria-labelledby": "backups" }, [
    m(".panel-head", m("h2", { id: "backups" }, "Backups"), m("span.fill"),
      button("Refresh", refresh, { iconName: "refresh", small: true, kind: "plain", hideText: true }),
      session.server.ReadOnly ? null : button("Create a backup",
        () => createBackup(name).then((done) => done && list.read()), { small: true, iconName: "plus" })),
    faultView(list.fault, { again: refresh }),
    list.backups === null ? m("p.loading", "Reading the list of backups")
      : list.backups.length === 0 ? (list.fault ? null : m("p.muted", "The table has no backup."))
      : backupTable(list.backups, { caption: `Backups of ${name}`, withTable: false, stateOf,
        restore: (backup) => restore({ tableName: name, backup }),
        drop: (backup, of) => deleteBackup(backup, of === "another").then((done) => done && list.read()) }),
  ]);
}

export const BackupsTab = ({ attrs: { table: first } }) => {
  const parts = { call, redraw: m.redraw };
  const recovery = new RecoveryState(first.TableName, parts), list = new BackupList(first.TableName, parts);
  const exports = new ExportList(first.TableArn, parts);
  const refresh = () => Promise.all([recovery.read(), list.read(), exports.read()]);
  refresh();
  return {
    onremove: () => { list.end(); exports.end(); },
    view: ({ attrs: { table } }) => {
      if (isUnknown(list.fault) && isUnknown(recovery.fault)) return noBackups();
      return [
        restoresPanel(),
        recoveryPanel(recovery, table.TableName, () => restore({ tableName: table.TableName })),
        backupsPanel(list, table, refresh),
        exportsPanel(exports, recovery, table),
      ];
    },
  };
};
