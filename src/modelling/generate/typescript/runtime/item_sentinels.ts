// The sentinels that a stored item needs.
import type { AttributeMap } from "./attributes.js";
import { addDefaults, countsAsAbsent } from "./default_values.js";
import type { TableDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { identify } from "./identify.js";
import { computedValues, type ComputedFunctions } from "./kept_members.js";
import { uniqueKey } from "./unique.js";

function orUndefined<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

// Returns the primary keys of the sentinels that the item's unique fields need. A value that can have no sentinel is
// left out.
export function sentinelsOf(
  table: TableDescription,
  stored: AttributeMap,
  functions: ComputedFunctions | undefined,
): readonly AttributeMap[] {
  const item: AttributeMap = new Map(stored);
  const entity = identify(table, item);
  if (!entity) return [];
  addDefaults(entity, item);
  for (const field of entity.fields) {
    const value = item.get(field.attribute);
    if (value && countsAsAbsent(field, value)) item.delete(field.attribute);
  }
  // Keys are composed from the computed values, each from the item as it is stored.
  const computed = (entity.computed ?? []).flatMap((one) => [
    ...(orUndefined(() => computedValues({ ...entity, computed: [one] }, item, functions)) ?? []),
  ]);
  for (const [name, value] of computed)
    if (value) item.set(name, value);
    else item.delete(name);
  return (entity.unique ?? []).flatMap((unique) => orUndefined(() => uniqueKey(table, entity, unique, item)) ?? []);
}
