// The form of a restore: {name, isLatest, moment, leftOut}. `leftOut` has the names of indexes that the new table does
// not get. Pure functions.
import { kMostNameBytes } from "../service_limits.js";
import { isTableName, kNameRule } from "../tables/table_form.js";
import { momentFault, secondsOf } from "./moments.js";

const kEnding = "-restored";

// A name for the new table that no table of `taken` has.
export function freeName(tableName, taken) {
  for (let count = 1; ; ++count) {
    const ending = count === 1 ? kEnding : `${kEnding}-${count}`;
    const name = tableName.slice(0, kMostNameBytes - ending.length) + ending;
    if (!taken.includes(name)) return name;
  }
}

export const restoreForm = (name) => ({ name, isLatest: true, moment: "", leftOut: new Set() });

// {name, moment} with texts. `recovery` is the window of a restore to a moment, and null for a backup.
export function restoreFaults(form, { taken, recovery }) {
  const faults = {};
  if (!isTableName(form.name)) faults.name = `A table name ${kNameRule}`;
  else if (taken.includes(form.name)) faults.name = "A table has this name. A restore always makes a new table.";
  if (recovery && !form.isLatest) {
    const fault = momentFault(form.moment, recovery);
    if (fault) faults.moment = fault;
  }
  return faults;
}

export const mayLeaveOut = ({ kind }) => kind !== "vector";

function definition({ name, kind, keySchema, projection, units }, isOnDemand) {
  const one = { IndexName: name, KeySchema: keySchema, Projection: projection };
  if (kind === "global" && !isOnDemand && units)
    one.ProvisionedThroughput = { ReadCapacityUnits: units.ReadCapacityUnits,
      WriteCapacityUnits: units.WriteCapacityUnits };
  return one;
}
// The list of a kind, as the member of a request, which is absent if all indexes of the kind come.
function override(member, kind, origin, leftOut) {
  const all = (origin.indexes ?? []).filter((one) => one.kind === kind);
  const kept = all.filter(({ name }) => !leftOut.has(name));
  const isOnDemand = origin.billing.BillingModeSummary?.BillingMode === "PAY_PER_REQUEST";
  return kept.length === all.length ? {} : { [member]: kept.map((one) => definition(one, isOnDemand)) };
}

// {operation, body} that makes the new table.
export function restoreRequest(form, origin) {
  const rest = {
    TargetTableName: form.name,
    ...override("GlobalSecondaryIndexOverride", "global", origin, form.leftOut),
    ...override("LocalSecondaryIndexOverride", "local", origin, form.leftOut),
  };
  if (origin.backup)
    return { operation: "RestoreTableFromBackup", body: { BackupArn: origin.backup.BackupArn, ...rest } };
  const moment = form.isLatest ? { UseLatestRestorableTime: true } : { RestoreDateTime: secondsOf(form.moment) };
  return { operation: "RestoreTableToPointInTime", body: { SourceTableName: origin.tableName, ...moment, ...rest } };
}

// The settings that a restore does not bring: [name, value of the source, value of the new table]. The source's is
// undefined if it is not known.
export function lostSettings({ settings }) {
  return [
    ["Stream", settings.stream, "off"],
    ["Time to live", settings.ttl, "off"],
    ["Tags", settings.tags, "none"],
    ["Policy of the resource", settings.policy, "none"],
    ["Point-in-time recovery", settings.recovery, "off"],
    ["Deletion protection", settings.protection, "off"],
  ];
}
