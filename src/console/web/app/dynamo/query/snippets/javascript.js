// The request in JavaScript with the AWS SDK, version 3. A read goes page by page.
function literal(value, depth, isValue) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = "  ".repeat(depth + 1), outer = "  ".repeat(depth);
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, depth, isValue)).join(", ")}]`;
  const entries = Object.entries(value);
  if (isValue && entries.length === 1) {
    const [[type, content]] = entries;
    if (type === "B") return `{ B: Buffer.from(${JSON.stringify(content)}, "base64") }`;
    if (type === "BS")
      return `{ BS: [${content.map((one) => `Buffer.from(${JSON.stringify(one)}, "base64")`).join(", ")}] }`;
    if (type === "M") return `{ M: ${literal(content, depth, true)} }`;
    return `{ ${type}: ${literal(content, depth, type === "L")} }`;
  }
  const name = (text) => {
    if (text === "__proto__") return '["__proto__"]';
    return /^[A-Za-z_$][\w$]*$/.test(text) ? text : JSON.stringify(text);
  };
  const members = entries.map(([key, one]) =>
    `${inner}${name(key)}: ${isTime(key, one) ? `new Date(${one} * 1000)` : literal(one, depth + 1, isValue)},\n`);
  return `{\n${members.join("")}${outer}}`;
}

// Times of a request are seconds in JSON, and a Date for the SDK. No other number has such a name.
const isTime = (name, value) => typeof value === "number" && name.endsWith("Time");

const placeOf = ({ endpoint, region, amazon }) =>
  [`region: ${JSON.stringify(region)}`, ...(amazon ? [] : [`endpoint: ${JSON.stringify(endpoint)}`])].join(", ");

// A request that has one answer.
export function javascriptRequest(operation, body, place) {
  return `import { DynamoDBClient, ${operation}Command } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ ${placeOf(place)} });
console.log(await client.send(new ${operation}Command(${literal(body, 0, false)})));
`;
}

export function javascriptSnippet(operation, body, place) {
  const members = Object.entries(body)
    .map(([name, value]) => `  ${name}: ${literal(value, 1, name === "ExpressionAttributeValues")},`);
  return `import { DynamoDBClient, paginate${operation} } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({ ${placeOf(place)} });
const request = {
${members.join("\n")}
};
for await (const page of paginate${operation}({ client }, request)) {
${body.Select === "COUNT" ? "  console.log(page.Count);" : "  for (const item of page.Items) console.log(item);"}
}
`;
}
