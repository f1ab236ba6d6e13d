// The items that a write of a model stored: those of its requests that put items, and by a read those that it updated.
import { fitState, freshState } from "../query/request.js";
import { keyAttributes, keyOf, keyText } from "../tables/keys.js";

const isSentinel = ({ Entity, Findings }) => !Entity && Findings.some((one) => one.Kind === "sentinel");

// The single actions of a request: [{kind, table, body}].
function actionsOf({ Operation, Body }) {
  const one = (kind, body) => ({ kind, table: body.TableName, body });
  switch (Operation) {
    case "PutItem": return [one("Put", Body)];
    case "UpdateItem": return [one("Update", Body)];
    case "DeleteItem": return [one("Delete", Body)];
    case "TransactWriteItems":
      return Body.TransactItems.flatMap((action) => Object.entries(action).map(([kind, body]) => one(kind, body)));
    case "BatchWriteItem":
      return Object.entries(Body.RequestItems).flatMap(([table, actions]) =>
        actions.map(({ PutRequest, DeleteRequest }) => (PutRequest ? { kind: "Put", table, body: PutRequest }
          : { kind: "Delete", table, body: DeleteRequest })));
    default: return [];
  }
}

// The items that `requests` stored, in their order: [{table, item, entity}], where `table` is the answer of
// `describe(name)`. Sentinels, which the model keeps so that a value stays unique, are left out.
export async function writtenItems(requests, { call, describe, signal }) {
  const left = new Map(); // by table and key, because a later action may be on the item of an earlier one
  for (const { kind, table: name, body } of requests.flatMap(actionsOf)) {
    if (kind === "ConditionCheck") continue;
    const table = await describe(name), key = body.Key ?? keyOf(table, body.Item);
    const place = `${name} ${keyText(table, key)}`;
    left.delete(place);
    if (kind !== "Delete") left.set(place, { table, key, item: kind === "Put" ? body.Item : null });
  }
  const stored = async ({ table, key }) =>
    (await call("GetItem", { TableName: table.TableName, Key: key, ConsistentRead: true }, { signal })).Item;
  const all = await Promise.all([...left.values()]
    .map(async (one) => ({ ...one, item: one.item ?? await stored(one) })));
  const judged = new Map();
  for (const table of new Set(all.map((one) => one.table))) {
    const own = all.filter((one) => one.table === table && one.item);
    if (own.length === 0) continue;
    const { Items } = await call("PartitaConsole.JudgeItems",
      { Table: table.TableName, Items: own.map(({ item }) => item) }, { signal });
    own.forEach((one, at) => judged.set(one, Items[at]));
  }
  return all.filter((one) => judged.has(one) && !isSentinel(judged.get(one)))
    .map((one) => ({ table: one.table, item: one.item, entity: judged.get(one).Entity ?? "" }));
}

// The query of the page of items that shows exactly this item.
export function stateOfItem(table, item) {
  const texts = keyAttributes(table).map(({ name, type }) => item[name][type]);
  return fitState({ ...freshState(), mode: "query", partition: texts.slice(0, 1),
    sort: texts.slice(1).map((from) => ({ op: "=", from, to: "" })) }, table);
}
