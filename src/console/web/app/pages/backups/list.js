// Backups as a table, with the actions for each.
import { bytesText, timeText } from "../../base/text.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { mayDelete } from "../../dynamo/backups/lists.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";

const kKinds = { AVAILABLE: "ok", CREATING: "warn", DELETED: "danger" };

// `stateOf(backup)` says of its table "there", "deleted", "another" (the name is that of another table now) or
// "unknown".
function tableCell({ TableName }, state) {
  return m("td.mono", [
    state === "deleted" || state === "unknown" ? TableName : m("a", { href: itemsAddress(TableName) }, TableName),
    state === "deleted" ? [" ", m("span.badge.warn", "deleted")] : null,
    state === "another" ? [" ", m("span.badge", "another table")] : null,
  ]);
}

function row(backup, { withTable, stateOf, restore, drop }) {
  const name = backup.BackupName, isThere = backup.BackupStatus === "AVAILABLE";
  const state = stateOf(backup);
  return m("tr", { key: backup.BackupArn }, [
    withTable ? tableCell(backup, state) : null,
    m("td.mono", { title: backup.BackupArn }, name,
      !withTable && state === "another" ? [" ", m("span.badge.warn", "of an earlier table of this name")] : null),
    m("td", m("span.badge", backup.BackupType)),
    m("td", m("span.badge", { class: kKinds[backup.BackupStatus] ?? "" }, backup.BackupStatus)),
    m("td.whole", timeText(backup.BackupCreationDateTime)),
    m("td.number.whole", bytesText(backup.BackupSizeBytes)),
    m("td.whole", backup.BackupExpiryDateTime ? timeText(backup.BackupExpiryDateTime) : "–"),
    m("td", m(".row", { style: { flexWrap: "nowrap" } }, [
      button(session.server.ReadOnly ? "Preview" : "Restore", () => restore(backup),
        { small: true, disabled: !isThere, attrs: { "aria-label":
          session.server.ReadOnly ? `Preview a restore of ${name}` : `Restore ${name}` } }),
      !session.server.ReadOnly && mayDelete(backup) ? button(`Delete ${name}`, () => drop(backup, state),
        { kind: "plain", small: true, iconName: "trash", hideText: true, disabled: !isThere }) : null,
    ])),
  ]);
}

// `options`: {caption, withTable, stateOf(backup), restore(backup), drop(backup, state)}.
export function backupTable(backups, options) {
  const titles = [...(options.withTable ? ["Table"] : []), "Backup", "Type", "Status", "Made", "Size", "Ends"];
  return m(".scroll", { tabindex: 0, role: "region", "aria-label": options.caption }, m("table", [
    m("caption.visually-hidden", options.caption),
    m("thead", m("tr", titles.map((text) => m("th", { scope: "col", class: text === "Size" ? "number" : "" }, text)),
      m("th", m("span.visually-hidden", "Actions")))),
    m("tbody", backups.map((backup) => row(backup, options))),
  ]));
}
