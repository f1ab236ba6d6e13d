// Reads the text of GET /metrics (Prometheus) for the page of the machine. Pure functions.

const kLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const kLabel = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const unescaped = (text) => text.replace(/\\(.)/g, (_, letter) => (letter === "n" ? "\n" : letter));

// Samples as {name, labels, value}, in the order of the text.
export function parseMetrics(text) {
  const samples = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const parts = kLine.exec(line);
    if (!parts) continue;
    const labels = {};
    for (const [, name, value] of (parts[2] ?? "").matchAll(kLabel)) labels[name] = unescaped(value);
    samples.push({ name: parts[1], labels, value: Number(parts[3]) });
  }
  return samples;
}

// The value of a metric without labels, or undefined.
export const valueOf = (samples, name) => samples.find((sample) => sample.name === name)?.value;

// Of a counter: the growth of each set of labels between two samplings, as {labels, value}. A set of labels that began
// in between counts with its full value. So does a counter that fell, because it belongs to a server that was started
// again.
export function growth(before, now, name) {
  const old = new Map(before.filter((one) => one.name === name).map((one) => [JSON.stringify(one.labels), one.value]));
  return now.filter((one) => one.name === name).map(({ labels, value }) => {
    const was = old.get(JSON.stringify(labels)) ?? 0;
    return { labels, value: value >= was ? value - was : value };
  });
}

export const sum = (list) => list.reduce((total, one) => total + one.value, 0);

// The quantiles of a histogram's growth, such as [0.5, 0.99], in the histogram's unit. Within a bucket the values are
// taken as spread evenly. NaN without requests.
/**
 * @param {object[]} before
 * @param {object[]} now
 * @param {string} name
 * @param {number[]} wanted
 * @param {(labels: any) => boolean} [keep]
 */
export function quantiles(before, now, name, wanted, keep = () => true) {
  const byBound = new Map();
  for (const { labels, value } of growth(before, now, `${name}_bucket`)) {
    if (!keep(labels)) continue;
    const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
    byBound.set(bound, (byBound.get(bound) ?? 0) + value);
  }
  const buckets = [...byBound].sort(([a], [b]) => a - b);
  const all = buckets.length ? buckets[buckets.length - 1][1] : 0;
  return wanted.map((share) => {
    if (all === 0) return NaN;
    const rank = share * all;
    let low = 0, below = 0;
    for (const [bound, count] of buckets) {
      if (count >= rank) {
        if (bound === Infinity) return low;
        return low + (bound - low) * (count > below ? (rank - below) / (count - below) : 1);
      }
      low = bound;
      below = count;
    }
    return low;
  });
}
