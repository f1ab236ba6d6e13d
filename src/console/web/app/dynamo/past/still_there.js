// Which of these items the table has now: a set of the prints of their keys.
import { keyAttributes } from "../tables/keys.js";
import { kBatchGetKeys } from "../service_limits.js";

// An answer of an index may be older than the table, so the table itself is asked, and only for the keys.
export async function stillThere(call, table, keys, printOf, { signal, spent }) {
  const names = keyAttributes(table).map(({ name }) => name), found = new Set();
  const rest = [...keys];
  while (rest.length) {
    const answer = await call("BatchGetItem", { ReturnConsumedCapacity: "TOTAL", RequestItems: { [table.TableName]: {
      Keys: rest.splice(0, kBatchGetKeys), ConsistentRead: true,
      ProjectionExpression: names.map((_, place) => `#k${place}`).join(", "),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, place) => [`#k${place}`, name])) } } }, { signal });
    for (const item of answer.Responses?.[table.TableName] ?? []) found.add(printOf(item));
    rest.push(...answer.UnprocessedKeys?.[table.TableName]?.Keys ?? []);
    for (const { CapacityUnits } of answer.ConsumedCapacity ?? []) spent(CapacityUnits);
  }
  return found;
}
