// The machine: requests a second, latencies, throttles, memory and disk, hot keys, jobs, and the audit log.
import { call, metrics } from "../api.js";
import { bytesText, durationText, measureText } from "../base/text.js";
import { m } from "../m.js";
import { HotKeyRates } from "../machine/hot_keys.js";
import { parseMetrics } from "../machine/metrics.js";
import { session } from "../session.js";
import { button } from "../ui/button.js";
import { plot } from "../ui/plot.js";
import { AuditLog } from "./machine/audit.js";
import { History, kPlaces, kSecondsBetween } from "./machine/history.js";
import { HotKeys } from "./machine/hot_keys.js";
import { jobs } from "./machine/jobs.js";

// Hot keys are those of minutes, and each request for them is a record of the audit log.
const kSamplesForHotKeys = 3;
const kMeasuring = "Measuring: the figures come with the second answer of the server.";

// The charts outlive the page, as long as the tab is there.
const history = new History(), rates = new HotKeyRates();

export const MachinePage = () => {
  let fault = null, paused = false, timer = null, hot = null, hotFault = null, samples = 0;
  let round = 0; // of the samples since the last pause; an answer to an earlier one asks for no further sample

  const sample = async (mine) => {
    try {
      history.add(parseMetrics(await metrics()), performance.now() / 1000);
      fault = null;
    } catch (error) {
      fault = error;
    }
    if (samples++ % kSamplesForHotKeys === 0 || hotFault) {
      try {
        hot = await call("PartitaConsole.ListHotKeys");
        rates.see(hot.HotKeys ?? [], performance.now() / 1000);
        hotFault = null;
      } catch (error) {
        hotFault = error;
      }
    }
    m.redraw();
    // The next sample waits for this one, so that a slow server is not asked more and more.
    if (mine === round) timer = setTimeout(sample, kSecondsBetween * 1000, mine);
  };
  const begin = () => { history.begin(); timer = setTimeout(sample, 0, ++round); };
  const end = () => { clearTimeout(timer); ++round; };

  const card = (title, figures, series) => m("section.panel.card", { "aria-label": title }, [
    m("h2", title),
    m("dl.figures", figures.map(([name, value, color]) => [m("dt", color ? { style: { color } } : {}, name),
      m("dd", value)])),
    plot(series, kPlaces),
  ]);

  return {
    oninit: begin,
    onremove: end,
    view: () => {
      const now = history.newest ?? {}, isMeasuring = history.isMeasuring;
      const figure = (value) => (isMeasuring ? m("span.muted.measuring", "measuring") : value);
      const series = (name, color) => ({ values: history.series(name), color });
      const blue = "var(--entity-1)", red = "var(--danger)", amber = "var(--entity-3)", green = "var(--entity-2)";
      return [
        m(".page-head", m("h1", "Machine"), m("span.badge", paused ? "paused" : `every ${kSecondsBetween} seconds`),
          m("span.fill"),
          button(paused ? "Go on" : "Pause", () => { paused = !paused; if (paused) end(); else begin(); },
            { iconName: paused ? "play" : "pause" })),
        fault ? m(".notice.error", { role: "alert" }, `${fault.code}: ${fault.message}`) : null,
        m(".cards", [
          card("Requests a second", [["all", figure(measureText(now.requests)), blue],
            ["errors", figure(measureText(now.errors)), red]],
            [series("requests", blue), series("errors", red)]),
          card("Latency", [["median", figure(durationText(now.p50)), blue],
            ["99 %", figure(durationText(now.p99)), amber]],
            [series("p50", blue), series("p99", amber)]),
          card("Throttled and refused", [["throttled a second", figure(measureText(now.throttled)), red],
            ["conditions not met a second", figure(measureText(now.conditions)), amber]],
            [series("throttled", red), series("conditions", amber)]),
          card("Memory", [["of the process", figure(bytesText(now.memory)), blue]], [series("memory", blue)]),
          card("Disk", [["in table files", figure(bytesText(now.disk)), green]], [series("disk", green)]),
          card("Network", [["received a second", figure(bytesText(Math.round(now.received))), blue],
            ["sent a second", figure(bytesText(Math.round(now.sent))), green],
            ["connections", figure(measureText(now.connections))]],
            [series("received", blue), series("sent", green)]),
        ]),
        m("section.panel", m("h2", "Operations of the last seconds"), isMeasuring
          ? m("p.muted", kMeasuring) : operations(now.byOperation)),
        m(HotKeys, { hot, rates, fault: hotFault }),
        history.samples ? jobs(history.samples) : m("section.panel", m("h2", "Jobs"), m("p.muted", kMeasuring)),
        session.server.HasAuditLog ? m(AuditLog) : null,
      ];
    },
  };
};

function operations(list) {
  if (!list.length) return m("p.muted", "No request of an operation came in the last seconds.");
  return m(".scroll", m("table", [
    m("thead", m("tr", ["Operation", "Table", "Requests a second", "Not successful", "Median", "99 %"]
      .map((text, at) => m("th", { scope: "col", class: at > 1 ? "number" : "" }, text)))),
    m("tbody", list.slice(0, 30).map((one) => m("tr", { key: `${one.operation} ${one.table}` }, [
      m("td", one.operation), m("td", one.table), m("td.number", measureText(one.requests)),
      m("td.number", measureText(one.failed)),
      m("td.number", durationText(one.p50)), m("td.number", durationText(one.p99)),
    ]))),
  ]));
}
