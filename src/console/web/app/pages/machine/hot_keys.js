// The partition keys that requests name most often, and those whose requests are refused for lack of capacity.
import { countText, measureText } from "../../base/text.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { m } from "../../m.js";
import { kFewRequests, orderedHotKeys, queryOfHotKey } from "../../machine/hot_keys.js";
import { describeTable, tables } from "../../tables.js";

const kRules = {
  PKC: "partition key, accessed", SKC: "whole key, accessed", PKT: "partition key, throttled",
  SKT: "whole key, throttled",
};
const kColumns = ["Table", "Index", "Key", "Kind", "Requests a second", "Requests, halved each minute", "Share"];

const keyText = (key) => (key
  ? Object.entries(key).map(([name, value]) => `${name} = ${Object.values(value)[0]}`).join(", ")
  : "a key of more than 256 bytes");

function keyCell(one) {
  const table = tables.descriptions.get(one.Table), query = table && queryOfHotKey(table, one);
  return query ? m("a", { href: itemsAddress(one.Table, query), title: "Query this key" }, keyText(one.Key))
    : keyText(one.Key);
}

const row = (one, rates) => m("tr", { class: one.isFew ? "few" : "" }, [
  m("td", m("a", { href: itemsAddress(one.Table) }, one.Table)),
  m("td", one.Index || "table"),
  m("td.mono.break", keyCell(one)),
  m("td", kRules[one.Rule] ?? one.Rule),
  m("td.number", measureText(rates.of(one))),
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

export const HotKeys = () => {
  const asked = new Set();
  // Only the description of a table tells which attributes are the key of an index. It is asked for once.
  function learn(keys) {
    for (const { Table } of keys) {
      if (asked.has(Table) || tables.descriptions.has(Table)) continue;
      asked.add(Table);
      describeTable(Table).catch(() => {});
    }
  }
  return {
    onupdate: ({ attrs: { hot } }) => learn(hot?.HotKeys ?? []),
    view: ({ attrs: { hot, rates, fault } }) => m("section.panel", [
      m("h2", "Hot keys"),
      fault ? m("p.muted", fault.code === "AccessDeniedException"
        ? fault.message : `Hot keys are not shown: ${fault.message}`)
        : null,
      !hot && !fault ? m("p.muted", "Measuring.") : null,
      hot && !hot.Enabled
        ? m("p.muted", ["The server does not look for hot keys. Start it with ", m("code", "--hot-keys"), "."]) : null,
      hot?.Enabled && !hot.HotKeys.length
        ? m("p.muted", "No key has a large share of the requests of the last minutes.") : null,
      hot?.HotKeys.length ? [
        m("p.muted.explanation", explanation),
        m(".scroll.hot-keys", { tabindex: 0, role: "region", "aria-label": "The hot keys" }, m("table", [
          m("thead", m("tr", kColumns.map((text) =>
            m("th", { scope: "col", class: text.startsWith("Requests") ? "number" : "" }, text)))),
          m("tbody", orderedHotKeys(hot.HotKeys).map((one) => row(one, rates))),
        ])),
      ] : null,
    ]),
  };
};
