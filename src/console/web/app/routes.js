// The pages by their addresses, and the titles that the browser's tab and history show.
import { BackupsPage } from "./pages/backups.js";
import { MachinePage } from "./pages/machine.js";
import { PartiqlPage } from "./pages/partiql.js";
import { PatternsPage } from "./pages/patterns.js";
import { TablePage } from "./pages/table.js";
import { TablesPage } from "./pages/tables.js";

export const routes = {
  "/tables": TablesPage,
  "/tables/:name": TablePage,
  "/tables/:name/:tab": TablePage,
  "/patterns": PatternsPage,
  "/patterns/:pattern": PatternsPage,
  "/partiql": PartiqlPage,
  "/backups": BackupsPage,
  "/machine": MachinePage,
};
// By the first part of an address, and by the tab of a table.
export const titles = { tables: "Tables", patterns: "Access patterns", partiql: "PartiQL", backups: "Backups",
  machine: "Machine" };
export const tabTitles = { items: "items", collections: "item collections", streams: "stream", backups: "backups",
  overview: "overview" };
