// Requests as text to copy: [{key, title, text, why}]. `why` is the reason if the text is missing.
import { boto3Request, boto3Snippet } from "./snippets/boto3.js";
import { cliSnippet } from "./snippets/cli.js";
import { cppSnippet } from "./snippets/cpp.js";
import { javascriptRequest, javascriptSnippet } from "./snippets/javascript.js";
import { partitaSnippet } from "./snippets/partita.js";
import { partiqlSnippet } from "./snippets/partiql.js";

// A request of the builder. `place`: {endpoint, region, amazon}.
/** @returns {{key: string, title: string, text?: string, why?: string}[]} */
export function snippets(state, table, { operation, body, asOf }, place) {
  // No request of DynamoDB gives the answer of a moment.
  if (asOf) return [{ key: "partita", title: "Partita", text: partitaSnippet(operation, body, asOf, place) }];
  const partiql = partiqlSnippet(state, table);
  return [
    { key: "json", title: "JSON", text: JSON.stringify(body, null, 2) },
    { key: "cli", title: "CLI", text: cliSnippet(operation, body, place) },
    { key: "boto3", title: "boto3", text: boto3Snippet(operation, body, place) },
    { key: "javascript", title: "JavaScript", text: javascriptSnippet(operation, body, place) },
    { key: "cpp", title: "C++", text: cppSnippet(operation, body, place) },
    { key: "partiql", title: "PartiQL", ...partiql },
  ];
}

// Any request that has one answer, such as CreateBackup.
/** @returns {{key: string, title: string, text?: string, why?: string}[]} */
export const requestSnippets = (operation, body, place) => [
  { key: "json", title: "JSON", text: JSON.stringify(body, null, 2) },
  { key: "cli", title: "CLI", text: cliSnippet(operation, body, place) },
  { key: "boto3", title: "boto3", text: boto3Request(operation, body, place) },
  { key: "javascript", title: "JavaScript", text: javascriptRequest(operation, body, place) },
];
