// The text of one field's value in a key.
import { type AttributeValue } from "./attributes.js";
import type { FieldDescription, KeyField } from "./description.js";
import { escapeText, needsEscape } from "./escape.js";
import { numberOf, plainText, refusedInKey, wrongType } from "./plain_text.js";
import { shardOfValue } from "./shards.js";
import { cutSize, hasForm } from "./text_forms.js";
import { padded, signedPadded } from "./whole_number.js";

function textOfPlain(part: KeyField, field: FieldDescription, value: AttributeValue): string {
  const text = plainText(field, value);
  if (text === "") throw refusedInKey(field, "it is empty");
  const begin = part.mustBegin ?? "";
  if (!text.startsWith(begin)) throw refusedInKey(field, `it must begin with "${begin}"`);
  if (part.escape === "raw") return text;
  if (part.escape !== "reject") return escapeText(text);
  if (needsEscape(text)) throw refusedInKey(field, "it holds a byte that would have to be escaped");
  return text;
}

function textOfNumber(part: KeyField, field: FieldDescription, value: AttributeValue): string {
  if (field.kind !== "integer" && field.kind !== "unsigned" && field.kind !== "seconds")
    throw refusedInKey(field, "only a whole number can be padded");
  const number = numberOf(field, value);
  const width = part.width ?? 0;
  const withSign = part.format === "signed";
  if (number < 0n && !withSign) {
    const better = `{${field.name}:s${String(width).padStart(3, "0")}d}`;
    throw refusedInKey(field, `${number} is negative; ${better} keeps the order of negative numbers too`);
  }
  const text = withSign ? signedPadded(number, width) : padded(number, width);
  if (text === undefined) throw refusedInKey(field, `${number} has more than ${width} digits`);
  return text;
}

function textOfCut(part: KeyField, field: FieldDescription, value: AttributeValue): string {
  const size = cutSize(field.kind, part.format);
  if (size === 0) throw refusedInKey(field, "it is not a time with such a part");
  if (value.S === undefined || !hasForm(field.kind, value.S)) throw wrongType(field);
  return value.S.slice(0, size);
}

// Returns the escaped text of `value` as `part` writes it. Throws ModelError, which names the field, if the value has
// another type or form than the field, is empty, names no enumerator, does not begin with `mustBegin`, holds a byte
// that the part rejects, is negative in a part without a sign, or has more digits than the width; or if the field's
// kind has no text for such a part.
export function keyText(part: KeyField, field: FieldDescription, value: AttributeValue): string {
  switch (part.format) {
    case undefined:
      return textOfPlain(part, field, value);
    case "padded":
    case "signed":
      return textOfNumber(part, field, value);
    case "shard":
      return String(shardOfValue(field, value, part.shards ?? 1));
    default:
      return textOfCut(part, field, value);
  }
}
