// The colours of the entities of a table, which are the same in all of its views for as long as the page is open.
import { colours } from "../../dynamo/collections/entities.js";
import { readModel } from "../../model.js";

const known = new Map(); // by name of the table

// Resolves with a function from the name of an entity to its colour. The model's entities come first, in its order.
export async function coloursOf(tableName) {
  const model = await readModel().catch(() => null);
  const entities = model?.Tables.find((table) => table.Name === tableName)?.Entities.map(({ Name }) => Name);
  const key = JSON.stringify([tableName, entities]);
  if (!known.has(key)) known.set(key, colours(entities));
  return known.get(key);
}
