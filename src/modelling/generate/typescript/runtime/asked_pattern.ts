// An access pattern with its table and entities in place of their positions, and facts about keys that reads need.
import type {
  EntityDescription,
  EntityKey,
  FieldDescription,
  KeyAttribute,
  PatternDescription,
  PlanDescription,
  TableDescription,
} from "./description.js";

export interface AskedPattern {
  readonly table: TableDescription;
  readonly name: string;
  readonly entities: readonly EntityDescription[]; // the key of the first one makes the plan
  readonly plan: PlanDescription;
}

// Returns the pattern with its table.
export function askedPattern(table: TableDescription, pattern: PatternDescription): AskedPattern {
  const entities = pattern.entities.map((position) => table.entities[position]!);
  return { table, name: pattern.name, entities, plan: pattern.plan };
}

// Returns the entity whose key makes the plan.
export function firstEntity(pattern: AskedPattern): EntityDescription {
  return pattern.entities[0]!;
}

// Returns the key that the entity has in the index, or its primary key without an index. undefined if the entity is not
// in the index.
export function findKey(entity: EntityDescription, index: number | undefined): EntityKey | undefined {
  return index === undefined ? entity.primary : entity.indexes.find((key) => key.index === index);
}

// Returns the pattern's key in the first entity. Throws TypeError for a pattern that no planner made.
export function keyOfPlan(pattern: AskedPattern): EntityKey {
  const key = findKey(firstEntity(pattern), pattern.plan.index);
  if (!key) throw new TypeError(`the access pattern "${pattern.name}" has no key`);
  return key;
}

// Returns the attributes of the partition key by which the pattern is read.
export function partitionOfPlan(pattern: AskedPattern): readonly KeyAttribute[] {
  const key = keyOfPlan(pattern);
  // A local index shares the table's partition key.
  return key.partition.length === 0 ? firstEntity(pattern).primary.partition : key.partition;
}

// Returns the attributes by which the answer of a query is ordered.
export function sortAttributes(table: TableDescription, index: number | undefined): readonly string[] {
  if (index !== undefined) return table.indexes[index]!.sort;
  return table.sort === undefined ? [] : [table.sort];
}

// Returns the names of the attributes of the table's primary key and of the index's key. Each name comes once, the
// partition key first.
export function keyAttributes(table: TableDescription, index: number | undefined): readonly string[] {
  const names = table.sort === undefined ? [table.partition] : [table.partition, table.sort];
  if (index === undefined) return names;
  const { partition, sort } = table.indexes[index]!;
  return [...new Set([...names, ...partition, ...sort])];
}

// Returns true if the items or entries that are read have the field's attribute. Filters are evaluated on it.
export function holdsAttribute(table: TableDescription, index: number | undefined, field: FieldDescription): boolean {
  if (field.keyOnly) return false;
  const info = index === undefined ? undefined : table.indexes[index]!;
  if (!info || info.projection === "ALL") return true;
  const attribute = field.attribute;
  const ofSearch = [info.vector?.attribute, ...(info.vector?.filters ?? [])];
  return [...keyAttributes(table, index), ...(info.include ?? []), ...ofSearch].includes(attribute);
}
