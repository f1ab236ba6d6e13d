// The newest records of the audit log.
import { call } from "../../api.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";

const kRecords = 200;

export const AuditLog = () => {
  let records = null, fault = null, wanted = "";
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
      const shown = (records ?? []).filter((record) => JSON.stringify(record).toLowerCase().includes(wanted.toLowerCase()));
      const names = shown.length ? Object.keys(shown[0]).slice(0, 9) : [];
      return m("section.panel", [
        m(".panel-head", m("h2", "Audit log"), m("span.fill"),
          m("input", { type: "search", placeholder: "Find in the records", "aria-label": "Find in the records", value: wanted, oninput: (e) => (wanted = e.target.value) }),
          button("Read again", read, { iconName: "refresh", small: true, hideText: true })),
        fault ? m(".notice.error", `${fault.code}: ${fault.message}`) : null,
        records && !shown.length ? m("p.muted", records.length ? "No record has this text." : "The log has no record yet.") : null,
        shown.length ? m(".scroll.audit", m("table", [
          m("thead", m("tr", names.map((name) => m("th", { scope: "col" }, name)))),
          m("tbody", shown.map((record) => m("tr", names.map((name) =>
            m("td.mono.break", record[name] === undefined ? "" : typeof record[name] === "object" ? JSON.stringify(record[name]) : String(record[name])))))),
        ])) : null,
      ]);
    },
  };
};
