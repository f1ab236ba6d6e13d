// What may come next at the cursor of a PartiQL editor.
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

// {from, to, options: [{text, insert, kind}]}: `insert` takes the place of the text from `from` to `to`. `known` is
// {tables: [names], indexesOf(table): [names], attributesOf(table): [{name, kind}]}.
export function completions(source, cursor, known) {
  const all = tokens(source).filter((token) => token.kind !== "comment" || token.start < cursor && cursor <= token.end);
  const inside = all.find((token) => token.start < cursor && cursor <= token.end);
  if (inside?.kind === "comment" || inside?.kind === "string" || inside?.kind === "number")
    return { from: cursor, to: cursor, options: [] };
  // Names of tables may have signs that part tokens, although only quotes make such a name right.
  const bare = inside?.kind === "quoted"
    ? null : /(?:\b(?:FROM|INTO)|(?:^|;)\s*UPDATE)\s+([\w.-]*[.-][\w.-]*)$/i.exec(source.slice(0, cursor));
  const meant = bare ? known.tables.filter((name) => name.toLowerCase().startsWith(bare[1].toLowerCase())) : [];
  if (meant.length > 0) {
    const options = meant.map((text) => ({ text, insert: quoted(text), kind: "Table" }));
    return { from: cursor - bare[1].length, to: cursor + /^[\w.-]*/.exec(source.slice(cursor))[0].length, options };
  }
  // A closed name that the cursor stands behind is complete.
  const typing = isName(inside) && !(inside.kind === "quoted" && !inside.isOpen && cursor === inside.end)
    ? inside : null;
  const from = typing ? typing.start : cursor;
  const prefix = typing ? source.slice(typing.kind === "quoted" ? from + 1 : from, cursor).toLowerCase() : "";
  const isQuoted = typing?.kind === "quoted";
  // An open quote runs to the end of the text, which the completion must not swallow.
  const to = !typing ? cursor : isQuoted && typing.isOpen ? cursor : typing.end;

  const begin = all.findLastIndex((token) => isSign(token, ";") && token.end <= from) + 1;
  const before = all.slice(begin).filter((token) => token.end <= from);
  const ending = all.findIndex((token, at) => at >= begin && isSign(token, ";"));
  const statement = all.slice(begin, ending < 0 ? undefined : ending).filter((token) => token !== typing);
  const last = before.at(-1);
  const asName = (kind) => (name) => ({ text: name, insert: quoted(name), kind });
  const word = (text) => ({ text: text.trim(), insert: /[( ]$/.test(text) ? text : `${text} `,
    kind: text.endsWith("(") ? "Function" : "Keyword" });

  let options;
  const table = target(statement);
  const tableAt = before.findIndex((token, at) => at > 0 && isName(token) &&
    (isWord(before[at - 1], "FROM", "INTO") || (at === 1 && isWord(before[0], "UPDATE"))));
  if (before.length === 0) options = isQuoted ? [] : kStarts.map(word);
  else if (isWord(last, "FROM", "INTO") || (isWord(last, "UPDATE") && before.length === 1))
    options = known.tables.map(asName("Table"));
  else if (isSign(last, ".") && tableAt >= 0 && tableAt === before.length - 2)
    options = known.indexesOf(before[tableAt].text).map(asName("Index"));
  else if (isWord(last, "INSERT")) options = [word("INTO ")];
  else if (isWord(last, "DELETE")) options = [word("FROM ")];
  else if (tableAt >= 0 && tableAt === before.length - 1) {
    options = (isWord(before[0], "UPDATE") ? ["SET", "REMOVE"] : isWord(before[0], "INSERT")
      ? ["VALUE"] : ["WHERE", "ORDER BY"]).map(word);
  } else {
    const attributes = table === null ? [] : known.attributesOf(table).map(({ name, kind }) => asName(kind)(name));
    options = isQuoted ? attributes : [...attributes, ...kFunctions.map(word), ...kKeywords.map(word)];
  }
  options = options.filter(({ text }) => text.toLowerCase().startsWith(prefix) &&
    !(text.toLowerCase() === prefix && !isQuoted && typing?.kind === "word" && text === text.toUpperCase()));
  return { from, to, options: options.slice(0, 100) };
}
