// Items that exist, as examples of parameters: the first ones of the pattern's entities.
import { call } from "../../api.js";
import { learn } from "../../dynamo/partiql/seen.js";
import { isWrite } from "../../dynamo/patterns/patterns.js";
import { primaryKey, viewOf } from "../../dynamo/tables/key_schema.js";
import { describeTable } from "../../tables.js";

const kPage = 50, kPages = 4, kWanted = 8, kFull = 10;

// The places that have the pattern's items: the index of a read, or the tables of the parts.
function placesOf(pattern) {
  const parts = (pattern.Parts ?? []).filter((one) => one.Parameters.length > 0);
  if (parts.length === 0)
    return [{ table: pattern.Table, entities: pattern.Entities ?? [],
      index: isWrite(pattern.Operation) || pattern.Operation === "search" ? undefined : pattern.Index || undefined }];
  return [...new Set(parts.map((one) => one.Table))]
    .map((table) =>
      ({ table, entities: [...new Set(parts.filter((one) => one.Table === table).map((one) => one.Entity))] }));
}

// {examples: {entity: [items]}, units} of all places.
export async function readExamples(pattern, signal) {
  const all = { examples: {}, units: 0 };
  for (const place of placesOf(pattern)) {
    const { examples, units } = await readPlace(place, signal);
    Object.assign(all.examples, examples);
    all.units += units;
  }
  return all;
}

// {examples: {entity: [items]}, units}: reads `kPages` pages at most, of the index if it has one, because its
// items are in the index for sure.
/**
 * @param {{table: string, entities: string[], index?: string}} place
 * @param {AbortSignal} signal
 */
async function readPlace({ table: name, entities: wanted, index }, signal) {
  const table = await describeTable(name);
  const examples = Object.fromEntries(wanted.map((name) => [name, []]));
  const isPartial = !!index && viewOf(table, index)?.projection !== "ALL";
  let units = 0, start;
  for (let page = 0; page < kPages; ++page) {
    const body = { TableName: name, Limit: kPage, ReturnConsumedCapacity: "TOTAL",
      ...(index ? { IndexName: index } : {}), ...(start ? { ExclusiveStartKey: start } : {}) };
    const answer = await call("Scan", body, { signal });
    units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    const items = answer.Items ?? [];
    if (items.length > 0) {
      const judged = await call("PartitaConsole.JudgeItems",
        { Table: name, Items: items, ...(index ? { Index: index } : {}) }, { signal });
      for (const [at, { Entity }] of judged.Items.entries())
        if (examples[Entity]?.length < kWanted) examples[Entity].push(items[at]);
    }
    start = answer.LastEvaluatedKey;
    if (!start || wanted.every((name) => examples[name].length >= kWanted)) break;
  }
  if (isPartial) {
    // The index has a part of each item; the parameters may be in the rest.
    for (const entity of wanted) {
      const whole = await Promise.all(examples[entity].slice(0, kFull)
        .map((item) => call("GetItem",
          { TableName: name, Key: primaryKey(table, item), ReturnConsumedCapacity: "TOTAL" }, { signal })));
      units += whole.reduce((sum, one) => sum + (one.ConsumedCapacity?.CapacityUnits ?? 0), 0);
      examples[entity] = whole.flatMap((one) => (one.Item ? [one.Item] : []));
    }
  }
  learn(name, Object.values(examples).flat());
  return { examples, units };
}
