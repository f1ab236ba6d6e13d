// The placeholders of an expression. Every name gets one, so that a reserved word or a sign in a name is never in the
// way, and equal values share one.
import { canonical } from "../values/values.js";

export class Placeholders {
  constructor() {
    this.names = new Map(); // name -> "#name"
    this.values = new Map(); // ":value" -> value
    this.byValue = new Map();
    this.taken = new Set();
  }
  free(sign, hint) {
    const word = /^[A-Za-z0-9_]{1,40}$/.test(hint) ? hint : hint.replace(/[^A-Za-z0-9_]+/g, "").slice(0, 20) || "a";
    let text = sign + word;
    for (let number = 2; this.taken.has(text); ++number) text = `${sign}${word}_${number}`;
    this.taken.add(text);
    return text;
  }
  name(name) {
    if (!this.names.has(name)) this.names.set(name, this.free("#", name));
    return this.names.get(name);
  }
  path(path) {
    return path.map((step, index) => (typeof step === "number" ? `[${step}]` : (index ? "." : "") + this.name(step)))
      .join("");
  }
  value(value, hint = "value") {
    const key = hint + canonical(value) + JSON.stringify(value);
    if (!this.byValue.has(key)) {
      const text = this.free(":", hint);
      this.byValue.set(key, text);
      this.values.set(text, value);
    }
    return this.byValue.get(key);
  }
  // The members of a request, which must be absent if they are empty.
  members() {
    const result = {};
    if (this.names.size)
      result.ExpressionAttributeNames = Object.fromEntries([...this.names].map(([name, text]) => [text, name]));
    if (this.values.size) result.ExpressionAttributeValues = Object.fromEntries(this.values);
    return result;
  }
}
