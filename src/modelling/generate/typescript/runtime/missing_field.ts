// The error of a read whose key needs a field that the call does not give.
import type { AttributeMap } from "./attributes.js";
import { firstEntity, type AskedPattern } from "./asked_pattern.js";
import type { KeyPart } from "./description.js";
import { ModelError } from "./errors.js";

// Returns the error that names the missing field of the template. Requires: a field of it is missing in `values`.
export function missingField(pattern: AskedPattern, parts: readonly KeyPart[], values: AttributeMap): ModelError {
  const entity = firstEntity(pattern);
  const missing = parts
    .filter((part) => typeof part !== "string")
    .map((part) => entity.fields[part.field]!)
    .find((field) => !values.has(field.attribute));
  return new ModelError(
    `The access pattern "${pattern.name}" needs the field ${missing?.name} of ${entity.name}: ` +
      "its key contains that field",
  );
}
