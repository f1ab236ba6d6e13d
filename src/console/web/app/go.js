// Leads to another page of the console.
import { m } from "./m.js";
import { dismissAll } from "./ui/dialog.js";

// Dialogs over the page that is left end with it. If one of them may not close, the page stays.
export async function go(path, parameters) {
  if (await dismissAll()) m.route.set(path, parameters);
}
