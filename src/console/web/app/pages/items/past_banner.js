// Says that a result is that of a moment, and leads back to now.
import { plural, timeText } from "../../base/text.js";
import { itemsAddress } from "../../dynamo/query/address.js";
import { m } from "../../m.js";

export function pastBanner({ table, state, past }) {
  if (!past) return null;
  const changed = past.changes.known.size;
  return m(".notice.warn.row.past-banner", { role: "status" }, [
    m("span", [m("strong", `Items as they were at ${timeText(past.moment)}, read only.`),
      changed ? ` ${plural(changed, "item")} of the table changed since then.` : ""]),
    m("a", { href: itemsAddress(table.TableName, { ...state, asOf: "" }) }, "Back to now"),
  ]);
}
