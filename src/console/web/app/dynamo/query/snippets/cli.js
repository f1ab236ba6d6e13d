// The request as a command of the AWS CLI, for a POSIX shell.
import { dummyKeys } from "./dummy_keys.js";
import { quoted } from "./quoted.js";

const words = (name) => name.replace(/(?!^)([A-Z])/g, "-$1").toLowerCase();
const optionOf = (member) => `--${words(member)}`;

export function cliSnippet(operation, body, { endpoint, region, amazon }) {
  const lines = [`aws dynamodb ${words(operation)}`];
  if (!amazon) lines.push(`--endpoint-url ${quoted(endpoint)}`);
  lines.push(`--region ${quoted(region)}`);
  for (const [member, value] of Object.entries(body)) {
    if (typeof value === "boolean") lines.push(value ? optionOf(member) : optionOf(member).replace("--", "--no-"));
    else lines.push(`${optionOf(member)} ${quoted(typeof value === "object" ? JSON.stringify(value) : String(value))}`);
  }
  return dummyKeys({ amazon, region }) + lines.join(" \\\n  ");
}
