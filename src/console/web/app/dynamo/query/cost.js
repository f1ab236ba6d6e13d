// The cost of reads before they run, by the sizes that DescribeTable gives. The service refreshes those about every six
// hours, so an estimate says that it is one.
import { plural } from "../../base/text.js";
import { kPageBytes, kReadUnitBytes } from "../service_limits.js";
import { bytesText } from "../values/values.js";

// The estimate of a Scan of the whole source: {units, bytes, count, requests, pageUnits}, or null if sizes are unknown.
// `limit` is the Limit of each request.
export function scanCost(source, { consistent, limit }) {
  if (source.bytes === null || source.count === null) return null;
  const perUnit = consistent ? 1 : 0.5;
  const average = source.count ? source.bytes / source.count : 0;
  const pageBytes = Math.min(kPageBytes, limit && average ? limit * average : kPageBytes, source.bytes);
  const requests = Math.max(1, Math.ceil(source.bytes / Math.max(pageBytes, 1)));
  const pageUnits = Math.max(1, Math.ceil(pageBytes / kReadUnitBytes)) * perUnit;
  return { units: Math.max(Math.ceil(source.bytes / kReadUnitBytes), requests) * perUnit, bytes: source.bytes,
    count: source.count, requests, pageUnits };
}
const units = (number) =>
  `${number.toLocaleString("en", { maximumFractionDigits: 1 })} read unit${number === 1 ? "" : "s"}`;

export function scanCostText(source, options) {
  const cost = scanCost(source, options);
  const what = source.name ? `the index ${source.name}` : "the table";
  if (!cost) return `A Scan reads all of ${what}; the server does not say how large it is.`;
  if (!cost.count && !cost.bytes)
    return `A Scan reads all of ${what}. The server counts no items in it so far, so no estimate can be made.`;
  return `A Scan reads all of ${what}: about ${plural(cost.count, "item")} and ${bytesText(cost.bytes)}, ` +
    `${units(cost.units)} to its end. Each page costs about ${units(cost.pageUnits)}; pages are read as you scroll.`;
}
export { units as unitsText };
