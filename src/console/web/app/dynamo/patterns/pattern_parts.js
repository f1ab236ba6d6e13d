// The parts of a write, or of a read by keys: the texts that a user gives for each item, without DOM.
import { parameterText } from "./patterns.js";

export const emptyItem = () => ({ values: {}, given: {}, remove: [], version: "" });
export const emptyParts = (pattern) => (pattern.Parts ?? []).map(() => ({ items: [emptyItem()] }));

// The place of the text of a parameter in an item.
export function textOf(item, one) {
  if (one.Role === "version") return item.version;
  return (one.Role === "given" ? item.given : item.values)[one.Name] ?? "";
}
export function setText(item, one, text) {
  if (one.Role === "version") item.version = text;
  else (one.Role === "given" ? item.given : item.values)[one.Name] = text;
  if (one.Role === "set") item.remove = item.remove.filter((name) => name !== one.Name);
}

// The text for an empty field of an identity, from an earlier part, because the parts of one write mostly belong
// together.
export function inherited(pattern, parts, at, one) {
  if (one.Role !== "key") return "";
  for (let before = 0; before < at; ++before) {
    const same = pattern.Parts[before].Parameters.find((other) => other.Name === one.Name && other.Role === "key");
    const text = same && parts[before].items[0] ? textOf(parts[before].items[0], same) : "";
    if (text !== "") return text;
  }
  return "";
}

// An empty text of a string is a value only if the field must have a value, and only after the user has touched the
// field.
const isTouched = (item, one) => one.Type === "string" && one.Role === "field" && one.Name in item.values;

export function missingOfParts(pattern, parts) {
  return (pattern.Parts ?? []).flatMap((part, at) => {
    const isMissing = (item) => (one) => !one.Optional && textOf(item, one) === "" && !isTouched(item, one) &&
      inherited(pattern, parts, at, one) === "" && !item.remove.includes(one.Name);
    const nameOf = (one) => (pattern.Parts.length > 1 ? `${part.Entity}.${one.Name}` : one.Name);
    return parts[at].items.flatMap((item) => part.Parameters.filter(isMissing(item)).map(nameOf));
  });
}

// The Parts of ComposePattern. Empty fields are left out.
export const partsBody = (pattern, parts) => (pattern.Parts ?? []).map((part, at) => ({
  Items: parts[at].items.map((item) => {
    const values = {}, given = {};
    let version;
    for (const one of part.Parameters) {
      const text = textOf(item, one) || inherited(pattern, parts, at, one);
      if (item.remove.includes(one.Name) && one.Role === "set") continue;
      if (text === "" && (one.Optional || !isTouched(item, one))) continue;
      if (one.Role === "version") version = text;
      else (one.Role === "given" ? given : values)[one.Name] = text;
    }
    return {
      Values: values,
      ...(Object.keys(given).length > 0 ? { Given: given } : {}),
      ...(item.remove.length > 0 ? { Remove: item.remove } : {}),
      ...(version === undefined ? {} : { Version: version }),
    };
  }),
}));

// The text of a field's value: documents are typed JSON.
export const fieldText = (value) =>
  parameterText(value) ?? (value === undefined || value.NULL ? null : JSON.stringify(value));

// The texts that an item in the table has for the part's parameters, by name. `entity` is the model's.
export function textsOfItem(part, entity, item) {
  const texts = {};
  for (const one of part.Parameters) {
    const field = entity?.Fields.find((other) => other.Name === one.Name);
    const text = field && item[field.Attribute] !== undefined ? fieldText(item[field.Attribute]) : null;
    if (text !== null) texts[one.Name] = text;
  }
  return texts;
}

// Fills the form from an item that exists. Fields that an update sets are left to the user, because they will change.
export function fillItem(part, texts) {
  const item = emptyItem();
  for (const one of part.Parameters)
    if (one.Role !== "set" && texts[one.Name] !== undefined) setText(item, one, texts[one.Name]);
  return item;
}

// The identity of an item in one line.
export const labelOf = (part, texts) =>
  part.Parameters.filter((one) => one.Role === "key").map((one) => texts[one.Name] ?? "?").join(", ");
