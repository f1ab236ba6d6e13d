// A restore that is being prepared: its source, the form, and the request.
import { originOfBackup, originOfTable } from "../../dynamo/backups/origin.js";
import { recoveryOf } from "../../dynamo/backups/moments.js";
import { freeName, restoreFaults, restoreForm, restoreRequest } from "../../dynamo/backups/restore_form.js";

// Whether a table has a policy, as a text; undefined if that could not be read.
const policyText = (promise) => promise.then(() => "one",
  ({ code }) => (code === "PolicyNotFoundException" ? "none" : undefined));
const orNull = (promise) => promise.then((value) => value, () => null);

export class RestoreState {
  // `backupArn` is null for a restore to a moment. `taken()` gives the names of the tables that there are.
  constructor({ tableName, backupArn = null }, { call, ttlOf, taken, redraw }) {
    this.tableName_ = tableName;
    this.backupArn_ = backupArn;
    this.call_ = call;
    this.ttlOf_ = ttlOf;
    this.taken_ = taken;
    this.redraw_ = redraw;
    this.origin = null; // of origin.js, until load() has ended
    this.recovery = null; // the window of moments
    this.fault = null;
    this.form = restoreForm(freeName(tableName, taken()));
    this.isBusy = false;
  }

  async load() {
    this.fault = null;
    try {
      if (this.backupArn_) await this.#loadBackup();
      else await this.#loadTable();
    } catch (error) {
      this.fault = error;
    }
    this.redraw_();
  }
  async #loadBackup() {
    // A table of the name need not be there, or be for this user.
    const table = orNull(this.call_("DescribeTable", { TableName: this.tableName_ }));
    const { BackupDescription } = await this.call_("DescribeBackup", { BackupArn: this.backupArn_ });
    this.origin = originOfBackup(BackupDescription, (await table)?.Table ?? null);
  }
  async #loadTable() {
    const TableName = this.tableName_;
    this.recovery = recoveryOf(await this.call_("DescribeContinuousBackups", { TableName }));
    const { Table } = await this.call_("DescribeTable", { TableName });
    const tags = await orNull(this.call_("ListTagsOfResource", { ResourceArn: Table.TableArn }));
    const policy = await policyText(this.call_("GetResourcePolicy", { ResourceArn: Table.TableArn }));
    this.origin = originOfTable(Table, { ttl: await this.ttlOf_(TableName), tags: tags?.Tags ?? null, policy,
      recovery: this.recovery });
  }

  get faults() {
    return restoreFaults(this.form, { taken: this.taken_(), recovery: this.backupArn_ ? null : this.recovery });
  }
  get isReady() { return this.origin !== null && Object.keys(this.faults).length === 0; }
  // {operation, body}; null while the form has faults.
  get request() { return this.isReady ? restoreRequest(this.form, this.origin) : null; }
  turnIndex(name) {
    const { leftOut } = this.form;
    if (!leftOut.delete(name)) leftOut.add(name);
  }

  // Sends the request. Resolves with whether the new table is on its way.
  async send() {
    const { request } = this;
    if (!request || this.isBusy) return false;
    this.isBusy = true;
    this.fault = null;
    try {
      await this.call_(request.operation, request.body);
    } catch (error) {
      this.fault = error;
    }
    this.isBusy = false;
    this.redraw_();
    return this.fault === null;
  }
}
