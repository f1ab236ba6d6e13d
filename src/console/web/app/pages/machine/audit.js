// The newest records of the audit log.
import { call } from "../../api.js";
import { m } from "../../m.js";
import { auditColumns, auditText, isOfTheConsole } from "../../machine/audit.js";
import { button } from "../../ui/button.js";
import { checkbox } from "../../ui/field.js";

const kRecords = 1000; // those that are read, of which some are shown
const kShownRecords = 200;

export const AuditLog = () => {
  let records = null, fault = null, wanted = "", all = false;
  const read = async () => {
    try {
      records = (await call("PartitaConsole.ReadAuditLog", { Limit: kRecords })).Records.reverse();
      fault = null;
    } catch (error) {
      fault = error;
    }
    m.redraw();
  };
  read();
  return {
    view: () => {
      const low = wanted.toLowerCase();
      const shown = (records ?? []).filter((record) => (all || !isOfTheConsole(record)) && JSON.stringify(record)
        .toLowerCase().includes(low)).slice(0, kShownRecords);
      const names = auditColumns(shown);
      return m("section.panel", [
        m(".panel-head", m("h2", "Audit log"), m("span.fill"),
          checkbox("Also what this page asks for", all, (value) => (all = value)),
          m("input", { type: "search", placeholder: "Find in the records", "aria-label": "Find in the records",
            value: wanted, oninput: (e) => (wanted = e.target.value) }),
          button("Read again", read, { iconName: "refresh", small: true, hideText: true })),
        fault ? m(".notice.error", `${fault.code}: ${fault.message}`) : null,
        records && !shown.length ? m("p.muted",
          records.length ? "No record has this text." : "The log has no record yet.") : null,
        shown.length ? m(".scroll.audit", { tabindex: 0, role: "region", "aria-label": "The records" }, m("table", [
          m("thead", m("tr", names.map((name) => m("th", { scope: "col" }, name)))),
          m("tbody", shown.map((record) => m("tr", names.map((name) =>
            m("td.mono.break", auditText(record[name])))))),
        ])) : null,
      ]);
    },
  };
};
