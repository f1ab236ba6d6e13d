// The samples of the server's metrics while the page was shown, at most the last five minutes of them.
import { growth, quantiles, sum, valueOf } from "../../machine/metrics.js";

export const kSecondsBetween = 2;
export const kPlaces = 150;

export class History {
  points = [];
  #last = null;

  // Samples follow again, after a pause: events during the pause were not seen, so the charts have a gap here.
  begin() {
    this.#last = null;
    if (this.points.length && !this.points.at(-1).isGap) this.points.push({ isGap: true });
  }
  // Whether the figures of the last seconds are not known yet: they take two samples.
  get isMeasuring() { return this.newest === null; }

  // Adds the events since the sample before. `seconds` is the time of the sample.
  add(samples, seconds) {
    const before = this.#last;
    this.#last = { samples, seconds };
    if (!before) return;
    const passed = seconds - before.seconds;
    if (passed <= 0) return;
    const all = (labels) => labels !== null;
    const rate = (name, keep = all) =>
      sum(growth(before.samples, samples, name).filter((one) => keep(one.labels))) / passed;
    const isCall = (labels) => labels.operation !== "none";
    const [p50, p99] = quantiles(before.samples, samples, "partita_request_duration_seconds", [0.5, 0.99], isCall);
    this.points.push({
      requests: rate("partita_requests_total", isCall),
      errors: rate("partita_requests_total",
        (labels) => isCall(labels) && labels.class !== "success" && labels.class !== "condition"),
      conditions: rate("partita_requests_total", (labels) => labels.class === "condition"),
      throttled: rate("partita_requests_total", (labels) => labels.class === "throttle"),
      p50, p99,
      memory: valueOf(samples, "partita_process_resident_bytes"),
      disk: valueOf(samples, "partita_store_file_bytes"),
      connections: valueOf(samples, "partita_open_connections"),
      received: rate("partita_received_bytes_total"),
      sent: rate("partita_sent_bytes_total"),
      byOperation: this.#byOperation(before.samples, samples, passed),
    });
    if (this.points.length > kPlaces) this.points.shift();
  }

  // Requests a second and latencies of each operation and table, the busiest first.
  #byOperation(before, now, passed) {
    const groups = new Map();
    for (const { labels, value } of growth(before, now, "partita_requests_total")) {
      if (labels.operation === "none" || value === 0) continue;
      const key = `${labels.operation} ${labels.table}`;
      const group = groups.get(key) ?? { operation: labels.operation, table: labels.table, requests: 0, failed: 0 };
      group.requests += value / passed;
      if (labels.class !== "success") group.failed += value / passed;
      groups.set(key, group);
    }
    for (const group of groups.values())
      [group.p50, group.p99] = quantiles(before, now, "partita_request_duration_seconds", [0.5, 0.99],
        (labels) => labels.operation === group.operation && labels.table === group.table);
    return [...groups.values()].sort((a, b) => b.requests - a.requests);
  }

  get samples() { return this.#last?.samples ?? null; }
  get newest() {
    const last = this.points.at(-1);
    return last && !last.isGap ? last : null;
  }
  series(name) { return this.points.map((point) => point[name] ?? null); }
}
