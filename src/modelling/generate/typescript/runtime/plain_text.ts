// The text of a field's value that stands in a key without a format, before it is escaped.
import { typeOf, utf8, type AttributeValue } from "./attributes.js";
import type { FieldDescription, FieldKind } from "./description.js";
import { ModelError } from "./errors.js";
import { hasForm, hexText } from "./text_forms.js";
import { fits, wholeNumber } from "./whole_number.js";

const descriptions: { readonly [kind in FieldKind]: string } = {
  string: "a string",
  bytes: "binary",
  integer: "a whole number",
  unsigned: "a whole number of at least zero",
  double: "a floating-point number",
  decimal: "a decimal number",
  bool: "a boolean",
  enum: "an enumerator",
  time: "a time",
  date: "a date",
  uuid: "a UUID",
  ulid: "a ULID",
  seconds: "a time in seconds",
  document: "a document",
};

// Returns the kind in words for messages, such as "a string" or "a time".
export function kindInWords(kind: FieldKind): string {
  return descriptions[kind];
}

// Examples of the kinds whose texts have only one form.
const examples: { readonly [kind in FieldKind]?: string } = {
  time: ", such as 2026-01-05T09:00:00.000Z",
  date: ", such as 2026-01-05",
  uuid: ", such as 0f8fad5b-d9cb-469f-a165-70867728950e",
  ulid: ", such as 01ARZ3NDEKTSV4RRFFQ69G5FAV",
};

// Returns the error of a value that cannot be in a key.
export function refusedInKey(field: FieldDescription, why: string): ModelError {
  return new ModelError(`The field ${field.name} cannot be in a key: ${why}`);
}

// Returns the error of a value that has another type or form than its field.
export function wrongType(field: FieldDescription): ModelError {
  return refusedInKey(field, `its value must be ${descriptions[field.kind]}${examples[field.kind] ?? ""}`);
}

// Returns the number of a field of a whole kind. Throws ModelError if the value is not one that the field can hold.
export function numberOf(field: FieldDescription, value: AttributeValue): bigint {
  const number = value.N === undefined ? undefined : wholeNumber(value.N);
  if (number === undefined || !fits(field.kind, number)) throw wrongType(field);
  return number;
}

function textOfEnumerator(field: FieldDescription, value: AttributeValue): string {
  if (value.S === undefined) throw wrongType(field);
  const found = field.enumerators?.find((enumerator) => enumerator.attribute === value.S);
  if (!found) throw refusedInKey(field, `no enumerator has the text "${value.S}"`);
  return found.key;
}

// Returns the text that a part without a format writes, before it is escaped. Throws ModelError, which names the field,
// if the value has another type or form than the field or names no enumerator, or if the field's kind has no such text.
export function plainText(field: FieldDescription, value: AttributeValue): string {
  switch (field.kind) {
    case "string":
    case "time":
    case "date":
    case "uuid":
    case "ulid":
      if (value.S === undefined || !hasForm(field.kind, value.S)) throw wrongType(field);
      return value.S;
    case "enum":
      return textOfEnumerator(field, value);
    case "bool":
      if (value.BOOL === undefined) throw wrongType(field);
      return value.BOOL ? "true" : "false";
    case "bytes":
      if (value.B === undefined) throw wrongType(field);
      return hexText(value.B);
    case "integer":
    case "unsigned":
    case "seconds":
      return numberOf(field, value).toString();
    case "double":
    case "decimal":
    case "document":
      throw refusedInKey(field, `${descriptions[field.kind]} has no text that sorts in the order of its values`);
  }
}

// Returns the bytes of a key attribute's value, which is a string or binary, or the text of a number. Throws TypeError
// for other values, which keys never have.
export function keyBytes(value: AttributeValue): Uint8Array {
  if (value.B !== undefined) return value.B;
  const text = value.S ?? value.N;
  if (text === undefined) throw new TypeError(`a key of type ${typeOf(value)}`);
  return utf8(text);
}
