// The backups of a table or of the account, and the recovery of a table.
import { chosenBackups, isPending, readBackups } from "../../dynamo/backups/lists.js";
import { recoveryOf, recoveryRequest } from "../../dynamo/backups/moments.js";

const kWaitMs = 2000; // between two looks at backups that are not complete yet

export class BackupList {
  // `tableName` is null for all tables of the account.
  constructor(tableName, { call, redraw, setTimer = (run, ms) => setTimeout(run, ms) }) {
    this.tableName_ = tableName;
    this.call_ = call;
    this.redraw_ = redraw;
    this.setTimer_ = setTimer;
    this.backups = null; // until the first answer
    this.fault = null;
    this.filter = { text: "", type: "" };
    this.round_ = 0; // of the reads; an answer to an earlier one is not kept
    this.timer_ = null;
  }

  // Reads the list, and reads it again while a backup is on its way.
  async read() {
    clearTimeout(this.timer_);
    const round = ++this.round_;
    try {
      const backups = await readBackups(this.call_, this.tableName_);
      if (round !== this.round_) return;
      this.backups = backups;
      this.fault = null;
      if (backups.some(isPending)) this.timer_ = this.setTimer_(() => this.read(), kWaitMs);
    } catch (error) {
      if (round !== this.round_) return;
      this.fault = error;
      this.backups ??= [];
    }
    this.redraw_();
  }
  end() {
    clearTimeout(this.timer_);
    ++this.round_;
  }

  get shown() { return chosenBackups(this.backups ?? [], this.filter); }
}

export class RecoveryState {
  constructor(tableName, { call, redraw }) {
    this.tableName_ = tableName;
    this.call_ = call;
    this.redraw_ = redraw;
    this.recovery = null; // of recoveryOf(), until the first answer
    this.fault = null;
    this.isBusy = false;
  }

  async read() {
    try {
      this.recovery = recoveryOf(await this.call_("DescribeContinuousBackups", { TableName: this.tableName_ }));
      this.fault = null;
    } catch (error) {
      this.fault = error;
    }
    this.redraw_();
  }

  // Resolves with whether the recovery is on, with this period, or off now.
  async turn(isOn, days) {
    this.isBusy = true;
    this.fault = null;
    try {
      const request = recoveryRequest(this.tableName_, isOn, days);
      this.recovery = recoveryOf(await this.call_("UpdateContinuousBackups", request));
    } catch (error) {
      this.fault = error;
    }
    this.isBusy = false;
    this.redraw_();
    return this.fault === null;
  }
}
