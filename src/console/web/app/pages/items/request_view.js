// The builder's request as JSON, as a command and as code, to copy.
import { m } from "../../m.js";
import { snippets } from "../../dynamo/query/snippets.js";
import { session } from "../../session.js";
import { button } from "../../ui/button.js";
import { copy } from "../../ui/copy.js";

export const RequestView = () => {
  let chosen = "json";
  return {
    view: ({ attrs: { state, table, request } }) => {
      if (request.faults.size || request.ruleFaults.size)
        return m(".notice", [...request.faults.values(), ...request.ruleFaults.values()].join(" "));
      const { Endpoint, Region, Amazon } = session.server;
      const all = snippets(state, table, request, { endpoint: Endpoint, region: Region, amazon: Amazon });
      const one = all.find(({ key }) => key === chosen);
      return m(".request-view", [
        m(".row", [
          m(".segmented", { role: "group", "aria-label": "Format of the request" }, all.map(({ key, title }) =>
            m("button.button.small", { type: "button", "aria-pressed": String(key === chosen),
              onclick: () => (chosen = key) }, title))),
          m("span.badge", request.operation),
          one.text ? button("Copy", () => copy(one.text, one.title), { small: true, iconName: "copy" }) : null,
        ]),
        one.text ? m("pre.code", { tabindex: 0, "aria-label": `The request as ${one.title}` }, one.text)
          : m(".notice", `PartiQL cannot say this request. ${one.why}`),
      ]);
    },
  };
};
