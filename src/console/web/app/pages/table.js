// A table: its tabs, each a module of its own.
import { m } from "../m.js";
import { describeTable, keepTabAddress, tabAddress } from "../tables.js";
import { fault as notice } from "../ui/fault.js";
import { report } from "../ui/toast.js";
import { CollectionsTab } from "./collections.js";
import { ItemsTab } from "./items.js";
import { OverviewTab } from "./overview.js";
import { StreamsTab } from "./streams.js";
import { BackupsTab } from "./table_backups.js";

export const kTabs = { items: ["Items", ItemsTab], collections: ["Item collections", CollectionsTab],
  streams: ["Stream", StreamsTab], backups: ["Backups", BackupsTab], overview: ["Overview", OverviewTab] };

export const TablePage = ({ attrs }) => {
  let table = null, fault = null;
  const load = (fresh) => describeTable(attrs.name, { fresh })
    .then((description) => { table = description; fault = null; },
    (error) => { fault = error; }).then(m.redraw);
  load(false);
  return {
    view: ({ attrs: { name, tab = "items" } }) => {
      const [, Tab] = kTabs[tab] ?? kTabs.items;
      // A run within the tab changes the address without a new page.
      keepTabAddress(name, tab, location.hash);
      return [
        m(".page-head", m("h1.mono-title", name),
          table ? m("span.badge", { class: table.TableStatus === "ACTIVE" ? "ok" : "warn" }, table.TableStatus) : null),
        m("nav.tabs", { "aria-label": `Parts of ${name}` }, Object.entries(kTabs).map(([key, [text]]) =>
          m("a", { href: tabAddress(name, key), "aria-current": key === tab ? "page" : undefined }, text))),
        notice(fault, { again: () => load(true) }),
        table ? m(Tab, { table, reload: () => load(true).catch(report) }) : fault
          ? null : m("p.loading", "Reading the table"),
      ];
    },
  };
};
