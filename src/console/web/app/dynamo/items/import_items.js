// The items of a file: JSON lines (typed or plain), lines of a DynamoDB export to S3 ({"Item": {...}}), a JSON array,
// or CSV with a type for each column. Yields {line, text, item} or {line, text, reason}; `text` is the part of the
// file, unchanged.
import { CsvReader } from "../../base/csv.js";
import { arrayElements, lines } from "../../base/file_texts.js";
import { JsonFault, parseJson } from "../../base/json_text.js";
import { kItemSizeBytes } from "../service_limits.js";
import { keyAttributes } from "../tables/keys.js";
import { itemOfNode, itemOfText } from "../values/item_json.js";
import { valueOfText } from "../values/typed_text.js";
import { itemSize, typeOf } from "../values/values.js";

export const kFormats = { lines: "JSON lines", array: "JSON array", csv: "CSV" };
// The types that a column of a CSV file can become.
export const kColumnTypes = { S: "String", N: "Number", BOOL: "Boolean", B: "Binary (base64)", NULL: "Null",
  JSON: "Typed JSON", PLAIN: "Plain JSON", SKIP: "Leave out" };

export function guessFormat(name, start) {
  if (/\.(csv|tsv)$/i.test(name)) return "csv";
  const first = start.trimStart()[0];
  return first === "[" ? "array" : first === "{" ? "lines" : "csv";
}

// Why the table would refuse an item, or null: its key and its size, and the types of the keys of indexes.
export function itemFault(table, item) {
  for (const { name, type } of keyAttributes(table)) {
    if (!Object.hasOwn(item, name)) return `The key attribute ${name} is missing.`;
    if (typeOf(item[name]) !== type)
      return `The key attribute ${name} must have the type ${type}, not ${typeOf(item[name])}.`;
    if (item[name][type] === "") return `The key attribute ${name} is empty.`;
  }
  for (const { AttributeName: name, AttributeType: type } of table.AttributeDefinitions)
    if (Object.hasOwn(item, name) && typeOf(item[name]) !== type)
      return `${name} is a key of an index and must have the type ${type}, not ${typeOf(item[name])}.`;
  if (itemSize(item) > kItemSizeBytes) return `The item is larger than ${kItemSizeBytes / 1024} KB.`;
  return null;
}

function itemOfJson(table, text) {
  let node = parseJson(text);
  const isKey = (name) => keyAttributes(table).some((one) => one.name === name);
  if (node && typeof node === "object" && Object.keys(node).length === 1 && node.Item &&
    typeof node.Item === "object" && !isKey("Item")) node = node.Item;
  return itemOfNode(node, "any");
}

// The value of a field of a CSV file; undefined if an empty field means no attribute.
export function csvAttribute(type, text, emptyIsAbsent) {
  if (type === "SKIP" || (text === "" && (emptyIsAbsent || type !== "S"))) return undefined;
  if (type === "BOOL") return valueOfText("BOOL", text.trim().toLowerCase());
  if (type === "JSON") return itemOfText(`{"v":${text}}`, "typed").v;
  if (type === "PLAIN") return itemOfText(`{"v":${text}}`, "plain").v;
  return valueOfText(type, text);
}

// The fault, without a second number of a line: `line` is the line of the file at which the text begins.
function reasonOf(error, line, isLine) {
  if (!(error instanceof JsonFault)) return error.message;
  if (error.line > 1) return `${error.what} (line ${line + error.line - 1}, column ${error.column})`;
  return `${error.what} (${isLine ? `column ${error.column}` : `character ${error.column} of the item`})`;
}

function judged(table, line, text, make, isLine = true) {
  try {
    const item = make();
    const reason = itemFault(table, item);
    return reason ? { line, reason, text } : { line, text, item };
  } catch (error) {
    return { line, reason: reasonOf(error, line, isLine), text };
  }
}

async function* csvItems(table, texts, { columns, separator, emptyIsAbsent }) {
  const reader = new CsvReader(separator),
    names = columns.filter(({ type }) => type !== "SKIP").map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new Error(`Two columns have the attribute ${JSON.stringify(twice)}: name another, or leave one out.`);
  let isHeader = true;
  const read = function* (records) {
    for (const { line, values, fault, text } of records) {
      if (isHeader) { isHeader = false; continue; }
      if (fault) { yield { line, reason: fault, text }; continue; }
      if (values.length !== columns.length) {
        yield { line, reason: `The line has ${values.length} fields, and the header ${columns.length}.`, text };
        continue;
      }
      yield judged(table, line, text, () => Object.fromEntries(columns.flatMap(({ name, type }, index) => {
        try {
          const value = csvAttribute(type, values[index], emptyIsAbsent);
          return value === undefined ? [] : [[name, value]];
        } catch (error) {
          // The file has the text of a JSON value in quotes, so the lines and columns of the text are not those of the
          // file.
          throw new Error(`${name}: ${error instanceof JsonFault ? error.what : error.message}`);
        }
      })));
    }
  };
  for await (const text of texts) yield* read(reader.push(text));
  yield* read(reader.end());
}

// `texts`: the file's texts in order. `options`: {format, columns: [{name, type}], separator, emptyIsAbsent}.
export async function* importItems(table, texts, options) {
  if (options.format === "csv") { yield* csvItems(table, texts, options); return; }
  const isLine = options.format !== "array";
  for await (const { line, text } of isLine ? lines(texts) : arrayElements(texts))
    yield judged(table, line, text, () => itemOfJson(table, text), isLine);
}

// The line of a CSV file that names its columns, unchanged.
export function headText(start, separator) {
  const reader = new CsvReader(separator);
  return (reader.push(start)[0] ?? reader.end()[0])?.text ?? "";
}

// The columns that the header of a CSV file names, with a guess of their types from the first records.
export function guessColumns(table, start, separator) {
  const reader = new CsvReader(separator);
  const records = reader.push(start);
  const [header, ...rest] = (records.length ? records : reader.end()).filter(({ values }) => values);
  const fixed = new Map(table.AttributeDefinitions.map(({ AttributeName, AttributeType }) =>
    [AttributeName, AttributeType]));
  return (header?.values ?? []).map((title, index) => {
    const texts = rest.slice(0, 100).map(({ values }) => values[index] ?? "").filter((text) => text !== "");
    const all = (check) => texts.length > 0 && texts.every(check);
    const type = fixed.get(title) ?? (all((text) => /^-?(0|[1-9]\d{0,37})(\.\d+)?$/.test(text))
      ? "N" : all((text) => /^(true|false)$/i.test(text)) ? "BOOL"
      : all((text) => /^\{"(S|N|B|BOOL|NULL|M|L|SS|NS|BS)":/.test(text)) ? "JSON" : "S");
    return { title, name: title.replace(/^\ufeff/, ""), type };
  });
}
