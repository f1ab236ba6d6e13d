// The form that changes the capacity of a table and its indexes, and the members of UpdateTable's request. Pure
// functions.
import { unitFaults } from "./table_form.js";

const formOf = (units) => ({ reads: String(units?.ReadCapacityUnits || 5),
  writes: String(units?.WriteCapacityUnits || 5) });
const unitsOf = (form) => ({ ReadCapacityUnits: Number(form.reads), WriteCapacityUnits: Number(form.writes) });
const isSame = (units, form) =>
  String(units?.ReadCapacityUnits) === form.reads && String(units?.WriteCapacityUnits) === form.writes;

// `mode` is the billing mode now. The form has {mode, own, indexes: [[name, units]]}.
export function capacityForm(table, mode) {
  return { mode, own: formOf(table.ProvisionedThroughput),
    indexes: (table.GlobalSecondaryIndexes ?? [])
      .map((index) => [index.IndexName, formOf(index.ProvisionedThroughput)]) };
}
export function capacityHasFaults(form) {
  return form.mode === "PROVISIONED" && [form.own, ...form.indexes.map(([, units]) => units)]
    .some((units) => Object.keys(unitFaults(units)).length);
}

// The members of the request, or null without a change. The service refuses units that stay as they are, unless the
// mode changes, which needs those of the table and of all indexes.
export function capacityRequest(table, modeNow, form) {
  if (form.mode === "PAY_PER_REQUEST") return modeNow === form.mode ? null : { BillingMode: form.mode };
  const isNew = modeNow !== form.mode;
  const known = new Map((table.GlobalSecondaryIndexes ?? [])
    .map((index) => [index.IndexName, index.ProvisionedThroughput]));
  const updates = form.indexes.filter(([name, units]) => isNew || !isSame(known.get(name), units))
    .map(([IndexName, units]) => ({ Update: { IndexName, ProvisionedThroughput: unitsOf(units) } }));
  const request = {};
  if (isNew) request.BillingMode = form.mode;
  if (isNew || !isSame(table.ProvisionedThroughput, form.own)) request.ProvisionedThroughput = unitsOf(form.own);
  if (updates.length) request.GlobalSecondaryIndexUpdates = updates;
  return Object.keys(request).length ? request : null;
}
