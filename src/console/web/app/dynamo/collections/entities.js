// Guesses which entity an item is, for tables without a model: by an attribute that names the type, or else by the
// shape of the key. A guess is shown as one.

// Names that people and libraries give to the attribute, the more telling first.
const kTypeAttributes = ["type", "entity", "entityType", "entity_type", "_type", "_et", "__edb_e__", "_entity",
  "__typename",
  "Type", "EntityType", "Entity", "itemType", "item_type", "kind", "objectType", "recordType", "PK_TYPE"];

// The attribute that names the type in nearly all of these items; null if no attribute does. An attribute that a part
// of the items has belongs to some entities only, and one whose values are as many as its items names no type.
export function typeAttribute(items) {
  for (const name of kTypeAttributes) {
    const having = items.filter((item) => item[name]?.S !== undefined);
    if (having.length === 0 || having.length < items.length * 0.9) continue;
    const distinct = new Set(having.map((item) => item[name].S)).size;
    if (distinct <= 40 && (having.length < 4 || distinct * 2 <= having.length + 4)) return name;
  }
  return null;
}

const kLiteral = /^[A-Za-z_][A-Za-z_-]*$/;
const isShout = (text) => /^[A-Z_][A-Z_-]*$/.test(text);

// The shape of a key: words that are the same in all such keys stay, values become an ellipsis. "ORDER#o1#ITEM#2" has
// the shape "ORDER#…#ITEM#…", and "2026-01-01" has the shape "…". `isFixed` says which small words stay.
/**
 * @param {any} value
 * @param {(text: string) => boolean} [isFixed]
 */
export function shapeOf(value, isFixed = () => true) {
  if (!value) return "(none)";
  if (value.N !== undefined) return "number";
  if (value.B !== undefined) return "binary";
  const text = value.S ?? "";
  const separator = ["#", "|", "::", ":", "/"].find((one) => text.includes(one) && !/^\d{4}-\d\d-\d\dT/.test(text));
  if (!separator) {
    const prefixed = /^([A-Za-z]{1,12}[_-])[^_-]*\d/.exec(text);
    return isShout(text) ? text : prefixed ? `${prefixed[1]}…` : "…";
  }
  let wasLiteral = false;
  const parts = text.split(separator).map((part, at) => {
    // A word names the value behind it; a word behind a word is a value, unless it is all capitals.
    const stays = part === "" || (kLiteral.test(part) && (!wasLiteral || (isShout(part) && part.length > 1)) &&
      (isShout(part) || (at === 0 && isFixed(part))));
    wasLiteral = stays && part !== "";
    return stays ? part : "…";
  });
  return parts.join(separator);
}

const kMostWords = 8;

// Whether a small word at the beginning of keys is one of a few that come again; many different ones are values, such
// as the words of an index of words.
function fixedWords(items, name) {
  const words = new Set();
  for (const item of items) {
    const first = /^[^#|:/]*/.exec(item[name]?.S ?? "")[0];
    if (kLiteral.test(first) && !isShout(first)) words.add(first);
  }
  return words.size > kMostWords ? () => false : () => true;
}

// A guesser for items of a view: {by: "attribute" | "key", attribute, nameOf(item)}.
export function entityGuess(items, view) {
  const attribute = typeAttribute(items);
  const keyName = view.sort.at(-1) ?? view.partition[0];
  const isFixed = fixedWords(items, keyName);
  const byKey = (item) => {
    const shape = shapeOf(item[keyName], isFixed);
    // A shape without a word does not tell the entity.
    return /[A-Za-z]/.test(shape) && item[keyName]?.S !== undefined ? shape : "item";
  };
  if (attribute === null) return { by: "key", attribute: keyName, nameOf: byKey };
  return { by: "attribute", attribute, nameOf: (item) => item[attribute]?.S ?? byKey(item) };
}

// Gives each entity one of eight colours: the names in `first` in their order, others in the order in which they were
// seen first.
export function colours(first = []) {
  const known = new Map();
  const colourOf = (name) => {
    if (!known.has(name)) known.set(name, (known.size % 8) + 1);
    return known.get(name);
  };
  first.forEach(colourOf);
  return colourOf;
}
