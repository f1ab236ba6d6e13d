// Background jobs that are under way, from the metrics with the label `job`.
import { countText } from "../../base/text.js";
import { m } from "../../m.js";

export function jobs(samples) {
  const find = (name, labels) =>
    samples.find((one) => one.name === name && ["job", "table", "index"]
      .every((label) => one.labels[label] === labels[label]))?.value;
  const running = samples.filter((one) => one.name === "partita_job_items_done");
  return m("section.panel", m("h2", "Jobs"), running.length === 0 ? m("p.muted", "No background job is under way.")
    : m("ul.plain", running.map(({ labels, value }) => {
      const all = find("partita_job_items", labels);
      return m("li.row", [
        m("span", `${labels.job} ${labels.table}${labels.index ? ` / ${labels.index}` : ""}`),
        m("progress", { value, max: all || undefined, "aria-label": `${labels.job} of ${labels.table}` }),
        m("span.muted", `${countText(value)} of ${all ? countText(all) : "?"} items`),
      ]);
    })));
}
