// The machine: requests a second, latencies, throttles, memory and disk, hot keys, jobs, and the audit log.
import { call, metrics } from "../api.js";
import { bytesText, durationText, measureText } from "../base/text.js";
import { m } from "../m.js";
import { HotKeyRates } from "../machine/hot_keys.js";
import { session } from "../session.js";
import { button } from "../ui/button.js";
import { plot } from "../ui/plot.js";
import { archivePanel } from "./machine/archive.js";
import { AuditLog } from "./machine/audit.js";
import { History, kPlaces, kSecondsBetween } from "./machine/history.js";
import { HotKeys } from "./machine/hot_keys.js";
import { jobs } from "./machine/jobs.js";
import { Sampling } from "./machine/sampling.js";

const kMeasuring = "Measuring: the figures come with the second answer of the server.";
const kBlue = "var(--entity-1)", kRed = "var(--danger)", kAmber = "var(--entity-3)", kGreen = "var(--entity-2)";

// By title: the figures of a card as [name, member of the newest sample, text, colour], of which those with a colour
// are drawn as lines too.
const kCards = {
  "Requests a second": [["all", "requests", measureText, kBlue], ["errors", "errors", measureText, kRed]],
  "Latency": [["median", "p50", durationText, kBlue], ["99 %", "p99", durationText, kAmber]],
  "Throttled and refused": [["throttled a second", "throttled", measureText, kRed],
    ["conditions not met a second", "conditions", measureText, kAmber]],
  "Memory": [["of the process", "memory", bytesText, kBlue]],
  "Disk": [["in table files", "disk", bytesText, kGreen]],
  "Network": [["received a second", "received", (value) => bytesText(Math.round(value)), kBlue],
    ["sent a second", "sent", (value) => bytesText(Math.round(value)), kGreen],
    ["connections", "connections", measureText]],
};

// The charts outlive the page, as long as the tab is there.
const history = new History(), rates = new HotKeyRates();

function card(title, figures) {
  const now = history.newest ?? {};
  const figure = (member, text) => (history.isMeasuring ? m("span.muted.measuring", "measuring") : text(now[member]));
  const lines = figures.filter(([, , , color]) => color);
  return m("section.panel.card", { "aria-label": title }, [
    m("h2", title),
    m("dl.figures", figures.map(([name, member, text, color]) => [m("dt", color ? { style: { color } } : {}, name),
      m("dd", figure(member, text))])),
    plot(lines.map(([, member, , color]) => ({ values: history.series(member), color })), kPlaces),
  ]);
}

/** @param {Sampling} sampling */
function head(sampling) {
  const { isPaused, fault } = sampling;
  return [
    m(".page-head", m("h1", "Machine"), m("span.badge", isPaused ? "paused" : `every ${kSecondsBetween} seconds`),
      m("span.fill"),
      button(isPaused ? "Go on" : "Pause", () => sampling.turn(), { iconName: isPaused ? "play" : "pause" })),
    fault ? m(".notice.error", { role: "alert" }, `${fault.code}: ${fault.message}`) : null,
  ];
}

export const MachinePage = () => {
  const sampling = new Sampling(history, rates, { metrics, hotKeys: () => call("PartitaConsole.ListHotKeys"),
    redraw: m.redraw });
  return {
    oninit: () => sampling.begin(),
    onremove: () => sampling.end(),
    view: () => [
      head(sampling),
      m(".cards", Object.entries(kCards).map(([title, figures]) => card(title, figures))),
      history.samples ? archivePanel(history.samples) : null,
      m("section.panel", m("h2", "Operations of the last seconds"), history.isMeasuring
        ? m("p.muted", kMeasuring) : operations(history.newest?.byOperation)),
      m(HotKeys, { hot: sampling.hot, rates, fault: sampling.hotFault }),
      history.samples ? jobs(history.samples) : m("section.panel", m("h2", "Jobs"), m("p.muted", kMeasuring)),
      session.server.HasAuditLog ? m(AuditLog) : null,
    ],
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
