// The pages by their addresses.
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
  "/machine": MachinePage,
};
