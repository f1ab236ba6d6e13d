// The form of a new table, and the CreateTable request that it makes. Pure functions.
import { kLeastNameBytes, kMostNameBytes } from "../service_limits.js";

export const kTypes = ["S", "N", "B"];
export const kProjections = [["ALL", "All attributes"], ["KEYS_ONLY", "Keys only"], ["INCLUDE", "Named attributes"]];
export const kStreamViews = [["", "No stream"], ["NEW_AND_OLD_IMAGES", "New and old images"],
  ["NEW_IMAGE", "New images"],
  ["OLD_IMAGE", "Old images"], ["KEYS_ONLY", "Keys only"]];

// Whether a table or an index may have the name, and the rule for a fault: "A table name " + kNameRule.
export const isTableName = (name) =>
  name.length >= kLeastNameBytes && name.length <= kMostNameBytes && /^[a-zA-Z0-9_.-]+$/.test(name);
export const kNameRule =
  `has ${kLeastNameBytes} to ${kMostNameBytes} letters, digits, and the characters _ . -`;

const key = (name = "", type = "S") => ({ name, type });

export function emptyTable() {
  return { name: "", partition: key(), sort: key(), indexes: [], billing: "PAY_PER_REQUEST", reads: "5", writes: "5",
    stream: "", ttl: "", deletionProtection: false, infrequentAccess: false };
}
// An index; `partition` and `sort` have up to 4 keys each. A local index has the table's partition key.
export function emptyIndex() {
  return { name: "", local: false, partition: [key()], sort: [key()], projection: "ALL", include: "", reads: "5",
    writes: "5" };
}

// The faults of the form: {path: text}. Empty if the request can be sent; the service checks the rest.
export function faultsOf(form) {
  const faults = {};
  if (!isTableName(form.name)) faults.name = `A table name ${kNameRule}`;
  if (!form.partition.name) faults.partition = "A table needs a partition key.";
  if (form.sort.name && form.sort.name === form.partition.name) faults.sort = "The sort key must be another attribute.";
  const types = new Map();
  const note = (one, path) => {
    if (!one.name) return;
    if (types.has(one.name) && types.get(one.name) !== one.type)
      faults[path] = `${one.name} is of the type ${types.get(one.name)} in another key.`;
    else types.set(one.name, one.type);
  };
  note(form.partition, "partition");
  note(form.sort, "sort");
  form.indexes.forEach((index, at) => {
    if (!isTableName(index.name)) faults[`index-${at}`] = `An index name ${kNameRule}`;
    else if (form.indexes.findIndex((other) => other.name === index.name) !== at)
      faults[`index-${at}`] = "Another index has this name.";
    else if (index.local && !form.sort.name) faults[`index-${at}`] = "Only a table with a sort key has local indexes.";
    else if (index.local && !index.sort[0].name) faults[`index-${at}`] = "A local index needs a sort key.";
    else if (!index.local && !index.partition[0].name) faults[`index-${at}`] = "A global index needs a partition key.";
    else if (index.projection === "INCLUDE" && namesOf(index.include).length === 0)
      faults[`index-${at}`] = "Name the attributes that the index holds.";
    else if (form.billing === "PROVISIONED" && !index.local && Object.keys(unitFaults(index)).length)
      faults[`index-${at}`] = "The units of the index are whole numbers of at least 1.";
    for (const one of [...(index.local ? [] : index.partition), ...index.sort]) note(one, `index-${at}`);
  });
  return form.billing === "PROVISIONED" ? { ...faults, ...unitFaults(form) } : faults;
}

// The faults of the units of a table or an index, whose fields are {reads, writes}.
export function unitFaults(one) {
  return Object.fromEntries(["reads", "writes"].filter((side) => !/^[1-9]\d{0,9}$/.test(one[side]))
    .map((side) => [side, "A whole number of units a second, at least 1."]));
}

export const namesOf = (text) => text.split(",").map((name) => name.trim()).filter(Boolean);
const units = (one) => ({ ReadCapacityUnits: Number(one.reads), WriteCapacityUnits: Number(one.writes) });

function indexOf(index, form) {
  const partition = index.local ? [form.partition] : index.partition.filter((one) => one.name);
  const body = {
    IndexName: index.name,
    KeySchema: [...partition.map((one) => ({ AttributeName: one.name, KeyType: "HASH" })),
      ...index.sort.filter((one) => one.name).map((one) => ({ AttributeName: one.name, KeyType: "RANGE" }))],
    Projection: { ProjectionType: index.projection },
  };
  if (index.projection === "INCLUDE") body.Projection.NonKeyAttributes = namesOf(index.include);
  if (!index.local && form.billing === "PROVISIONED") body.ProvisionedThroughput = units(index);
  return body;
}

// The definitions of the attributes that keys name, each once.
export function definitionsOf(keys) {
  const types = new Map(keys.filter((one) => one.name).map((one) => [one.name, one.type]));
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }));
}

export function createTableRequest(form) {
  const body = { TableName: form.name, BillingMode: form.billing };
  const keys = [form.partition, form.sort];
  for (const index of form.indexes) keys.push(...(index.local ? [] : index.partition), ...index.sort);
  body.AttributeDefinitions = definitionsOf(keys);
  body.KeySchema = [{ AttributeName: form.partition.name, KeyType: "HASH" }];
  if (form.sort.name) body.KeySchema.push({ AttributeName: form.sort.name, KeyType: "RANGE" });
  const local = form.indexes.filter((index) => index.local), global = form.indexes.filter((index) => !index.local);
  if (local.length) body.LocalSecondaryIndexes = local.map((index) => indexOf(index, form));
  if (global.length) body.GlobalSecondaryIndexes = global.map((index) => indexOf(index, form));
  if (form.billing === "PROVISIONED") body.ProvisionedThroughput = units(form);
  if (form.stream) body.StreamSpecification = { StreamEnabled: true, StreamViewType: form.stream };
  if (form.deletionProtection) body.DeletionProtectionEnabled = true;
  if (form.infrequentAccess) body.TableClass = "STANDARD_INFREQUENT_ACCESS";
  return body;
}

// UpdateTable's request for a new global index of a table that exists.
export function createIndexRequest(table, index) {
  const form = { partition: null, billing: table.BillingModeSummary?.BillingMode ?? "PROVISIONED" };
  const known = new Map(table.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  for (const one of [...index.partition, ...index.sort])
    if (one.name && !known.has(one.name)) known.set(one.name, one.type);
  return {
    TableName: table.TableName,
    AttributeDefinitions: [...known].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    GlobalSecondaryIndexUpdates: [{ Create: indexOf({ ...index, local: false }, form) }],
  };
}

const kCreateMembers = ["TableName", "AttributeDefinitions", "KeySchema", "LocalSecondaryIndexes",
  "GlobalSecondaryIndexes",
  "VectorIndexes", "BillingMode", "ProvisionedThroughput", "StreamSpecification", "SSESpecification", "Tags",
  "TableClass",
  "DeletionProtectionEnabled", "WarmThroughput", "OnDemandThroughput", "ResourcePolicy"];
const kIndexMembers = ["IndexName", "KeySchema", "Projection", "ProvisionedThroughput", "OnDemandThroughput",
  "WarmThroughput"];
const only = (object, names) =>
  Object.fromEntries(names.filter((name) => object[name] !== undefined).map((name) => [name, object[name]]));
const plainUnits = (units) => only(units, ["ReadCapacityUnits", "WriteCapacityUnits"]);

// The CreateTable requests in the JSON of a file: a request, a list of requests, or the answer of DescribeTable, whose
// members that only a table has are left out. null if the JSON is another one, such as a CloudFormation template.
export function requestsInJson(json) {
  if (Array.isArray(json)) {
    const all = json.map(requestsInJson);
    return all.length && all.every((one) => one) ? all.flat() : null;
  }
  if (json?.Table) return requestsInJson(json.Table);
  if (!Array.isArray(json?.KeySchema) || typeof json.TableName !== "string") return null;
  const body = only(json, kCreateMembers);
  if (json.BillingModeSummary) body.BillingMode = json.BillingModeSummary.BillingMode;
  if (json.TableClassSummary) body.TableClass = json.TableClassSummary.TableClass;
  const onDemand = body.BillingMode === "PAY_PER_REQUEST";
  const tidy = (one) => {
    if (!one.ProvisionedThroughput) return one;
    if (onDemand) delete one.ProvisionedThroughput;
    else one.ProvisionedThroughput = plainUnits(one.ProvisionedThroughput);
    return one;
  };
  tidy(body);
  for (const list of ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"])
    if (body[list]) body[list] = body[list].map((index) => tidy(only(index, kIndexMembers)));
  if (json.TableArn) delete body.WarmThroughput; // the description's WarmThroughput has a status
  if (json.TableArn) for (const index of body.GlobalSecondaryIndexes ?? []) delete index.WarmThroughput;
  if (body.DeletionProtectionEnabled === false) delete body.DeletionProtectionEnabled;
  return [body];
}
