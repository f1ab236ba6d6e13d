// A result as the text of a file, page by page: JSON lines (typed or plain) or CSV.
import { copyText } from "../values/short_text.js";
import { csvLine } from "../../base/csv.js";
import { plainText } from "../values/item_json.js";
import { columnValue, pathTitle } from "./columns.js";

export const kExports = { typed: ["Typed JSON lines", "jsonl", "application/x-ndjson"],
  plain: ["Plain JSON lines", "jsonl", "application/x-ndjson"], csv: ["CSV", "csv", "text/csv"] };

export const exportHead = (form, columns) =>
  (form === "csv" ? csvLine(columns.map(({ path }) => pathTitle(path))) : "");
// Scalars as they are, other values as typed JSON, which says all of them. Null would read as the text "null".
const csvText = (value) => (value === undefined ? "" : value.NULL ? JSON.stringify(value) : copyText(value));
export function exportItems(form, items, columns) {
  if (form === "typed") return items.map((item) => JSON.stringify(item) + "\n").join("");
  if (form === "plain") return items.map((item) => plainText(item, 0) + "\n").join("");
  return items.map((item) => csvLine(columns.map((column) => csvText(columnValue(item, column))))).join("");
}
