// Asks the machine for its figures again and again: metrics each time, and hot keys, which are those of minutes and of
// which each request is a record of the audit log, less often.
import { parseMetrics } from "../../machine/metrics.js";
import { kSecondsBetween } from "./history.js";

const kSamplesForHotKeys = 3;

export class Sampling {
  // `metrics()` and `hotKeys()` ask the server. `history` and `rates` outlive the page.
  constructor(history, rates, { metrics, hotKeys, redraw, now = () => performance.now() }) {
    this.history = history;
    this.rates = rates;
    this.metrics_ = metrics;
    this.hotKeys_ = hotKeys;
    this.redraw_ = redraw;
    this.now_ = now;
    this.fault = null;
    this.hot = null; // the last answer of hotKeys()
    this.hotFault = null;
    this.isPaused = false;
    this.samples_ = 0;
    this.round_ = 0; // of the samples since the last pause; an answer to an earlier one asks for no further sample
    this.timer_ = null;
  }

  begin() {
    this.history.begin();
    const round = ++this.round_;
    this.timer_ = setTimeout(() => this.#sample(round), 0);
  }
  end() {
    clearTimeout(this.timer_);
    ++this.round_;
  }
  turn() {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.end();
    else this.begin();
  }

  async #sample(round) {
    try {
      this.history.add(parseMetrics(await this.metrics_()), this.now_() / 1000);
      this.fault = null;
    } catch (error) {
      this.fault = error;
    }
    if (this.samples_++ % kSamplesForHotKeys === 0 || this.hotFault) await this.#sampleHotKeys();
    this.redraw_();
    // The next sample waits for this one, so that a slow server is not asked more and more.
    if (round === this.round_) this.timer_ = setTimeout(() => this.#sample(round), kSecondsBetween * 1000);
  }
  async #sampleHotKeys() {
    try {
      this.hot = await this.hotKeys_();
      this.rates.see(this.hot.HotKeys ?? [], this.now_() / 1000);
      this.hotFault = null;
    } catch (error) {
      this.hotFault = error;
    }
  }
}
