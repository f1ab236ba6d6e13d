// Items that exist, as examples of parameters: the first ones of the pattern's entities.
import { call } from "../../api.js";
import { primaryKey, viewOf } from "../../dynamo/key_schema.js";
import { learn } from "../../dynamo/partiql/seen.js";
import { isWrite } from "../../dynamo/patterns.js";
import { describeTable } from "../../tables.js";

const kPage = 50, kPages = 4, kWanted = 8, kFull = 10;

// {examples: {entity: [items]}, units}: reads `kPages` pages at most, of the pattern's index if it has one, because its
// items are in the index for sure.
export async function readExamples(pattern, signal) {
  const table = await describeTable(pattern.Table);
  const wanted = pattern.Entities ?? [];
  const examples = Object.fromEntries(wanted.map((name) => [name, []]));
  const index = isWrite(pattern.Operation) ? undefined : pattern.Index || undefined;
  const isPartial = !!index && viewOf(table, index)?.projection !== "ALL";
  let units = 0, start;
  for (let page = 0; page < kPages; ++page) {
    const body = { TableName: pattern.Table, Limit: kPage, ReturnConsumedCapacity: "TOTAL", ...(index ? { IndexName: index } : {}), ...(start ? { ExclusiveStartKey: start } : {}) };
    const answer = await call("Scan", body, { signal });
    units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    const items = answer.Items ?? [];
    if (items.length > 0) {
      const judged = await call("PartitaConsole.JudgeItems", { Table: pattern.Table, Items: items, ...(index ? { Index: index } : {}) }, { signal });
      for (const [at, { Entity }] of judged.Items.entries()) if (examples[Entity]?.length < kWanted) examples[Entity].push(items[at]);
    }
    start = answer.LastEvaluatedKey;
    if (!start || wanted.every((name) => examples[name].length >= kWanted)) break;
  }
  if (isPartial) {
    // The index has a part of each item; the parameters may be in the rest.
    for (const name of wanted) {
      const whole = await Promise.all(examples[name].slice(0, kFull).map((item) => call("GetItem", { TableName: pattern.Table, Key: primaryKey(table, item), ReturnConsumedCapacity: "TOTAL" }, { signal })));
      units += whole.reduce((sum, one) => sum + (one.ConsumedCapacity?.CapacityUnits ?? 0), 0);
      examples[name] = whole.flatMap((one) => (one.Item ? [one.Item] : []));
    }
  }
  learn(pattern.Table, Object.values(examples).flat());
  return { examples, units };
}
