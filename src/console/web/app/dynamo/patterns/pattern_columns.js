// The order of the columns of a pattern's items: the primary key, the fields of the entities, and last the attributes
// that only serve keys of indexes.
import { indexKeyNames, keyAttributes } from "../tables/keys.js";

// `table` is DescribeTable's answer, or null without one; `entities` are the model's. {first, next, last}, the first
// two lists of names and the last a set of names, as Columns takes them.
export function patternColumns(table, entities) {
  const first = table ? keyAttributes(table).map(({ name }) => name) : [];
  const fields = entities.flatMap((entity) => entity.Fields.map((one) => one.Attribute));
  const next = [...new Set(fields)].filter((name) => !first.includes(name));
  const last = new Set([...(table ? indexKeyNames(table) : [])].filter((name) => !next.includes(name)));
  return { first, next, last };
}
