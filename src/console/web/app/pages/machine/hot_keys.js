// The partition keys that requests name most often, and those whose requests are refused for lack of capacity.
import { itemsAddress } from "../../dynamo/address.js";
import { kFewRequests, orderedHotKeys } from "../../dynamo/hot_keys.js";
import { countText } from "../../dynamo/text.js";
import { m } from "../../m.js";

const kRules = {
  PKC: "partition key, accessed", SKC: "whole key, accessed", PKT: "partition key, throttled",
  SKT: "whole key, throttled",
};
const kColumns = ["Table", "Index", "Key", "Kind", "Requests", "Share"];

const keyText = (key) => (key
  ? Object.entries(key).map(([name, value]) => `${name} = ${Object.values(value)[0]}`).join(", ")
  : "a key of more than 256 bytes");

const row = (one) => m("tr", { class: one.isFew ? "few" : "" }, [
  m("td", m("a", { href: itemsAddress(one.Table) }, one.Table)),
  m("td", one.Index || "table"),
  m("td.mono.break", keyText(one.Key)),
  m("td", kRules[one.Rule] ?? one.Rule),
  m("td.number", `about ${countText(one.own)}`),
  m("td", m(".meter", [
    m(".meter-bar", { style: { width: `${Math.round(one.Share * 100)}%` } }),
    m("span", `${(one.Share * 100).toFixed(1)} % of ${countText(one.Requests)}`),
  ])),
]);

const explanation =
  "A share is of the requests (for throttled keys: of the refused ones) to the table or index in the " +
  "last few minutes, which are estimated and halved every minute; keys of fewer than " +
  `${kFewRequests} requests are dimmed, because their share says little.`;

export const HotKeys = {
  view: ({ attrs: { hot, fault } }) => m("section.panel", [
    m("h2", "Hot keys"),
    fault ? m("p.muted", fault.code === "AccessDeniedException"
      ? fault.message : `Hot keys are not shown: ${fault.message}`)
      : null,
    hot && !hot.Enabled
      ? m("p.muted", ["The server does not look for hot keys. Start it with ", m("code", "--hot-keys"), "."]) : null,
    hot?.Enabled && !hot.HotKeys.length
      ? m("p.muted", "No key has a large share of the requests of the last minutes.") : null,
    hot?.HotKeys.length ? [
      m("p.muted.explanation", explanation),
      m(".scroll.hot-keys", { tabindex: 0, role: "region", "aria-label": "The hot keys" }, m("table", [
        m("thead",
          m("tr", kColumns.map((text) => m("th", { scope: "col", class: text === "Requests" ? "number" : "" }, text)))),
        m("tbody", orderedHotKeys(hot.HotKeys).map(row)),
      ])),
    ] : null,
  ]),
};
