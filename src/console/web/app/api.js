// Requests to the server that the page came from: DynamoDB's API, and the operations of the console.

import { session } from "./session.js";
import { signed } from "./sign.js";

const kTargets = { DynamoDB: "DynamoDB_20120810", Streams: "DynamoDBStreams_20120810",
  Partita: "Partita", PartitaConsole: "PartitaConsole_20261101" };

// An answer that is an error, or no answer at all (code "NetworkError").
export class ApiError extends Error {
  constructor(code, message, status, body) {
    super(message || code);
    this.code = code;
    this.status = status;
    this.body = body; // the whole answer; for example, it has the CancellationReasons of a transaction
  }
}

function targetOf(operation) {
  const dot = operation.indexOf(".");
  return dot < 0 ? `${kTargets.DynamoDB}.${operation}`
    : `${kTargets[operation.slice(0, dot)]}.${operation.slice(dot + 1)}`;
}

// Sends `operation`, such as "Query", "Streams.GetRecords" or "PartitaConsole.ListHotKeys", and returns the answer's
// JSON. Numbers of items are texts in this JSON, so they are not rounded. `signal` may end the wait. `keys` are other
// access keys than the user's. Throws ApiError.
/**
 * @param {string} operation
 * @param {object} [body]
 * @param {{signal?: AbortSignal, keys?: object}} [options]
 * @returns {Promise<any>}
 */
export async function call(operation, body = {}, { signal, keys = session.keys } = {}) {
  const text = JSON.stringify(body);
  let headers = { "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": targetOf(operation) };
  if (session.id) headers["X-Partita-Session"] = session.id;
  if (keys) {
    headers = await signed({ headers, body: text, host: location.host, region: session.server.Region,
      keys, now: new Date() });
  } else if (session.server?.Auth === "any") {
    // Such a server wants credentials of the right form, and does not look at them further.
    headers.Authorization = `AWS4-HMAC-SHA256 Credential=console/20260101/${session.server.Region}` +
      "/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
    headers["X-Amz-Date"] = "20260101T000000Z";
  }
  let response, answer;
  try {
    response = await fetch("./", { method: "POST", headers, body: text, signal, cache: "no-store",
      credentials: "omit" });
    answer = await response.text(); // fails if the connection ends within the answer
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("NetworkError", "The server does not answer. Is it still running?", 0, null);
  }
  let json = null;
  try {
    json = JSON.parse(answer);
  } catch {
    if (response.ok) throw new ApiError("NoJson", "The server's answer is not JSON.", response.status, null);
  }
  if (response.ok) return json;
  const type = String(json?.__type ?? `HTTP ${response.status}`);
  throw new ApiError(type.slice(type.indexOf("#") + 1), json?.message ?? json?.Message ?? "", response.status, json);
}

// The text of GET /metrics.
/** @param {{signal?: AbortSignal}} [options] */
export async function metrics({ signal } = {}) {
  const headers = session.id ? { "X-Partita-Session": session.id } : {};
  const response = await fetch("metrics", { headers, signal, cache: "no-store" });
  if (!response.ok)
    throw new ApiError(`HTTP ${response.status}`, "The server shows no metrics.", response.status, null);
  return response.text();
}
