// A long work with its progress, a stop and a report, as the content of a dialog.
import { m } from "../../m.js";
import { button } from "../../ui/button.js";

const kMostRefusals = 50_000;

export class Job {
  constructor() {
    this.controller = new AbortController();
    this.state = "ready"; // ready, running, stopped, failed, done
    this.refused = []; // {what: the refused thing, reason, text}
    this.refusedCount = 0;
    this.fault = null;
    this.timer = null;
  }
  get signal() { return this.controller.signal; }
  refuse(what, reason, text = "") {
    this.refusedCount += 1;
    if (this.refused.length < kMostRefusals) this.refused.push({ what, reason, text: text.slice(0, 500) });
  }
  // Draws the progress, a few times a second at most, and after the last call too.
  tick() {
    this.timer ??= setTimeout(() => { this.timer = null; m.redraw(); }, 100);
  }
  async run(work) {
    this.state = "running";
    m.redraw();
    try {
      await work(this);
      this.state = "done";
    } catch (error) {
      this.state = error.name === "AbortError" ? "stopped" : "failed";
      this.fault = error;
      // Requests that run at the same time as the failed one must not write unseen.
      this.controller.abort();
    }
    m.redraw();
  }
  stop() { this.controller.abort(); }
}

export function download(name, parts, type) {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// attrs: job, text (the progress so far), part (0 to 1, or undefined if the end is unknown), rest (the remaining work
// after an error, as a sentence).
export const JobView = {
  view: ({ attrs: { job, text, part, rest = "" } }) => m(".stack", { "aria-busy": String(job.state === "running") }, [
    job.state === "running" ? m("progress", { max: 1, value: part, "aria-label": "Progress" }) : null,
    m("p", { role: "status" }, [text, job.state === "stopped" ? " Stopped." : job.state === "done" ? " Done." : ""]),
    job.state === "failed" ? m(".notice.error", { role: "alert" },
      `${job.fault.code ?? "Error"}: ${job.fault.message} ${rest}`) : null,
    job.refusedCount ? [
      m(".notice.warn", `${job.refusedCount.toLocaleString("en")} refused.`),
      m(".scroll.short", { role: "region", tabindex: 0, "aria-label": "What was refused" }, m("table", [
        m("thead", m("tr", m("th", { scope: "col" }, "Where"), m("th", { scope: "col" }, "Why"))),
        m("tbody", job.refused.slice(0, 100).map(({ what, reason }) => m("tr", m("td", what), m("td", reason)))),
      ])),
      m(".row", button("Download the report",
        () => download("refused.jsonl", job.refused.map((one) => JSON.stringify(one) + "\n"), "application/x-ndjson"),
        { small: true, iconName: "download" })),
    ] : null,
  ]),
};
