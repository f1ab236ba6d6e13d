// The palette's commands that lead to the model's access patterns and to the indexes of the tables. Facts that are not
// known yet are read, so the sources give promises of commands too.
import { itemsAddress } from "./dynamo/query/address.js";
import { freshState } from "./dynamo/query/request.js";
import { sourcesOf } from "./dynamo/tables/keys.js";
import { goTo } from "./go.js";
import { readModel } from "./model.js";
import { describeTable, tables } from "./tables.js";

const kAtATime = 4, kMostTables = 200;

// Descriptions that are not known yet are read for the first tables only, because an account may have thousands.
let reading = Promise.resolve();
function describeAll() {
  const left = (tables.names ?? []).slice(0, kMostTables).filter((name) => !tables.descriptions.has(name));
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      // A table may be gone, or not be for this user: it has no commands then.
      if (!tables.descriptions.has(name)) await describeTable(name).catch(() => {});
  };
  // Palettes that are opened one after the other do not read at the same time.
  return (reading = reading.then(async () => { await Promise.all(Array.from({ length: kAtATime }, work)); }));
}

export const patternCommands = ({ Patterns }) => Patterns.map(({ Name }) => ({ text: Name, kind: "Access pattern",
  run: () => goTo(`#!/patterns/${encodeURIComponent(Name)}`) }));

// The query form of each index of a table, to be filled in.
export const indexCommands = (table) => sourcesOf(table).filter(({ name }) => name).map(({ name }) => ({
  text: `${table.TableName}: index ${name}`, kind: "Index",
  run: () => goTo(itemsAddress(table.TableName, { ...freshState(), mode: "query", index: name })) }));

export const patternSource = () => [readModel().then((model) => (model ? patternCommands(model) : []))];
export function indexSource() {
  const known = new Set(tables.descriptions.values());
  const others = () => [...tables.descriptions.values()].filter((table) => !known.has(table));
  return [...[...known].flatMap(indexCommands), describeAll().then(() => others().flatMap(indexCommands))];
}
