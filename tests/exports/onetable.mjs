// Loads a schema in OneTable, creates its table, writes items, and compares them with the expected ones: node
// onetable.mjs ENDPOINT TABLE SCHEMA.json WORKBENCH.json. The facets of the model of NoSQL Workbench have the items as
// Partita composes them.
import assert from "node:assert";
import fs from "node:fs";
import { Table } from "dynamodb-onetable";
import { Dynamo } from "dynamodb-onetable/Dynamo";
import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";

const [endpoint, name, schemaFile, workbenchFile] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, "utf8"));
const workbench = JSON.parse(fs.readFileSync(workbenchFile, "utf8"));
const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });

// The plain value, with a Date for a field of type date.
function plain(value, field) {
  const [type, content] = Object.entries(value)[0];
  if (field.type === "date") return new Date(type === "N" ? Number(content) * 1000 : content);
  if (type === "N") return Number(content);
  if (type === "L") return content.map((one) => plain(one, {}));
  if (type === "M") return Object.fromEntries(Object.entries(content).map(([k, v]) => [k, plain(v, {})]));
  return content;
}

const described = workbench.DataModel.find((one) => one.TableName === name);
const table = new Table({ client: new Dynamo({ client }), name, schema, partial: true, logger: false });
await table.createTable();
let written = 0;
for (const facet of described.TableFacets ?? []) {
  const fields = schema.models[facet.FacetName];
  const model = table.getModel(facet.FacetName);
  for (const expected of facet.TableData) {
    const properties = {};
    for (const [field, definition] of Object.entries(fields)) {
      const attribute = definition.map ?? field;
      if (!definition.value && expected[attribute]) properties[field] = plain(expected[attribute], definition);
    }
    await model.create(properties, { exists: null });
    const { hash, sort } = schema.indexes.primary;
    const Key = { [hash]: expected[hash] };
    if (sort) Key[sort] = expected[sort];
    const { Item } = await client.send(new GetItemCommand({ TableName: name, Key }));
    assert.ok(Item, `OneTable wrote ${facet.FacetName} under another key than ${JSON.stringify(Key)}`);
    if (!(schema.params.typeField in expected)) delete Item[schema.params.typeField];
    assert.deepStrictEqual(Item, expected, `${facet.FacetName} differs`);
    ++written;
  }
}
console.log(`${written} items`);
