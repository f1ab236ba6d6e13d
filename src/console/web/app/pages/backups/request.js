// A request below a form, to look at and to copy.
import { requestSnippets } from "../../dynamo/query/snippets.js";
import { m } from "../../m.js";
import { session } from "../../session.js";
import { Snippets } from "../../ui/snippets.js";

export function requestOf(request) {
  if (!request) return null;
  const { Endpoint, Region, Amazon } = session.server;
  const all = requestSnippets(request.operation, request.body, { endpoint: Endpoint, region: Region, amazon: Amazon });
  return m("details", m("summary", "The request"), m(Snippets, { all, operation: request.operation }));
}
