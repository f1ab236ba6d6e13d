// Says in a dialog which query the work is about, because the form may hold another one by then.
import { plural } from "../../base/text.js";
import { queryFacts } from "../../dynamo/query/query_text.js";
import { m } from "../../m.js";

// `of`: {request, count, complete, isOld, chosen}: the last run, whether the form differs from it, and how many of its
// rows are selected.
export const querySummary = ({ request, count, complete, isOld, chosen }) => m(".stack.query-summary", [
  isOld ? m(".notice.warn", { role: "alert" },
    "The query in the form was changed and did not run. This is about the result of the last run:") : null,
  m("dl.facts", [...queryFacts(request), ["Items", [
    chosen ? `${plural(chosen, "item")} selected, of ` : "", plural(count, "item"), complete ? "" : " read so far",
  ].join("")]].map(([name, text]) => [m("dt", name), m("dd.break", name === "Result of" || name === "Items" ? text
    : m("code", text))])),
]);
