import assert from "node:assert/strict";
import { test } from "node:test";
import { BackupList, RecoveryState } from "../../../../src/console/web/app/pages/backups/list_state.js";
import { RestoreState } from "../../../../src/console/web/app/pages/backups/restore_state.js";
import { Restores } from "../../../../src/console/web/app/pages/backups/restores.js";

const fault = (code) => Object.assign(new Error(code), { code });
const redraw = () => {};
const backup = (BackupStatus) => ({ BackupName: "b", BackupStatus, BackupCreationDateTime: 1 });
const enabled = { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: {
  PointInTimeRecoveryStatus: "ENABLED", RecoveryPeriodInDays: 7, EarliestRestorableDateTime: 10,
  LatestRestorableDateTime: 20 } } };

test("a backup that is being made is looked at again until it is there", async () => {
  const answers = [[backup("CREATING")], [backup("AVAILABLE")]], timers = [];
  const list = new BackupList("t", { call: async () => ({ BackupSummaries: answers.shift() }), redraw,
    setTimer: (run) => { timers.push(run); } });
  await list.read();
  assert.equal(timers.length, 1);
  await timers[0]();
  assert.deepEqual([list.backups[0].BackupStatus, timers.length], ["AVAILABLE", 1]);
});

test("a failed read keeps the list before it, and an answer after the end is not kept", async () => {
  let answer = async () => ({ BackupSummaries: [backup("AVAILABLE")] });
  const list = new BackupList(null, { call: () => answer(), redraw });
  await list.read();
  answer = async () => { throw fault("InternalServerError"); };
  await list.read();
  assert.deepEqual([list.backups.length, list.fault.code], [1, "InternalServerError"]);
  answer = async () => ({ BackupSummaries: [] });
  const reading = list.read();
  list.end();
  await reading;
  assert.equal(list.backups.length, 1);
});

test("recovery is turned on and off, and a refusal leaves it as it was", async () => {
  let refuse = false;
  const requests = [];
  const state = new RecoveryState("t", { redraw, call: async (operation, body) => {
    requests.push([operation, body.PointInTimeRecoverySpecification]);
    if (refuse) throw fault("LimitExceededException");
    return enabled;
  } });
  assert.equal(await state.turn(true, 7), true);
  assert.deepEqual([state.recovery.isOn, state.recovery.days, state.isBusy], [true, 7, false]);
  refuse = true;
  assert.equal(await state.turn(false), false);
  assert.deepEqual([state.recovery.isOn, state.fault.code, state.isBusy], [true, "LimitExceededException", false]);
  assert.deepEqual(requests[1], ["UpdateContinuousBackups", { PointInTimeRecoveryEnabled: false }]);
});

const table = { TableName: "t", TableId: "1", TableArn: "arn", ItemCount: 3, TableSizeBytes: 30,
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }], AttributeDefinitions: [] };
const answers = {
  DescribeTable: async () => ({ Table: table }),
  DescribeContinuousBackups: async () => enabled,
  GetResourcePolicy: async () => { throw fault("PolicyNotFoundException"); },
  ListTagsOfResource: async () => { throw fault("AccessDeniedException"); },
  DescribeBackup: async () => ({ BackupDescription: { BackupDetails: { BackupArn: "arn/b", BackupType: "USER" },
    SourceTableDetails: { TableName: "t", TableId: "1", ItemCount: 2, KeySchema: table.KeySchema } } }),
};
function preparing(source, more = {}, taken = []) {
  const sent = [];
  const state = new RestoreState({ tableName: "t", ...source }, { redraw, taken: () => taken, ttlOf: async () => "ends",
    call: async (operation, body) => {
      sent.push([operation, body]);
      return ({ ...answers, ...more })[operation]?.(body);
    } });
  return { state, sent };
}

test("a restore of a backup is prepared also if its table is not there any more", async () => {
  const { state, sent } = preparing({ backupArn: "arn/b" },
    { DescribeTable: async () => { throw fault("ResourceNotFoundException"); } }, ["t-restored"]);
  assert.equal(state.request, null);
  await state.load();
  assert.deepEqual([state.fault, state.origin.items, state.origin.now], [null, 2, null]);
  assert.equal(await state.send(), true);
  assert.deepEqual(sent.at(-1), ["RestoreTableFromBackup", { BackupArn: "arn/b", TargetTableName: "t-restored-2" }]);
});

test("a restore to a moment tells the settings that it could read, and is sent with a moment of the window only",
  async () => {
  const { state, sent } = preparing({});
  await state.load();
  assert.deepEqual(state.origin.settings, { stream: "off", ttl: "ends", tags: undefined, policy: "none",
    protection: "off", recovery: "on, 7 days" });
  Object.assign(state.form, { isLatest: false, moment: "2020-01-01T00:00:00" });
  assert.match(state.faults.moment, /after/);
  const before = sent.length;
  assert.equal(await state.send(), false);
  assert.equal(sent.length, before);
  state.form.moment = "1970-01-01T00:00:15";
  assert.equal(await state.send(), true);
  assert.deepEqual(sent.at(-1), ["RestoreTableToPointInTime",
    { SourceTableName: "t", RestoreDateTime: 15, TargetTableName: "t-restored" }]);
});

test("a policy is told if it can be read", async () => {
  for (const [read, text] of [[async () => ({ Policy: "{}" }), "one"],
    [async () => { throw fault("AccessDeniedException"); }, undefined]]) {
    const { state } = preparing({}, { GetResourcePolicy: read });
    await state.load();
    assert.equal(state.origin.settings.policy, text);
  }
});

test("a refused restore keeps the form, and can be sent again with another name", async () => {
  const { state } = preparing({ backupArn: "arn/b" },
    { RestoreTableFromBackup: async ({ TargetTableName }) => {
      if (TargetTableName === "t-restored") throw fault("TableAlreadyExistsException");
    } });
  await state.load();
  assert.equal(await state.send(), false);
  assert.deepEqual([state.fault.code, state.form.name, state.isBusy],
    ["TableAlreadyExistsException", "t-restored", false]);
  state.form.name = "other";
  assert.equal(await state.send(), true);
});

test("what cannot be read is a fault, and is read again", async () => {
  let broken = true;
  const { state } = preparing({ backupArn: "arn/b" }, { DescribeBackup: async () => {
    if (broken) throw fault("BackupNotFoundException");
    return answers.DescribeBackup();
  } });
  await state.load();
  assert.deepEqual([state.fault.code, state.origin, state.isReady], ["BackupNotFoundException", null, false]);
  broken = false;
  await state.load();
  assert.deepEqual([state.fault, state.isReady], [null, true]);
});

test("an index is left out and taken back", async () => {
  const { state } = preparing({ backupArn: "arn/b" });
  state.turnIndex("i");
  assert.ok(state.form.leftOut.has("i"));
  state.turnIndex("i");
  assert.equal(state.form.leftOut.size, 0);
});

const kMetrics = `partita_job_items_done{job="restore",table="n",index=""} 40
partita_job_items{job="restore",table="n",index=""} 100
partita_job_items_done{job="restore",table="other",index=""} 7
`;
// Follows a restore whose looks get these answers, one after the other.
async function following(looks, metrics) {
  const seen = [];
  const restores = new Restores({ redraw: () => seen.push({ ...restores.list[0] }), sleep: async () => {}, metrics,
    call: async () => {
      const look = looks.shift();
      if (look instanceof Error) throw look;
      return { Table: look };
    } });
  return { one: await restores.follow("n", "the backup b"), seen, restores };
}

test("a restore is followed with its progress until its table is ACTIVE, over a server that is away", async () => {
  const { one, seen, restores } = await following([{ TableStatus: "CREATING" }, fault("NetworkError"),
    { TableStatus: "ACTIVE", ItemCount: 100 }], async () => kMetrics);
  assert.deepEqual(seen.map(({ state, done, all }) => [state, done, all]),
    [["restoring", null, null], ["restoring", 40, 100], ["restoring", 40, 100], ["done", 40, 100]]);
  assert.equal(seen[2].fault.code, "NetworkError");
  assert.deepEqual([one.items, one.fault, restores.isUnderWay], [100, null, false]);
  restores.forget(one);
  assert.deepEqual(restores.list, []);
});

test("without metrics there is no progress, and a table that is gone ends it", async () => {
  const { one, seen } = await following([{ TableStatus: "CREATING" }, fault("ResourceNotFoundException")],
    async () => { throw fault("HTTP 404"); });
  assert.deepEqual([seen[1].done, one.state], [null, "gone"]);
  assert.equal((await following([fault("AccessDeniedException")], null)).one.state, "failed");
});

test("restores are forgotten with the user", async () => {
  const waits = [];
  const restores = new Restores({ redraw, metrics: null, call: async () => ({ Table: { TableStatus: "CREATING" } }),
    sleep: () => new Promise((resolve) => waits.push(resolve)) });
  const followed = restores.follow("n", "b");
  assert.ok(restores.isUnderWay);
  restores.clear();
  waits[0]();
  await followed;
  assert.deepEqual([restores.list.length, waits.length], [0, 1]);
});
