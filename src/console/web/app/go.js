// Leads to another page of the console.
import { m } from "./m.js";
import { dismissAll } from "./ui/dialog.js";

// Dialogs over the page that is left end with it. If one of them may not close, the page stays.
export async function go(path, parameters) {
  if (await dismissAll()) m.route.set(path, parameters);
}

// The same for an address that a link has. A page that is shown already hears of it as if it was a link.
export async function goTo(address) {
  if (!await dismissAll()) return;
  if (location.hash === address) dispatchEvent(new PopStateEvent("popstate"));
  else location.hash = address;
}
