import assert from "node:assert/strict";
import { test } from "node:test";
import { originOfBackup, originOfTable } from "../../../../../src/console/web/app/dynamo/backups/origin.js";
import { freeName, lostSettings, restoreFaults, restoreForm, restoreRequest }
  from "../../../../../src/console/web/app/dynamo/backups/restore_form.js";

const index = (IndexName) => ({ IndexName, KeySchema: [{ AttributeName: "by", KeyType: "HASH" }],
  Projection: { ProjectionType: "KEYS_ONLY" },
  ProvisionedThroughput: { NumberOfDecreasesToday: 0, ReadCapacityUnits: 3, WriteCapacityUnits: 4 } });
const local = (IndexName) => ({ IndexName, KeySchema: [{ AttributeName: "id", KeyType: "HASH" },
  { AttributeName: "by", KeyType: "RANGE" }], Projection: { ProjectionType: "ALL" } });
const description = (details = {}, billing = "PAY_PER_REQUEST") => ({
  BackupDetails: { BackupArn: "arn/backup/1", BackupName: "b", BackupType: "USER", BackupSizeBytes: 9, ...details },
  SourceTableDetails: { TableName: "t", TableId: "id-1", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    TableSizeBytes: 9, ItemCount: 2, BillingMode: billing,
    ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 2 } },
  SourceTableFeatureDetails: { GlobalSecondaryIndexes: [index("g1"), index("g2")],
    LocalSecondaryIndexes: [local("l1")], StreamDescription: { StreamEnabled: true, StreamViewType: "NEW_IMAGE" },
    TimeToLiveDescription: { TimeToLiveStatus: "ENABLED", AttributeName: "ends" } },
});
const table = { TableName: "t", TableId: "id-1", ItemCount: 5, TableSizeBytes: 20, KeySchema: [],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "N" }] };

test("a backup tells amounts, key, indexes and settings, and its table the types of the key", () => {
  const origin = originOfBackup(description(), table);
  assert.deepEqual([origin.items, origin.bytes, origin.now, origin.definitions],
    [2, 9, { items: 5, bytes: 20 }, table.AttributeDefinitions]);
  assert.deepEqual(origin.indexes.map(({ name, kind }) => [name, kind]),
    [["g1", "global"], ["g2", "global"], ["l1", "local"]]);
  assert.deepEqual(origin.settings, { stream: "new image", ttl: "ends" });
  const other = originOfBackup(description(), { ...table, TableId: "id-2" });
  assert.deepEqual([other.now, other.definitions], [null, undefined]);
  assert.equal(originOfBackup(description(), null).now, null);
});

test("a SYSTEM backup tells neither indexes nor settings, which is not the same as none", () => {
  const system = description({ BackupType: "SYSTEM" });
  delete system.SourceTableFeatureDetails;
  const origin = originOfBackup(system, null);
  assert.equal(origin.indexes, null);
  assert.ok(lostSettings(origin).every(([, old]) => old === undefined));
  assert.deepEqual(restoreRequest(restoreForm("n"), origin).body, { BackupArn: "arn/backup/1", TargetTableName: "n" });
});

test("the settings that do not come are told with what the table has", () => {
  const origin = originOfTable({ ...table, DeletionProtectionEnabled: true },
    { ttl: "", tags: [{ Key: "a", Value: "1" }], policy: "none", recovery: { isOn: true, days: 7 } });
  assert.deepEqual(Object.fromEntries(lostSettings(origin).map(([name, old]) => [name, old])),
    { "Stream": "off", "Time to live": "off", "Tags": "a", "Policy of the resource": "none",
      "Point-in-time recovery": "on, 7 days", "Deletion protection": "on" });
});

test("indexes that are left out make a list of those that come, with units if the table has some", () => {
  const form = restoreForm("n");
  form.leftOut.add("g2");
  const { operation, body } = restoreRequest(form, originOfBackup(description(), null));
  assert.equal(operation, "RestoreTableFromBackup");
  assert.deepEqual(body, { BackupArn: "arn/backup/1", TargetTableName: "n", GlobalSecondaryIndexOverride: [
    { IndexName: "g1", KeySchema: index("").KeySchema, Projection: { ProjectionType: "KEYS_ONLY" } }] });
  const provisioned = restoreRequest(form, originOfBackup(description({}, "PROVISIONED"), null)).body;
  assert.deepEqual(provisioned.GlobalSecondaryIndexOverride[0].ProvisionedThroughput,
    { ReadCapacityUnits: 3, WriteCapacityUnits: 4 });
  form.leftOut.add("l1");
  assert.deepEqual(restoreRequest(form, originOfBackup(description(), null)).body.LocalSecondaryIndexOverride, []);
});

test("a moment is a second in UTC, and the latest one is named", () => {
  const origin = originOfTable(table, { ttl: "", tags: null, policy: undefined, recovery: { isOn: true, days: 7 } });
  const form = restoreForm("n");
  assert.deepEqual(restoreRequest(form, origin), { operation: "RestoreTableToPointInTime",
    body: { SourceTableName: "t", UseLatestRestorableTime: true, TargetTableName: "n" } });
  Object.assign(form, { isLatest: false, moment: "2026-11-29T23:50:44" });
  assert.equal(restoreRequest(form, origin).body.RestoreDateTime, 1795996244);
});

test("a name must be free and allowed, and a moment in the window", () => {
  const faults = (form, recovery = null) =>
    restoreFaults({ ...restoreForm("free"), ...form }, { taken: ["used"], recovery });
  assert.deepEqual(faults({}), {});
  assert.match(faults({ name: "used" }).name, /new table/);
  assert.match(faults({ name: "a b" }).name, /3 to 255/);
  const recovery = { earliest: 1795996240, latest: 1795996250 };
  const at = (moment) => faults({ isLatest: false, moment }, recovery).moment ?? "";
  assert.equal(at("2026-11-29T23:50:40"), "");
  assert.equal(at("2026-11-29T23:50:50"), "");
  assert.match(at("2026-11-29T23:50:39"), /before/);
  assert.match(at("2026-11-29T23:50:51"), /after/);
  assert.match(at(""), /A date/);
  assert.equal(faults({ isLatest: true, moment: "" }, recovery).moment, undefined);
});

test("a name is proposed that no table has, and that is not too long", () => {
  assert.equal(freeName("t", []), "t-restored");
  assert.equal(freeName("t", ["t-restored", "t-restored-2"]), "t-restored-3");
  assert.equal(freeName("x".repeat(255), []).length, 255);
});
