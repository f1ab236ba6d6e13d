// The state of the tab of a stream: which stream is followed from which place, and which of its changes are shown.
import { passes } from "../../dynamo/streams/shard_plan.js";
import { StreamTail, sleep } from "../../dynamo/streams/stream_tail.js";

const kAtOnce = 50; // records that are shown before the user asks for more

export class StreamState {
  // `call` sends a request. `isReadingOn()`: whether the user reads further down, so that later changes wait.
  constructor(table, { call, isReadingOn, redraw }) {
    this.call_ = call;
    this.isReadingOn_ = isReadingOn;
    this.redraw_ = redraw;
    this.tableName_ = table.TableName;
    this.streams = null; // of the table
    this.arn = table.LatestStreamArn ?? null;
    this.fault = null;
    this.from = "LATEST";
    this.tail = null;
    this.filter = { event: "", keyText: "" };
    this.showsSame = false;
    this.limit = kAtOnce;
    this.upTo_ = 0; // the newest record that is shown
  }

  // Streams that were turned off can be read for 24 hours, so that a table may have several.
  async find() {
    try {
      this.streams = (await this.call_("Streams.ListStreams", { TableName: this.tableName_ })).Streams;
      this.arn ??= this.streams[0]?.StreamArn ?? null;
      this.fault = null;
    } catch (error) {
      this.fault = error;
      this.streams = [];
    }
    this.redraw_();
  }
  // The table's stream was turned on or off.
  findAgain() {
    this.arn = null;
    this.end();
    return this.find();
  }

  start() {
    this.end();
    this.tail = new StreamTail({ call: this.call_, arn: this.arn, from: this.from, sleep,
      onchange: () => {
        if (!this.isReadingOn_()) this.showNewer();
        this.redraw_();
      } });
    this.upTo_ = 0;
    this.limit = kAtOnce;
    this.tail.run();
  }
  end() {
    this.tail?.stop();
    this.tail = null;
  }
  // Another stream or another place in it is followed after the next start.
  choose(changes) {
    Object.assign(this, changes);
    this.end();
  }

  setFilter(changes) {
    Object.assign(this.filter, changes);
    this.limit = kAtOnce;
  }
  clear() {
    this.tail.clear();
    this.showNewer();
  }
  showNewer() { this.upTo_ = this.tail.seen; }
  showOlder() { this.limit += kAtOnce; }

  // The changes that pass the filter: `shown`, newest first, of how many that are `wanted`; `waiting` newer ones wait,
  // and a press shows `older` ones.
  get changes() {
    const wanted = this.tail.records.filter(({ record }) => passes(record, this.filter));
    const shown = wanted.filter((one) => one.number <= this.upTo_).reverse();
    return { shown, wanted: wanted.length, waiting: wanted.length - shown.length,
      older: Math.min(kAtOnce, Math.max(0, shown.length - this.limit)) };
  }
}
