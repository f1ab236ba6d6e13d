// The page of access patterns: the model's patterns as a list, and the chosen one to run.
import { isWrite, operationText, search } from "../dynamo/patterns/patterns.js";
import { m } from "../m.js";
import { readModel } from "../model.js";
import { session } from "../session.js";
import { fault as faultView } from "../ui/fault.js";
import { addCommands } from "../ui/palette.js";
import { Findings } from "./patterns/findings.js";
import { Pattern } from "./patterns/pattern.js";

let wanted = ""; // outlives the page, so that a user comes back to the same list

const addressOf = (pattern) => `#!/patterns/${encodeURIComponent(pattern.Name)}`;

function entry(pattern, chosen, choose) {
  return m("li", { key: pattern.Name }, m("a", {
    href: addressOf(pattern), "aria-current": pattern === chosen ? "true" : undefined,
    onclick: (e) => {
      if (e.ctrlKey || e.metaKey || e.shiftKey) { e.redraw = false; return; }
      e.preventDefault();
      choose(pattern);
    },
  }, [
    m("span", pattern.Name),
    m("span.muted", [operationText(pattern), pattern.Index ? ` · ${pattern.Index}` : ""]),
  ]));
}

function list({ Patterns: all }, chosen, choose) {
  const found = search(all, wanted), served = found.filter((one) => one.Served);
  const group = (title, patterns) => patterns.length === 0 ? null : [m("h2", `${title} (${patterns.length})`),
    m("ul", patterns.map((one) => entry(one, chosen, choose)))];
  return m("nav.panel.pattern-list", { "aria-label": "Access patterns" }, [
    m("input", { type: "search", "aria-label": "Search in the access patterns",
      placeholder: "Search name, entity, index, parameter", value: wanted,
      oninput: (e) => { wanted = e.target.value; } }),
    m("p.visually-hidden", { role: "status" }, `${found.length} of ${all.length} patterns`),
    group("Not served", found.filter((one) => !one.Served)),
    group("Reads", served.filter((one) => !isWrite(one.Operation))),
    group("Writes", served.filter((one) => isWrite(one.Operation))),
    found.length === 0 ? m("p.empty", "No pattern has these words.") : null,
  ]);
}

function page(model, chosen, choose) {
  return [
    m(".page-head", [m("h1", "Access patterns"), m("span.badge", model.Name), m("span.muted", model.Description)]),
    m(Findings, { findings: model.Findings ?? [] }),
    m(".patterns", [
      list(model, chosen, choose),
      m(".chosen", [chosen ? m(Pattern, { key: chosen.Name, pattern: chosen, model })
        : m("p.empty", { key: "none" },
          "Choose a pattern. The parameters of a read are filled in from items that exist, so that it can be run " +
          "at once. A write waits for your values, and asks before it changes anything.")]),
    ]),
  ];
}

const noModel = () => m(".empty", [m("h1", "Access patterns"),
  m("p", ["Start the server with a model to see its access patterns: ",
    m("code", "partita serve --console 8080 --model model.yaml")])]);

export const PatternsPage = ({ attrs }) => {
  let model = null, fault = null, chosen = null, removeCommands = null;

  const load = () => readModel().then((answer) => {
    model = answer;
    chosen = model?.Patterns.find((one) => one.Name === attrs.pattern) ?? null;
    removeCommands ??= addCommands(() =>
      (model?.Patterns ?? []).map((one) => ({ text: one.Name, kind: "Access pattern", run: () => choose(one) })));
  }, (error) => { fault = error; }).then(m.redraw);
  if (session.server.HasModel) load();

  function choose(pattern) {
    chosen = pattern;
    // The address follows without a new page, which would lose the place in the list.
    history.pushState(null, "", addressOf(pattern));
    requestAnimationFrame(() => document.getElementById("pattern-title")?.closest(".panel")
      .scrollIntoView({ block: matchMedia("(max-width: 960px)").matches ? "start" : "nearest" }));
  }

  return {
    onremove: () => removeCommands?.(),
    view: () => {
      if (!session.server.HasModel) return noModel();
      if (fault) return [m("h1", "Access patterns"), faultView(fault, { again: () => { fault = null; load(); } })];
      return model ? page(model, chosen, choose) : m("p.loading", "Reading the model");
    },
  };
};
