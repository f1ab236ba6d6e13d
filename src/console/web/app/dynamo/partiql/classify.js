// The kind of a PartiQL statement and its access to a table: a read by key, a read of all items, or a write.
import { isName, isSign, isWord } from "./tokens.js";

// {kind: "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "EXISTS" | null, table, index, where, parameters}. `where` is the
// position of the first token of the condition, or -1.
export function outline({ tokens }) {
  const first = tokens[0];
  const kind = first?.kind === "word" && ["SELECT", "INSERT", "UPDATE", "DELETE", "EXISTS"]
    .includes(first.text.toUpperCase())
    ? first.text.toUpperCase() : null;
  let at = -1;
  if (kind === "UPDATE") at = 1;
  else if (kind === "INSERT") at = tokens.findIndex((token) => isWord(token, "INTO")) + 1 || -1;
  else if (kind !== null) at = tokens.findIndex((token) => isWord(token, "FROM")) + 1 || -1;
  let table = null, index = null;
  if (at > 0 && isName(tokens[at])) {
    table = tokens[at].text;
    if (isSign(tokens[at + 1], ".") && isName(tokens[at + 2])) index = tokens[at + 2].text;
  }
  return { kind, table, index, where: tokens.findIndex((token) => isWord(token, "WHERE")),
    parameters: tokens.filter((token) => token.kind === "parameter").length };
}

const union = (a, b) => new Set([...a, ...b]);
const both = (a, b) => new Set([...a].filter((one) => b.has(one)));
const kNone = new Set();

// The attributes that a condition ties to values in every item that it lets through. Requires: tokens of a condition.
class Condition {
  constructor(tokens) {
    this.tokens_ = tokens;
    this.at_ = 0;
  }
  any() {
    let pinned = this.all();
    while (isWord(this.tokens_[this.at_], "OR")) {
      ++this.at_;
      pinned = both(pinned, this.all());
    }
    return pinned;
  }
  all() {
    let pinned = this.one();
    while (isWord(this.tokens_[this.at_], "AND")) {
      ++this.at_;
      pinned = union(pinned, this.one());
    }
    return pinned;
  }
  one() {
    const token = this.tokens_[this.at_];
    if (isWord(token, "NOT")) {
      ++this.at_;
      this.one();
      return kNone;
    }
    if (isSign(token, "(")) {
      ++this.at_;
      const pinned = this.any();
      if (isSign(this.tokens_[this.at_], ")")) ++this.at_;
      return pinned;
    }
    return this.comparison();
  }
  comparison() {
    const begin = this.at_;
    let depth = 0, isBetween = false;
    for (; this.at_ < this.tokens_.length; ++this.at_) {
      const token = this.tokens_[this.at_];
      if (isSign(token, "(", "[", "{", "<<")) ++depth;
      else if (isSign(token, ")", "]", "}", ">>")) { if (depth-- === 0) break; }
      else if (depth > 0) continue;
      else if (isWord(token, "BETWEEN")) isBetween = true;
      else if (isWord(token, "AND") && isBetween) isBetween = false;
      else if (isWord(token, "AND", "OR", "ORDER")) break;
    }
    if (this.at_ === begin) ++this.at_; // Nothing was read; go on behind this token, so that the parser ends.
    const part = this.tokens_.slice(begin, this.at_);
    if (part.length < 3) return kNone;
    if (isName(part[0]) && (isSign(part[1], "=") || isWord(part[1], "IN"))) return new Set([part[0].text]);
    if (part.length === 3 && isSign(part[1], "=") && isName(part[2]) && !isName(part[0]))
      return new Set([part[2].text]);
    return kNone;
  }
}

export function pinnedAttributes(statement) {
  const { where } = outline(statement);
  if (where < 0) return kNone;
  const order = statement.tokens.findIndex((token, at) => at > where && isWord(token, "ORDER") &&
    isWord(statement.tokens[at + 1], "BY"));
  return new Condition(statement.tokens.slice(where + 1, order < 0 ? undefined : order)).any();
}

// The access of the statement: {access: "query" | "get" | "scan" | "write" | "unknown", text, view}. `views` are those
// of key_schema.js for the statement's table, or null if the table is not known.
export function access(statement, views) {
  const { kind, table, index } = outline(statement);
  if (kind === null) return { access: "unknown", text: "A statement begins with SELECT, INSERT, UPDATE or DELETE." };
  if (kind !== "SELECT" && kind !== "EXISTS") {
    return { access: "write",
      text: `${{ INSERT: "Puts one item into", UPDATE: "Changes one item of", DELETE: "Deletes one item of" }[kind]} ` +
        `${table ?? "a table"}.` };
  }
  if (table === null) return { access: "unknown", text: "FROM names the table." };
  if (!views)
    return { access: "unknown", text: `The keys of ${table} are not known here, so that this may be a Scan.` };
  const view = views.find((one) => one.name === (index ?? ""));
  if (!view) return { access: "unknown", text: `${table} has no index ${index}.` };
  const place = index ? `the index ${index}` : `the table ${table}`;
  const pinned = pinnedAttributes(statement);
  const missing = view.partition.filter((name) => !pinned.has(name));
  if (missing.length > 0) {
    return { access: "scan", view,
      text: `The condition does not tie ${missing.join(" and ")}, the partition key, to a value: this reads every ` +
        `item of ${place}, and each costs, also those that the condition leaves out.` };
  }
  if (view.name === "" && view.sort.every((name) => pinned.has(name)))
    return { access: "get", view, text: `Reads by primary key from ${place}.` };
  return { access: "query", view,
    text: `Reads one partition or several by ${view.partition.join(" and ")} from ${place}.` };
}
