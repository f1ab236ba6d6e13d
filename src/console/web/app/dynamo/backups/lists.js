// The backups and the exports of an account or of a table, from all pages of their lists.

// All backups, of every type, the newest first. `tableName` chooses those of the tables that had the name.
export async function readBackups(call, tableName) {
  const all = [];
  for (let start; ;) {
    const page = await call("ListBackups", { BackupType: "ALL", ...(tableName ? { TableName: tableName } : {}),
      ...(start ? { ExclusiveStartBackupArn: start } : {}) });
    all.push(...page.BackupSummaries ?? []);
    start = page.LastEvaluatedBackupArn;
    if (!start) break;
  }
  return all.sort((a, b) => b.BackupCreationDateTime - a.BackupCreationDateTime);
}

// The summaries of a table's exports, in the order of the service.
export async function readExports(call, tableArn) {
  const all = [];
  for (let token; ;) {
    const page = await call("ListExports", { TableArn: tableArn, ...(token ? { NextToken: token } : {}) });
    all.push(...page.ExportSummaries ?? []);
    token = page.NextToken;
    if (!token) return all;
  }
}

// Whether a backup is on its way to be there.
export const isPending = ({ BackupStatus }) => BackupStatus === "CREATING";

// Whether DeleteBackup is for it: SYSTEM backups end by themselves, and those of AWS Backup are deleted there.
export const mayDelete = ({ BackupType }) => BackupType === "USER";

// The backups whose table, name or ARN has the text, of one type unless it is "".
export function chosenBackups(backups, { text, type }) {
  const wanted = text.toLowerCase();
  return backups.filter((one) => (type === "" || one.BackupType === type) &&
    [one.TableName, one.BackupName, one.BackupArn].some((name) => name?.toLowerCase().includes(wanted)));
}
