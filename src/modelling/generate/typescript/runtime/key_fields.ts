// The fields of an entity by their part in keys.
import type { EntityDescription, FieldDescription, KeyAttribute, KeyField } from "./description.js";

// Returns the parts of a key attribute that are fields.
export function fieldParts(attribute: KeyAttribute): readonly KeyField[] {
  return attribute.parts.filter((part) => typeof part !== "string");
}

// Returns the field at a position of the description's lists.
export function fieldAt(entity: EntityDescription, field: number): FieldDescription {
  const found = entity.fields[field];
  if (!found) throw new RangeError(`${entity.name} has no field number ${field}`);
  return found;
}

// Returns the key attributes of the indexes that the entity enters.
export function indexAttributes(entity: EntityDescription): readonly KeyAttribute[] {
  return entity.indexes.flatMap((key) => [...key.partition, ...key.sort]);
}

// Returns true if the field is a part of the key attribute.
export function holdsField(attribute: KeyAttribute, field: number): boolean {
  return fieldParts(attribute).some((part) => part.field === field);
}

function isLossless(part: KeyField): boolean {
  return part.format === undefined || part.format === "padded" || part.format === "signed";
}

function inOrder(fields: readonly number[]): ReadonlySet<number> {
  return new Set([...fields].sort((a, b) => a - b));
}

// Returns the fields that are part of the primary key, in the order of the fields.
export function primaryFields(entity: EntityDescription): ReadonlySet<number> {
  const attributes = [...entity.primary.partition, ...entity.primary.sort];
  return inOrder(attributes.flatMap((attribute) => fieldParts(attribute).map((part) => part.field)));
}

// Returns those fields of the primary key whose values can be read back from the key.
export function identifyingFields(entity: EntityDescription): ReadonlySet<number> {
  const attributes = [...entity.primary.partition, ...entity.primary.sort];
  return inOrder(
    attributes.flatMap((one) =>
      fieldParts(one)
        .filter(isLossless)
        .map((part) => part.field),
    ),
  );
}

// Returns true if the library keeps the field, so that callers must not set it. A version is checked separately.
export function isKept(entity: EntityDescription, field: number): boolean {
  return (
    field === entity.created ||
    field === entity.updated ||
    (entity.computed ?? []).some((computed) => computed.field === field)
  );
}
