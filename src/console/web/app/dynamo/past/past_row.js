// The row that a query or a scan of the builder gives of one item of the past. The browser makes it by itself, by
// DynamoDB's rules, for the few items that changed since.
import { sortIsOpen } from "../query/request.js";
import { kPartitionKeyBytes, kSortKeyBytes } from "../service_limits.js";
import { holds, sourceOf } from "../tables/keys.js";
import { compareValues } from "../values/order.js";
import { parsePaths } from "../values/paths.js";
import { valueOfText } from "../values/typed_text.js";
import { at, typeOf, valueSize } from "../values/values.js";
import { beginsWith, filterTest, inOrder, isBetween } from "./filter_match.js";
import { projection } from "./project.js";

// An index has the items with all attributes of its key, if they can be keys. An item that is older than the index may
// have others.
function isEntry(source, item) {
  const has = (attributes, mostBytes) => attributes.every(({ name, type }) => {
    const value = at(item, name);
    return value !== undefined && typeOf(value) === type && value[type] !== "" && valueSize(value) <= mostBytes;
  });
  return has(source.partition, kPartitionKeyBytes) && has(source.sort, kSortKeyBytes);
}

function sortTest({ op, from, to }, type) {
  const first = valueOfText(type, from);
  if (op === "=") return (value) => compareValues(value, first) === 0;
  if (op === "begins_with") return (value) => beginsWith(value, first);
  if (op !== "BETWEEN") return (value) => inOrder(value, op, first);
  const last = valueOfText(type, to);
  return (value) => isBetween(value, first, last);
}

// The key condition, as a function of an entry.
function keyTest(state, source) {
  if (state.mode !== "query") return () => true;
  const tests = source.partition.map(({ name, type }, place) => {
    const wanted = valueOfText(type, state.partition[place]);
    return (item) => compareValues(item[name], wanted) === 0;
  });
  for (const [place, { name, type }] of source.sort.entries()) {
    if (!state.sort[place].op || !sortIsOpen(state, place)) break;
    const test = sortTest(state.sort[place], type);
    tests.push((item) => test(item[name]));
  }
  return (item) => tests.every((test) => test(item));
}

// A function of an item's image that gives the row of the answer, or null if the answer does not have the item. `state`
// is that of the builder, without faults; `projected` is the text of its projection, of which an
// empty one has all attributes.
export function pastRow(table, state, projected) {
  const source = sourceOf(table, state.index), matchesKey = keyTest(state, source), matches = filterTest(state.filter);
  const paths = parsePaths(projected), project = paths.length ? projection(paths) : (item) => item;
  // A local index reads the item itself if the projection names an attribute that its entries lack. The filter then
  // sees that one too.
  const isWhole = source.projection === "ALL" ||
    (source.kind === "local" && paths.some(([name]) => !holds(table, source, name)));
  const entryOf = (item) => (isWhole ? item
    : Object.fromEntries(Object.entries(item).filter(([name]) => holds(table, source, name))));
  return (image) => {
    if (!isEntry(source, image) || !matchesKey(image)) return null;
    const entry = entryOf(image);
    return matches(entry) ? project(entry) : null;
  };
}
