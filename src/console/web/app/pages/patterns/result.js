// The items and the cost of a run of an access pattern, in all and, if it made several requests, by request.
import { measureText, countText, plural } from "../../base/text.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { fault as faultView } from "../../ui/fault.js";
import { ItemTable } from "../../ui/item_table.js";

const number = (value, text = countText) => m("td.number", value === null ? "–" : text(value));

function requestTable(run) {
  return m(".scroll", { tabindex: 0, role: "region", "aria-label": "Requests of the run" }, m("table", [
    m("thead",
      m("tr", [m("th", { scope: "col" }, "Request"),
        ...["Pages", "Items read", "Items", "Units", "ms"].map((text) => m("th.number", { scope: "col" }, text))])),
    m("tbody", run.stats.map((one) => m("tr", [
      m("td.mono", [one.request.Operation, " ",
        m("span.muted", Object.values(one.request.Body.ExpressionAttributeValues ?? {})
          .map((value) => Object.values(value)[0]).join(" · ").slice(0, 100)),
        one.pages > 0 && !one.isDone ? m("span.badge", "there is more") : null]),
      number(one.pages), number(one.evaluated), number(one.returned), number(one.units, measureText),
      number(one.ms, measureText)]))),
  ]));
}

export const RunResult = {
  view: ({ attrs: { run, ranAt, fault, isBusy, more } }) => {
    const { pages, evaluated, returned, units, ms } = run.totals;
    const isSent = pages > 0;
    // Numbers before the first answer would look like those of an answer.
    if (!isSent && isBusy)
      return m(".panel.stack", { id: "pattern-result" }, m("p.muted", { role: "status" }, "Reading"));
    return m(".panel.stack", { id: "pattern-result" }, [
      m(".panel-head", [m("h2", "Items"), m("span.fill"), m("span.muted", `${ranAt.toLocaleTimeString()}`)]),
      m("div", { role: "status" }, m("dl.numbers", [
        ["Items", countText(run.items.length)],
        ...(evaluated !== null && evaluated !== returned ? [["Read before the filter", countText(evaluated)]] : []),
        ["Units", units === null ? "–" : measureText(units)], ["Time", `${measureText(ms)} ms`],
        ["Requests", countText(pages)],
      ].map(([name, text]) => m("div", [m("dt", name), m("dd", text)])))),
      run.isMerged
        ? m("p.muted",
          `The answers of ${plural(run.requests.length, "request")} are merged in the order of the sort key.`) : null,
      faultView(fault, { more: (fault?.body?.CancellationReasons ?? []).map((one, at) =>
        one.Code && one.Code !== "None"
          ? m("div", `Action ${at + 1}: ${one.Code}${one.Message ? `, ${one.Message}` : ""}`) : null) }),
      run.items.length > 0 ? m(ItemTable, { items: run.items, ...run.columns,
        label: "Items of the access pattern" })
        : fault || isBusy ? null : isSent ? m("p.empty", run.isDone ? "No item matches." : "No item so far.") : null,
      run.isDone || fault || !isSent
        ? null : m(".row",
          [button(isBusy ? "Reading" : "Read the next page", more, { kind: "primary", disabled: isBusy }),
            m("span.muted", "There is more.")]),
      run.stats.length > 1 ? requestTable(run) : null,
    ]);
  },
};
