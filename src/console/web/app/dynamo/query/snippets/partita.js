// The request as a command of Partita, which also gives the answer of a moment.
import { fieldText, secondsOf } from "../../backups/moments.js";
import { dummyKeys } from "./dummy_keys.js";
import { quoted } from "./quoted.js";

const kOptions = { IndexName: "--index", KeyConditionExpression: "--key-condition", FilterExpression: "--filter",
  ProjectionExpression: "--projection", ExpressionAttributeNames: "--names", ExpressionAttributeValues: "--values" };

export function partitaSnippet(operation, body, asOf, { endpoint, region }) {
  const lines = [`partita query ${quoted(body.TableName)}`];
  if (operation === "Scan") lines.push("--scan");
  for (const [member, option] of Object.entries(kOptions)) {
    const value = body[member];
    if (value) lines.push(`${option} ${quoted(typeof value === "object" ? JSON.stringify(value) : value)}`);
  }
  if (body.ScanIndexForward === false) lines.push("--reverse");
  lines.push(`--as-of ${fieldText(secondsOf(asOf))}Z`, `--endpoint ${quoted(endpoint)}`);
  return dummyKeys({ amazon: false, region }) + lines.join(" \\\n  ");
}
