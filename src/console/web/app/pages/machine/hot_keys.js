// The partition keys that requests name most often, and those whose requests are refused for lack of capacity.
import { m } from "../../m.js";

const kRules = { PKC: "partition key, accessed", SKC: "whole key, accessed", PKT: "partition key, throttled", SKT: "whole key, throttled" };

const keyText = (key) => (key ? Object.entries(key).map(([name, value]) => `${name} = ${Object.values(value)[0]}`).join(", ") : "a key of more than 256 bytes");

export const HotKeys = {
  view: ({ attrs: { hot, fault } }) => m("section.panel", [
    m("h2", "Hot keys"),
    fault ? m("p.muted", fault.code === "AccessDeniedException" ? fault.message : `Hot keys are not shown: ${fault.message}`) : null,
    hot && !hot.Enabled ? m("p.muted", ["The server does not look for hot keys. Start it with ", m("code", "--hot-keys"), "."]) : null,
    hot?.Enabled && !hot.HotKeys.length ? m("p.muted", "No key has a large share of the requests of the last minutes.") : null,
    hot?.HotKeys.length ? m(".scroll", m("table", [
      m("thead", m("tr", ["Table", "Index", "Key", "Kind", "Share of requests"].map((text) => m("th", { scope: "col" }, text)))),
      m("tbody", hot.HotKeys.map((one) => m("tr", [
        m("td", m("a", { href: `#!/tables/${encodeURIComponent(one.Table)}/items` }, one.Table)), m("td", one.Index || "–"),
        m("td.mono.break", keyText(one.Key)), m("td", kRules[one.Rule] ?? one.Rule),
        m("td", m(".meter", [m(".meter-bar", { style: { width: `${Math.round(one.Share * 100)}%` } }), m("span", `${(one.Share * 100).toFixed(1)} %`)])),
      ]))),
    ])) : null,
  ]),
};
