import assert from "node:assert/strict";
import test from "node:test";
import { CollectionReader } from "../../../../../src/console/web/app/dynamo/collections/collection_reader.js";
import { keyPlaces, placesText } from "../../../../../src/console/web/app/dynamo/tables/key_places.js";

const view = { name: "by_day", kind: "global", partition: ["day"], sort: ["at"], types: { day: "S", at: "N" } };
const table = { TableName: "t" };
const item = (day, at) => ({ day: { S: day }, at: { N: String(at) } });

function server(pages) {
  const bodies = [];
  return { bodies, call: async (operation, body) => {
    bodies.push([operation, body]);
    const at = body.ExclusiveStartKey ? Number(body.ExclusiveStartKey.at.N) : 0;
    return { Items: pages(at), ScannedCount: 2, ConsumedCapacity: { CapacityUnits: 0.5 },
      ...(at < 199 ? { LastEvaluatedKey: { at: { N: String(at + 1) } } } : {}) };
  } };
}

test("An item that was changed takes its place, and the band of the last one that was deleted goes", async () => {
  const { call } = server((at) => [item("a", at)]);
  const reader = new CollectionReader({ call, table, view });
  await reader.next();
  const now = item("b", 7);
  reader.replace(reader.items[0], now);
  assert.deepEqual([reader.items, reader.bands.bands.map((band) => band.key[0].S)], [[now], ["b"]]);
  reader.replace(now, null);
  assert.deepEqual([reader.items, reader.bands.bands, reader.bands.count], [[], [], 0]);
});
test("A Scan goes on where it stopped, and says which partition may go on", async () => {
  const { bodies, call } = server((at) => [item("a", at)]);
  const reader = new CollectionReader({ call, table, view });
  await reader.next();
  assert.equal(reader.openBand.key[0].S, "a");
  await reader.next();
  assert.deepEqual(bodies.map(([operation, body]) => [operation, body.IndexName, body.Limit,
    body.ExclusiveStartKey?.at.N]),
    [["Scan", "by_day", 250, undefined], ["Scan", "by_day", 250, "1"]]);
  assert.deepEqual([reader.units, reader.evaluated, reader.items.length, reader.bands.bands[0].items.length],
    [1, 4, 2, 2]);
});
test("One partition is read by Query", () => {
  const reader = new CollectionReader({ call: null, table, view, values: [{ S: "a" }] });
  const { operation, body } = reader.request();
  assert.deepEqual([operation, body.KeyConditionExpression, body.ExpressionAttributeValues],
    ["Query", "#k0 = :k0", { ":k0": { S: "a" } }]);
});
test("What is kept is bounded, and reading goes on to the end", async () => {
  const { call } = server((at) => [item("a", at)]);
  const reader = new CollectionReader({ call, table, view });
  let most = 0;
  while (!reader.isDone) {
    await reader.next();
    most = Math.max(most, reader.items.length);
  }
  assert.deepEqual([most, reader.dropped + reader.items.length, reader.pages], [64, 200, 200]);
  assert.equal(reader.openBand, null);
});
test("The places of a key attribute are named", () => {
  const views = [{ name: "", partition: ["p"], sort: ["s"] }, { name: "g", partition: ["x"], sort: ["s"] }];
  assert.equal(placesText(keyPlaces(views, "s")), "sort key of the table and of the index g");
  assert.deepEqual(keyPlaces(views, "other"), []);
});
