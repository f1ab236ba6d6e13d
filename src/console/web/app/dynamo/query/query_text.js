// A request of the query builder as a person says it: with names and values in place of the placeholders of its
// expressions.
import { timeText } from "../../base/text.js";
import { secondsOf } from "../backups/moments.js";
import { typeOf } from "../values/values.js";
import { shortText } from "../values/short_text.js";

const kMostOfValue = 120;

const nameText = (name) => (/^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name));
const valueText = (value) => {
  const text = shortText(value, kMostOfValue);
  return typeOf(value) === "S" ? `"${text.replaceAll('"', '\\"')}"` : text;
};

function spelled(expression, { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }) {
  return expression.replace(/[#:]\w+/g, (place) => (Object.hasOwn(names, place) ? nameText(names[place])
    : Object.hasOwn(values, place) ? valueText(values[place]) : place));
}

// [[title, text]]: the source, the key condition and the filter.
export function queryFacts({ operation, body, asOf }) {
  return [
    ["Result of",
      `${operation} of ${body.IndexName ? `the index ${body.IndexName} of ` : "the table "}${body.TableName}`],
    ...(asOf ? [["As of", timeText(secondsOf(asOf))]] : []),
    ...(body.KeyConditionExpression ? [["Key", spelled(body.KeyConditionExpression, body)]] : []),
    ["Filter", body.FilterExpression ? spelled(body.FilterExpression, body) : "none"],
  ];
}
