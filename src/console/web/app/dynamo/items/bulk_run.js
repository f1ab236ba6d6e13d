// A work on many items, some at a time, that can be stopped and go on. At every moment it knows the state of each item,
// so that the page can say which items were written and which were not.
import { isOfOneRequest } from "../../base/persist.js";

const kAtOnce = 8, kMostNotes = 200_000;
// The states of an item, which waits with 0. Unsure: a write was sent, and its answer did not come.
const kUnsure = 1, kEnded = 2;

export class BulkRun {
  // `one(target, {signal, retrying, writes, wasUnsure})` works on one target, and resolves with its state: "written",
  // "unchanged", "changed" (it is not as it was shown, and was left), or "gone". It throws an error that ends all of
  // the work, or a refusal of this one target. It calls `writes()` before a request that changes the table.
  // `wasUnsure`: it did so for this target before, and no answer came.
  constructor(targets, one) {
    this.targets = targets;
    this.one = one;
    this.states = new Uint8Array(targets.length);
    this.counts = { written: 0, unchanged: 0, changed: 0, gone: 0, refused: 0 };
    this.notes = []; // {target, outcome, reason}: of the targets that were left as they are
    this.retries = null; // the error of a request that is tried again, while it is
  }

  get ended() { return Object.values(this.counts).reduce((sum, count) => sum + count, 0); }
  get left() { return this.targets.length - this.ended; }
  get unsure() { return this.states.filter((state) => state === kUnsure).length; }
  changed() { return this.notes.filter(({ outcome }) => outcome === "changed").map(({ target }) => target); }

  // Works on all targets that have not ended. Throws the error that ended it early, after the requests under way have
  // ended too.
  async work(job) {
    let next = 0, fault = null;
    const worker = async () => {
      while (next < this.targets.length && !job.signal.aborted) {
        const at = next++;
        if (this.states[at] !== kEnded) await this.#end(at, job);
        job.tick();
      }
    };
    const guarded = () => worker().catch((error) => {
      if (fault === null || fault.name === "AbortError") fault = error;
      job.stop(); // the other requests must not write unseen
    });
    await Promise.all(Array.from({ length: kAtOnce }, guarded));
    this.retries = null;
    if (fault) throw fault;
    if (this.left) job.signal.throwIfAborted();
  }

  async #end(at, job) {
    const target = this.targets[at], wasUnsure = this.states[at] === kUnsure;
    let outcome, reason = "";
    try {
      outcome = await this.one(target, {
        signal: job.signal, wasUnsure,
        writes: () => { this.states[at] = kUnsure; },
        retrying: (error) => { this.retries = error; job.tick(); },
      });
    } catch (error) {
      if (!isOfOneRequest(error)) throw error;
      outcome = "refused";
      reason = error.unsure ? error.message : `${error.code}: ${error.message}`;
    }
    this.states[at] = kEnded;
    this.counts[outcome] += 1;
    const isNoted = outcome !== "written" && outcome !== "unchanged";
    if (isNoted && this.notes.length < kMostNotes) this.notes.push({ target, outcome, reason });
  }
}
