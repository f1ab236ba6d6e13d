// The builder's request as JSON, as a command and as code, to copy.
import { m } from "../../m.js";
import { snippets } from "../../dynamo/query/snippets.js";
import { session } from "../../session.js";
import { Snippets } from "../../ui/snippets.js";

export const RequestView = {
  view: ({ attrs: { state, table, request } }) => {
    if (request.faults.size || request.ruleFaults.size)
      return m(".notice", [...request.faults.values(), ...request.ruleFaults.values()].join(" "));
    const { Endpoint, Region, Amazon } = session.server;
    const all = snippets(state, table, request, { endpoint: Endpoint, region: Region, amazon: Amazon });
    return m(Snippets, { all, operation: request.operation });
  },
};
