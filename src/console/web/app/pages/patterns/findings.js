// The findings of lint on the model, with their cures.
import { plural } from "../../base/text.js";
import { m } from "../../m.js";

const kKinds = { error: "danger", warning: "warn", refusal: "danger" };
const kindOf = (severity) => kKinds[String(severity).toLowerCase()] ?? "";

export const Findings = {
  view: ({ attrs: { findings } }) => findings.length === 0 ? null : m("details.panel", [
    m("summary", [m("strong", plural(findings.length, "finding")), " of lint in this model"]),
    m(".stack", { style: { marginTop: "8px" } }, findings.map((one) => m(".finding", [
      m(".row", [m("span.badge", { class: kindOf(one.Severity) }, one.Severity), m("span.mono", one.Rule),
        m("span.muted", one.Where)]),
      m("p", one.Text),
      one.Cure ? m("p", [m("strong", "Cure: "), one.Cure]) : null,
    ]))),
  ]),
};
