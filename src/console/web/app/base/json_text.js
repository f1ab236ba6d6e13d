// JSON without loss: a number stays its text, so 38 digits survive, and a name that occurs twice is a fault.
// JSON.parse would round numbers and keep the last of two equal names.

// A number of a JSON text, as it was written.
export class Num {
  constructor(text) {
    this.text = text;
  }
}

// A fault in a JSON text, with the place where it is.
export class JsonFault extends Error {
  constructor(message, text, at) {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    super(`${message} (line ${line}, column ${column})`);
    this.what = message;
    this.at = at;
    this.line = line;
    this.column = column;
  }
}

const kNumber = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const kPlainString = /"[^"\\\u0000-\u001f]*"/y;
const kString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const kSpace = /[ \t\r\n]*/y;
const kDeepest = 200;

// The value of `text`: objects without a prototype's names, arrays, texts, booleans, null, and Num. Throws JsonFault.
export function parseJson(text) {
  let at = 0;
  const fail = (message, place = at) => { throw new JsonFault(message, text, place); };
  const match = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const space = () => match(kSpace);
  const string = () => {
    const plain = match(kPlainString);
    if (plain) return plain[0].slice(1, -1);
    const found = match(kString);
    if (!found) fail("This text is not closed, or has a character that must be escaped");
    return JSON.parse(found[0]);
  };
  const object = (depth) => {
    const entries = [], names = new Set();
    at += 1;
    space();
    if (text[at] === "}") { at += 1; return {}; }
    for (;;) {
      space();
      if (text[at] !== '"') fail("A name in quotes must stand here");
      const place = at;
      const name = string();
      if (names.has(name)) fail(`The name "${name}" occurs twice`, place);
      names.add(name);
      space();
      if (text[at] !== ":") fail("A colon must stand here");
      at += 1;
      entries.push([name, value(depth)]);
      space();
      if (text[at] === "}") { at += 1; return Object.fromEntries(entries); }
      if (text[at] !== ",") fail("A comma or a closing brace must stand here");
      at += 1;
    }
  };
  const array = (depth) => {
    const values = [];
    at += 1;
    space();
    if (text[at] === "]") { at += 1; return values; }
    for (;;) {
      values.push(value(depth));
      space();
      if (text[at] === "]") { at += 1; return values; }
      if (text[at] !== ",") fail("A comma or a closing bracket must stand here");
      at += 1;
    }
  };
  const words = { t: ["true", true], f: ["false", false], n: ["null", null] };
  const value = (depth) => {
    if (depth > kDeepest) fail("The nesting is too deep");
    space();
    const first = text[at];
    if (first === "{") return object(depth + 1);
    if (first === "[") return array(depth + 1);
    if (first === '"') return string();
    const word = words[first];
    if (word && text.startsWith(word[0], at)) { at += word[0].length; return word[1]; }
    const number = match(kNumber);
    if (!number) fail(at >= text.length ? "The text ends too early" : "A value must stand here");
    return new Num(number[0]);
  };
  const result = value(0);
  space();
  if (at < text.length) fail("Nothing may follow the value");
  return result;
}

// The JSON text of what parseJson returns: numbers as they were written. `indent` 0 gives one line.
export function writeJson(value, indent = 2, depth = 0) {
  if (value instanceof Num) return value.text;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((element) => writeJson(element, indent, depth + 1))
    : Object.entries(value).map(([name, one]) =>
      `${JSON.stringify(name)}:${indent ? " " : ""}${writeJson(one, indent, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (!parts.length) return open + close;
  if (!indent) return open + parts.join(",") + close;
  const inner = "\n" + " ".repeat(indent * (depth + 1));
  return open + inner + parts.join("," + inner) + "\n" + " ".repeat(indent * depth) + close;
}
