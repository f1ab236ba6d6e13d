// The items of a table that changed since a moment, as they were then. With them in place of the items of now, an
// answer of now is the answer of the moment.
//
// Invariant: of each item in `known`, `take` got the image of the moment. All other items were at the time `until` as
// they were at the moment, so that the image before a change from `until` on is that of the moment. Therefore `until`
// must be a time before which no change can come to light any more, which LatestRestorableDateTime is. An item that
// came and went before `until` is not known, and was at both times not there.
import { recoveryOf } from "../backups/moments.js";
import { countText } from "../../base/text.js";

const kMostChanged = 30_000;

export const kInstead = "The command `partita query --as-of`, or a restore into a new table, shows any amount.";

export class Changes {
  // `printOf(item)` tells items apart by their keys. `take(print, image)` gets the image of the moment, null if the
  // item was not there. `call` sends a request, and `redraw` is called when more changes are known.
  constructor(tableName, moment, { call, redraw, printOf, take }) {
    this.tableName_ = tableName;
    this.moment_ = moment;
    this.call_ = call;
    this.redraw_ = redraw;
    this.printOf_ = printOf;
    this.take_ = take;
    this.known = new Set();
    this.until_ = moment;
    this.isLong_ = true; // the changes since `until` are too many to ask for them often
  }

  note(print, image) {
    if (this.known.has(print)) return;
    if (this.known.size >= kMostChanged)
      throw new Error(`More than ${countText(kMostChanged)} items changed since then, which this page cannot hold. ` +
        kInstead);
    this.known.add(print);
    this.take_(print, image);
  }

  // Learns of the changes before now. Must be called after a read of the table and before its answer is used.
  async see(signal) {
    this.isLong_ = (await this.#list({ StartTime: this.until_ }, signal)) > 1;
  }
  // Moves `until` forward, so that see() has less to read. Must be called before each read of the table.
  async settle(signal) {
    if (!this.isLong_) return;
    const recovery = recoveryOf(await this.call_("DescribeContinuousBackups", { TableName: this.tableName_ },
      { signal }));
    if (!recovery.isOn)
      throw new Error("The table has no point-in-time recovery, so that its past is not known.");
    if (this.moment_ < recovery.earliest)
      throw new Error("This moment is before the earliest restorable time of the table.");
    if (recovery.latest > this.until_) {
      await this.#list({ StartTime: this.until_, EndTime: recovery.latest }, signal);
      this.until_ = recovery.latest;
    }
    this.isLong_ = false;
  }

  // Returns the number of pages.
  async #list(span, signal) {
    let pages = 0, token;
    do {
      const page = await this.call_("Partita.ListChangedItems", { TableName: this.tableName_, ...span,
        NextToken: token }, { signal });
      for (const { Key, OldImage } of page.ChangedItems) this.note(this.printOf_(Key), OldImage ?? null);
      token = page.NextToken;
      pages += 1;
      this.redraw_();
    } while (token);
    return pages;
  }
}
