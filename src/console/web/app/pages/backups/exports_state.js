// The exports of a table to S3, with the descriptions of the first ones of the list.
import { readExports } from "../../dynamo/backups/lists.js";

const kWaitMs = 2000; // between two looks at exports that are under way
const kDescribed = 20;

export class ExportList {
  constructor(tableArn, { call, redraw, setTimer = (run, ms) => setTimeout(run, ms) }) {
    this.tableArn_ = tableArn;
    this.call_ = call;
    this.redraw_ = redraw;
    this.setTimer_ = setTimer;
    this.exports = null; // summaries, each with the members of its description if that could be read
    this.fault = null;
    this.limit_ = kDescribed;
    this.ended_ = new Map(); // by ARN: descriptions of exports that do not change any more
    this.round_ = 0;
    this.timer_ = null;
  }

  async read() {
    clearTimeout(this.timer_);
    const round = ++this.round_;
    try {
      const exports = await readExports(this.call_, this.tableArn_);
      const first = await Promise.all(exports.slice(0, this.limit_).map((one) => this.#described(one)));
      if (round !== this.round_) return;
      this.exports = [...first, ...exports.slice(this.limit_)];
      this.fault = null;
      if (exports.some(({ ExportStatus }) => ExportStatus === "IN_PROGRESS"))
        this.timer_ = this.setTimer_(() => this.read(), kWaitMs);
    } catch (error) {
      if (round !== this.round_) return;
      this.fault = error;
      this.exports ??= [];
    }
    this.redraw_();
  }
  // A user may be allowed to list the exports and not to describe them.
  async #described(summary) {
    const known = this.ended_.get(summary.ExportArn);
    if (known) return known;
    const answer = await this.call_("DescribeExport", { ExportArn: summary.ExportArn }).catch(() => null);
    const one = { ...summary, ...answer?.ExportDescription };
    if (answer && one.ExportStatus !== "IN_PROGRESS") this.ended_.set(summary.ExportArn, one);
    return one;
  }
  end() {
    clearTimeout(this.timer_);
    ++this.round_;
  }

  // Shows the descriptions of further ones.
  get more() { return Math.min(kDescribed, Math.max(0, (this.exports?.length ?? 0) - this.limit_)); }
  get shown() { return (this.exports ?? []).slice(0, this.limit_); }
  showMore() {
    this.limit_ += kDescribed;
    return this.read();
  }
}
