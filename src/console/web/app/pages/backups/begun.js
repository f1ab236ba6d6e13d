// The restores that this tab of the browser began. They outlive the page, and are forgotten when the user signs out.
import { call, metrics } from "../../api.js";
import { countText, plural } from "../../base/text.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { sleep } from "../../dynamo/streams/stream_tail.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { Restores } from "./restores.js";

export const restores = new Restores({ call, sleep, redraw: m.redraw,
  metrics: () => (session.server.HasStatistics ? metrics() : Promise.resolve("")) });

function stateText({ state, done, all, items, fault }) {
  if (state === "done") return `ACTIVE, with ${plural(items, "item")}`;
  if (state === "gone") return "The table is not there any more.";
  if (fault) return `${fault.code}: ${fault.message}`;
  return done === null ? "CREATING" : `CREATING, ${countText(done)} of ${all ? countText(all) : "?"} items`;
}

// The panel of them, or null if no restore was begun.
export function restoresPanel() {
  const { list } = restores;
  if (list.length === 0) return null;
  return m("section.panel", { "aria-labelledby": "restores" }, [
    m("h2", { id: "restores" }, "Restores"),
    m("ul.plain", list.map((one) => m("li.row", { key: one.name }, [
      one.state === "done" ? m("a.mono", { href: itemsAddress(one.name) }, one.name) : m("span.mono", one.name),
      m("span.muted", `from ${one.from}`),
      one.state === "restoring" ? m("progress", { value: one.all ? one.done : undefined, max: one.all || undefined,
        "aria-label": `Restore of ${one.name}` }) : null,
      m("span.badge", { role: "status", class: one.state === "done" ? "ok" : one.fault ? "danger" : "warn" },
        stateText(one)),
      one.state === "restoring" ? null : button(`Remove ${one.name} from the list`, () => restores.forget(one),
        { kind: "plain", small: true, iconName: "close", hideText: true }),
    ]))),
  ]);
}
