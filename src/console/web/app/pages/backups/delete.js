// Deletes a backup after the user has typed its name.
import { call } from "../../api.js";
import { bytesText, timeText } from "../../base/text.js";
import { confirm } from "../../ui/dialog.js";
import { report, toast } from "../../ui/toast.js";

// Resolves with whether the backup is being deleted. `isOfDeletedTable`: the backup may be the only copy of the items.
export async function deleteBackup(backup, isOfDeletedTable) {
  const text = `It has ${bytesText(backup.BackupSizeBytes)} of ${backup.TableName} as it was at ` +
    `${timeText(backup.BackupCreationDateTime)}. ` +
    `${isOfDeletedTable ? "The table is deleted, so this may be the last copy of its items. " : ""}` +
    "This cannot be undone.";
  if (!(await confirm({ title: `Delete the backup ${backup.BackupName}`, text, yes: "Delete the backup", danger: true,
    typed: backup.BackupName }))) return false;
  try {
    await call("DeleteBackup", { BackupArn: backup.BackupArn });
  } catch (error) {
    report(error);
    return false;
  }
  toast(`The backup ${backup.BackupName} is deleted.`);
  return true;
}
