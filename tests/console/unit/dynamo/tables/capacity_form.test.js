import assert from "node:assert/strict";
import test from "node:test";

import { capacityForm, capacityHasFaults,
  capacityRequest } from "../../../../../src/console/web/app/dynamo/tables/capacity_form.js";

const units = (ReadCapacityUnits, WriteCapacityUnits) => ({ ReadCapacityUnits, WriteCapacityUnits });
const table = { ProvisionedThroughput: units(5, 6),
  GlobalSecondaryIndexes: [{ IndexName: "a", ProvisionedThroughput: units(1, 2) },
    { IndexName: "b", ProvisionedThroughput: units(3, 4) }] };

test("units that stay are not sent, and nothing is sent if all stay", () => {
  const form = capacityForm(table, "PROVISIONED");
  assert.equal(capacityRequest(table, "PROVISIONED", form), null);
  form.indexes[1][1].reads = "30";
  assert.deepEqual(capacityRequest(table, "PROVISIONED", form),
    { GlobalSecondaryIndexUpdates: [{ Update: { IndexName: "b", ProvisionedThroughput: units(30, 4) } }] });
  form.indexes[1][1].reads = "3";
  form.own.writes = "60";
  assert.deepEqual(capacityRequest(table, "PROVISIONED", form), { ProvisionedThroughput: units(5, 60) });
});

test("a table that was on demand needs all units", () => {
  const onDemand = { ProvisionedThroughput: units(0, 0),
    GlobalSecondaryIndexes: [{ IndexName: "a", ProvisionedThroughput: units(0, 0) }] };
  const form = capacityForm(onDemand, "PAY_PER_REQUEST");
  assert.equal(capacityRequest(onDemand, "PAY_PER_REQUEST", form), null);
  form.mode = "PROVISIONED";
  assert.deepEqual(capacityRequest(onDemand, "PAY_PER_REQUEST", form),
    { BillingMode: "PROVISIONED", ProvisionedThroughput: units(5, 5),
    GlobalSecondaryIndexUpdates: [{ Update: { IndexName: "a", ProvisionedThroughput: units(5, 5) } }] });
  assert.deepEqual(capacityRequest(table, "PROVISIONED", { ...form, mode: "PAY_PER_REQUEST" }),
    { BillingMode: "PAY_PER_REQUEST" });
});

test("units are whole numbers of at least 1, and do not matter on demand", () => {
  const form = capacityForm(table, "PROVISIONED");
  for (const wrong of ["", "0", "1.5", "-1", "many", "1e3"]) {
    form.indexes[0][1].writes = wrong;
    assert.ok(capacityHasFaults(form), wrong);
    assert.ok(!capacityHasFaults({ ...form, mode: "PAY_PER_REQUEST" }));
  }
});
