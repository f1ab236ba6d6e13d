// The completions at the cursor of a PartiQL editor.
import { isName, isSign, isWord, tokens } from "./tokens.js";

const kStarts = ["SELECT * FROM ", "INSERT INTO ", "UPDATE ", "DELETE FROM "];
const kFunctions = ["begins_with(", "contains(", "attribute_type(", "size("];
const kKeywords = ["AND", "OR", "NOT", "BETWEEN", "IN", "IS MISSING", "IS NOT MISSING", "IS NULL", "ORDER BY",
  "DESC", "ASC",
  "WHERE", "FROM", "VALUE", "SET", "REMOVE", "RETURNING ALL OLD *", "RETURNING ALL NEW *", "RETURNING MODIFIED OLD *",
  "RETURNING MODIFIED NEW *", "TRUE", "FALSE", "NULL", "MISSING", "list_append(", "set_add(", "set_delete(", "EXISTS("];

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;

// The tables that FROM, INTO and UPDATE name in the statement around `cursor`, with the index.
function target(list) {
  for (let at = 0; at < list.length; ++at) {
    const names = isWord(list[at], "FROM", "INTO") || (at === 0 && isWord(list[at], "UPDATE"));
    if (names && isName(list[at + 1])) return list[at + 1].text;
  }
  return null;
}

const asName = (kind) => (name) => ({ text: name, insert: quoted(name), kind });
const asWord = (text) => ({ text: text.trim(), insert: /[( ]$/.test(text) ? text : `${text} `,
  kind: text.endsWith("(") ? "Function" : "Keyword" });
const noOptions = (cursor) => ({ from: cursor, to: cursor, options: [] });

// Names of tables may have signs that part tokens, although only quotes make such a name right.
function bareNames(source, cursor, known) {
  const bare = /(?:\b(?:FROM|INTO)|(?:^|;)\s*UPDATE)\s+([\w.-]*[.-][\w.-]*)$/i.exec(source.slice(0, cursor));
  const meant = bare ? known.tables.filter((name) => name.toLowerCase().startsWith(bare[1].toLowerCase())) : [];
  if (meant.length === 0) return null;
  return { from: cursor - bare[1].length, to: cursor + /^[\w.-]*/.exec(source.slice(cursor))[0].length,
    options: meant.map(asName("Table")) };
}

// The name or word that is typed at the cursor: {token, from, to, prefix, isQuoted}; without one the text is empty.
function typedAt(source, cursor, inside) {
  // A closed name right in front of the cursor is complete.
  const isComplete = inside?.kind === "quoted" && !inside.isOpen && cursor === inside.end;
  if (!isName(inside) || isComplete) return { token: null, from: cursor, to: cursor, prefix: "", isQuoted: false };
  const isQuoted = inside.kind === "quoted", from = inside.start;
  return { token: inside, from, isQuoted,
    // An open quote runs to the end of the text, which the completion must not swallow.
    to: isQuoted && inside.isOpen ? cursor : inside.end,
    prefix: source.slice(isQuoted ? from + 1 : from, cursor).toLowerCase() };
}

// Whether the token at `at` of a statement is the name of its table.
const isTable = (list, at) => at > 0 && isName(list[at]) &&
  (isWord(list[at - 1], "FROM", "INTO") || (at === 1 && isWord(list[0], "UPDATE")));

function afterTable(first) {
  if (isWord(first, "UPDATE")) return ["SET", "REMOVE"];
  return isWord(first, "INSERT") ? ["VALUE"] : ["WHERE", "ORDER BY"];
}

// The completions behind the tokens `before` of a statement. `rest` has all tokens but the one that is typed.
function following(before, rest, known, isQuoted) {
  const last = before.at(-1), tableAt = before.findIndex((_, at) => isTable(before, at));
  if (before.length === 0) return isQuoted ? [] : kStarts.map(asWord);
  if (isWord(last, "FROM", "INTO") || (isWord(last, "UPDATE") && before.length === 1))
    return known.tables.map(asName("Table"));
  if (isSign(last, ".") && tableAt >= 0 && tableAt === before.length - 2)
    return known.indexesOf(before[tableAt].text).map(asName("Index"));
  if (isWord(last, "INSERT")) return [asWord("INTO ")];
  if (isWord(last, "DELETE")) return [asWord("FROM ")];
  if (tableAt >= 0 && tableAt === before.length - 1) return afterTable(before[0]).map(asWord);
  const table = target(rest);
  const attributes = table === null ? [] : known.attributesOf(table).map(({ name, kind }) => asName(kind)(name));
  return isQuoted ? attributes : [...attributes, ...kFunctions.map(asWord), ...kKeywords.map(asWord)];
}

// {from, to, options: [{text, insert, kind}]}: `insert` takes the place of the text from `from` to `to`. `known` is
// {tables: [names], indexesOf(table): [names], attributesOf(table): [{name, kind}]}.
export function completions(source, cursor, known) {
  const all = tokens(source).filter((token) => token.kind !== "comment" || token.start < cursor && cursor <= token.end);
  const inside = all.find((token) => token.start < cursor && cursor <= token.end);
  if (["comment", "string", "number"].includes(inside?.kind)) return noOptions(cursor);
  const bare = inside?.kind === "quoted" ? null : bareNames(source, cursor, known);
  if (bare) return bare;
  const { token, from, to, prefix, isQuoted } = typedAt(source, cursor, inside);
  const begin = all.findLastIndex((one) => isSign(one, ";") && one.end <= from) + 1;
  const before = all.slice(begin).filter((one) => one.end <= from);
  const ending = all.findIndex((one, at) => at >= begin && isSign(one, ";"));
  const rest = all.slice(begin, ending < 0 ? undefined : ending).filter((one) => one !== token);
  // A keyword that is typed whole needs no completion.
  const isWhole = (text) => text.toLowerCase() === prefix && token?.kind === "word" && text === text.toUpperCase();
  const options = following(before, rest, known, isQuoted)
    .filter(({ text }) => text.toLowerCase().startsWith(prefix) && !isWhole(text));
  return { from, to, options: options.slice(0, 100) };
}
