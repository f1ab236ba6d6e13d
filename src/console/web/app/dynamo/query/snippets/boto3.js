// The request in Python with boto3's client, which keeps all digits of numbers. A read goes page by page.
import { dummyKeys } from "./dummy_keys.js";

const kIndent = "    ";

// JSON's texts are Python's too, except for characters that Python writes as \U; those are kept as they are.
const text = (value) => JSON.stringify(value);

function literal(value, depth, isValue) {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (typeof value === "string") return text(value);
  if (typeof value === "number") return String(value);
  const inner = kIndent.repeat(depth + 1), outer = kIndent.repeat(depth);
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, depth, isValue)).join(", ")}]`;
  if (isValue && Object.keys(value).length === 1) {
    const [[type, content]] = Object.entries(value);
    if (type === "B") return `{"B": base64.b64decode(${text(content)})}`;
    if (type === "BS") return `{"BS": [${content.map((one) => `base64.b64decode(${text(one)})`).join(", ")}]}`;
    if (type === "M") return `{"M": ${literal(content, depth, true)}}`;
    return `{${text(type)}: ${literal(content, depth, type === "L")}}`;
  }
  const members = Object.entries(value)
    .map(([name, one]) => `${inner}${text(name)}: ${literal(one, depth + 1, isValue)},\n`);
  return `{\n${members.join("")}${outer}}`;
}

// The beginning of a program: the client, and the request as a dictionary.
function beginning(body, { endpoint, region, amazon }) {
  const members = Object.entries(body)
    .map(([name, value]) => `${kIndent}${text(name)}: ${literal(value, 1, name === "ExpressionAttributeValues")},`);
  const binary = /"BS?": (\[)?base64/.test(members.join("\n"));
  const place = [`region_name=${text(region)}`, ...(amazon ? [] : [`endpoint_url=${text(endpoint)}`])].join(", ");
  return `${dummyKeys({ amazon, region })}${binary ? "import base64\n\n" : ""}import boto3

client = boto3.client("dynamodb", ${place})
request = {
${members.join("\n")}
}
`;
}

// A request that has one answer. Times may be numbers of seconds.
export function boto3Request(operation, body, place) {
  const method = operation.replace(/(?!^)([A-Z])/g, "_$1").toLowerCase();
  return `${beginning(body, place)}print(client.${method}(**request))
`;
}

export function boto3Snippet(operation, body, place) {
  return `${beginning(body, place)}while True:
    page = client.${operation.toLowerCase()}(**request)
${body.Select === "COUNT" ? '    print(page["Count"])' : '    for item in page["Items"]:\n        print(item)'}
    if "LastEvaluatedKey" not in page:
        break
    request["ExclusiveStartKey"] = page["LastEvaluatedKey"]
`;
}
