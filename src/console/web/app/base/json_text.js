// JSON without loss: a number stays its text, so 38 digits survive, and a name that occurs twice is a fault.
// JSON.parse would round numbers and keep the last of two equal names.

// A number of a JSON text, as it was written.
export class Num {
  constructor(text) {
    this.text = text;
  }
}

// A fault in a JSON text, with its place.
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
const kDeepestValue = 200;
const kWords = { t: ["true", true], f: ["false", false], n: ["null", null] };

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  get sign() { return this.text[this.at]; }
  // Fails if another sign than `sign` comes next.
  take(sign, message) {
    if (this.sign !== sign) this.fail(message);
    this.at += 1;
  }
  // Whether `sign` came next, which is taken then.
  takes(sign) {
    const isNext = this.sign === sign;
    if (isNext) this.at += 1;
    return isNext;
  }
  fail(message, place = this.at) { throw new JsonFault(message, this.text, place); }
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
  space() { this.match(kSpace); }

  string() {
    const plain = this.match(kPlainString);
    if (plain) return plain[0].slice(1, -1);
    const found = this.match(kString);
    if (!found) this.fail("This text is not closed, or has a character that must be escaped");
    return JSON.parse(found[0]);
  }
  object(depth) {
    const entries = [], names = new Set();
    this.at += 1;
    this.space();
    if (this.takes("}")) return {};
    for (;;) {
      this.space();
      if (this.sign !== '"') this.fail("A name in quotes must stand here");
      const place = this.at, name = this.string();
      if (names.has(name)) this.fail(`The name "${name}" occurs twice`, place);
      names.add(name);
      this.space();
      this.take(":", "A colon must stand here");
      entries.push([name, this.value(depth)]);
      this.space();
      if (this.takes("}")) return Object.fromEntries(entries);
      this.take(",", "A comma or a closing brace must stand here");
    }
  }
  array(depth) {
    const values = [];
    this.at += 1;
    this.space();
    if (this.takes("]")) return values;
    for (;;) {
      values.push(this.value(depth));
      this.space();
      if (this.takes("]")) return values;
      this.take(",", "A comma or a closing bracket must stand here");
    }
  }
  value(depth) {
    if (depth > kDeepestValue) this.fail("The nesting is too deep");
    this.space();
    const first = this.sign;
    if (first === "{") return this.object(depth + 1);
    if (first === "[") return this.array(depth + 1);
    if (first === '"') return this.string();
    const word = kWords[first];
    if (word && this.text.startsWith(word[0], this.at)) {
      this.at += word[0].length;
      return word[1];
    }
    const number = this.match(kNumber);
    if (!number) this.fail(this.at >= this.text.length ? "The text ends too early" : "A value must stand here");
    return new Num(number[0]);
  }
}

// The value of `text`: objects without a prototype's names, arrays, texts, booleans, null, and Num. Throws JsonFault.
export function parseJson(text) {
  const reader = new Reader(text), result = reader.value(0);
  reader.space();
  if (reader.at < text.length) reader.fail("Nothing may follow the value");
  return result;
}

// The JSON text of a result of parseJson: numbers as they were written. `indent` 0 gives one line.
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
