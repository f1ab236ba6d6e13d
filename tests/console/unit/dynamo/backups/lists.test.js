import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenBackups, isPending, mayDelete, readBackups, readExports }
  from "../../../../../src/console/web/app/dynamo/backups/lists.js";
import { fieldText, periodFault, recoveryOf, recoveryRequest, secondsOf }
  from "../../../../../src/console/web/app/dynamo/backups/moments.js";

// A server whose answers come one after the other, and the requests that it got.
function answering(...answers) {
  const requests = [];
  const call = async (operation, body) => { requests.push([operation, body]); return answers.shift(); };
  return { call, requests };
}

test("all pages of all types are read, and the newest backup is first", async () => {
  const { call, requests } = answering(
    { BackupSummaries: [{ BackupName: "a", BackupCreationDateTime: 1 }], LastEvaluatedBackupArn: "arn-a" },
    { BackupSummaries: [{ BackupName: "b", BackupCreationDateTime: 2 }] });
  assert.deepEqual((await readBackups(call, "t")).map(({ BackupName }) => BackupName), ["b", "a"]);
  assert.deepEqual(requests, [["ListBackups", { BackupType: "ALL", TableName: "t" }],
    ["ListBackups", { BackupType: "ALL", TableName: "t", ExclusiveStartBackupArn: "arn-a" }]]);
  const all = answering({});
  assert.deepEqual(await readBackups(all.call, null), []);
  assert.deepEqual(all.requests, [["ListBackups", { BackupType: "ALL" }]]);
});

test("all pages of the exports of a table are read", async () => {
  const { call, requests } = answering({ ExportSummaries: [{ ExportArn: "1" }], NextToken: "n" },
    { ExportSummaries: [{ ExportArn: "2" }] });
  assert.deepEqual((await readExports(call, "arn")).map(({ ExportArn }) => ExportArn), ["1", "2"]);
  assert.deepEqual(requests[1], ["ListExports", { TableArn: "arn", NextToken: "n" }]);
});

test("backups are found by their names and types, and only a user's may be deleted", () => {
  const one = (TableName, BackupName, BackupType) =>
    ({ TableName, BackupName, BackupType, BackupArn: `arn/${TableName}` });
  const all = [one("Orders", "before", "USER"), one("users", "users$DeletedTableBackup", "SYSTEM")];
  assert.deepEqual(chosenBackups(all, { text: "orders", type: "" }), [all[0]]);
  assert.deepEqual(chosenBackups(all, { text: "DELETED", type: "" }), [all[1]]);
  assert.deepEqual(chosenBackups(all, { text: "", type: "SYSTEM" }), [all[1]]);
  assert.deepEqual(chosenBackups(all, { text: "orders", type: "SYSTEM" }), []);
  assert.deepEqual(all.map(mayDelete), [true, false]);
  assert.deepEqual(["CREATING", "AVAILABLE", "DELETED"].map((BackupStatus) => isPending({ BackupStatus })),
    [true, false, false]);
});

test("moments go to a field and back, and are seconds in UTC", () => {
  assert.equal(fieldText(1795996244.9), "2026-11-29T23:50:44");
  assert.equal(secondsOf("2026-11-29T23:50:44"), 1795996244);
  assert.equal(secondsOf("2026-11-29T23:50"), 1795996200);
  for (const text of ["", "2026-11-29", "tomorrow", "2026-13-29T23:50:44"])
    assert.ok(Number.isNaN(secondsOf(text)), text);
});

test("a period has 1 to 35 days, and recovery is turned off without one", () => {
  for (const text of ["1", "35"]) assert.equal(periodFault(text), "");
  for (const text of ["", "0", "36", "1.5", "-1", "x"]) assert.notEqual(periodFault(text), "", text);
  assert.deepEqual(recoveryRequest("t", true, 7).PointInTimeRecoverySpecification,
    { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 });
  assert.deepEqual(recoveryRequest("t", false).PointInTimeRecoverySpecification, { PointInTimeRecoveryEnabled: false });
});

test("the window is read, also that of a server that tells no period", () => {
  const of = (one) => recoveryOf({ ContinuousBackupsDescription: { PointInTimeRecoveryDescription: one } });
  assert.deepEqual(of({ PointInTimeRecoveryStatus: "ENABLED", RecoveryPeriodInDays: 7, EarliestRestorableDateTime: 1,
    LatestRestorableDateTime: 2 }), { isOn: true, days: 7, earliest: 1, latest: 2 });
  assert.equal(of({ PointInTimeRecoveryStatus: "ENABLED" }).days, 35);
  assert.equal(of({ PointInTimeRecoveryStatus: "DISABLED" }).isOn, false);
});
