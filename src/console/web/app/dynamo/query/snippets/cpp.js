// The request in C++ with Partita's own API. It reads page by page, and runs on a server, on Amazon DynamoDB and, with
// open() in place of connect(), on a database in a directory.

// A C++ literal of the bytes of a text. Octal escapes end after three digits, whatever follows.
function quoted(text) {
  const escaped = text.replace(/[\\"?]/g, (sign) => (sign === "?" ? "?" : `\\${sign}`))
    .replace(/[\u0000-\u001f\u007f]/g, (sign) => `\\${sign.codePointAt(0).toString(8).padStart(3, "0")}`);
  return `"${escaped}"`;
}
const string = (text) => (text.includes("\0")
  ? `std::string(${quoted(text)}, ${new TextEncoder().encode(text).length})` : quoted(text));
function bytes(base64) {
  const raw = atob(base64);
  const escaped = [...raw].map((sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
  return `std::string("${escaped}", ${raw.length})`;
}
const list = (open, values, close = "}") => `${open}${values.join(", ")}${close}`;

function value(one) {
  const [[type, content]] = Object.entries(one);
  switch (type) {
    case "S": return `AttributeValue::string(${string(content)})`;
    case "N": return `AttributeValue::number(${quoted(content)})`;
    case "B": return `AttributeValue::binary(${bytes(content)})`;
    case "BOOL": return `AttributeValue::boolean(${content})`;
    case "NULL": return "AttributeValue::null()";
    case "SS": return list("AttributeValue::string_set({", content.map(string), "})");
    case "NS": return list("AttributeValue::number_set({", content.map(quoted), "})");
    case "BS": return list("AttributeValue::binary_set({", content.map(bytes), "})");
    case "L": return list("AttributeValue::list({", content.map(value), "})");
    default: return list("AttributeValue::map({",
      Object.entries(content).map(([name, inner]) => `{${string(name)}, ${value(inner)}}`), "})");
  }
}

// The members in the order of the struct, which designated initializers need.
const kOrder = {
  Query: ["TableName", "IndexName", "Select", "Limit", "ConsistentRead", "ScanIndexForward", "ProjectionExpression",
    "FilterExpression", "KeyConditionExpression", "ExpressionAttributeNames", "ExpressionAttributeValues"],
  Scan: ["TableName", "IndexName", "Limit", "Select", "ProjectionExpression", "FilterExpression",
    "ExpressionAttributeNames", "ExpressionAttributeValues", "ConsistentRead"],
};
function member(name, content) {
  if (name === "Select") return "Select::Count";
  if (name === "ExpressionAttributeNames")
    return list("std::map<std::string, std::string>{",
      Object.entries(content).map(([key, one]) => `{${string(key)}, ${string(one)}}`));
  if (name === "ExpressionAttributeValues")
    return list("AttributeMap{", Object.entries(content).map(([key, one]) => `{${string(key)}, ${value(one)}}`));
  return typeof content === "string" ? string(content) : String(content);
}

const kPrintCount = "    std::cout << page->count << '\\n';";
const kPrintItems =
  '    for (const Item& item : *page->items) std::cout << item.size() << " attributes\\n";';

export function cppSnippet(operation, body, { endpoint, amazon }) {
  const members = kOrder[operation].filter((name) => name in body)
    .map((name) => `      .${name.replace(/(?!^)([A-Z])/g, "_$1").toLowerCase()} = ${member(name, body[name])},`);
  return `#include <partita/connect.h>
#include <partita/database.h>

#include <iostream>

using namespace partita;

int main() {
  auto db = connect(${amazon ? "" : quoted(endpoint)}).value();
  ${operation}Request request{
${members.join("\n")}
  };
  do {
    auto page = db->${operation.toLowerCase()}(request);
    if (!page) return std::cerr << page.error().message << '\\n', 1;
${body.Select === "COUNT" ? kPrintCount : kPrintItems}
    request.exclusive_start_key = page->last_evaluated_key;
  } while (request.exclusive_start_key);
}
`;
}
