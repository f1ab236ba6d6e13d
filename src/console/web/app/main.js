// The console: finds out which server this is, and shows the page that the address names.
import { call } from "./api.js";
import { m } from "./m.js";
import { routes, tabTitles, titles } from "./routes.js";
import { begin } from "./session.js";
import { Shell, addShellCommands } from "./shell.js";
import { addressChanged, Dialogs } from "./ui/dialog.js";
import { fault as notice } from "./ui/fault.js";
import { focusHeading } from "./ui/heading.js";
import { Toasts } from "./ui/toast.js";

const root = document.getElementById("app");

function showFault(error) {
  m.mount(root,
    { view: () => m("main.main", m("h1", "Partita console"),
      notice(error, { again: error.code === "NetworkError" ? start : null })) });
}

// The title of the browser's tab, which its history shows too.
const titleOf = (path, { name }) =>
  [name ? `${name}: ${tabTitles[path.split("/")[3]] ?? tabTitles.items}` : titles[path.split("/")[1]], "Partita"]
    .join(" · ");

// A page that follows another one begins with its heading, for the keyboard and for screen readers, unless it has put
// the focus somewhere itself.
let isFirst = true;
function begun() {
  if (!isFirst && !document.getElementById("main").contains(document.activeElement)) focusHeading();
  isFirst = false;
}

async function start() {
  m.mount(root, { view: () => m("p.loading", "Loading the console") });
  try {
    await begin(call);
  } catch (error) {
    return showFault(error);
  }
  m.mount(root, null);
  addShellCommands();
  addEventListener("popstate", addressChanged);
  m.route.prefix("#!");
  const shown = {};
  for (const [path, page] of Object.entries(routes))
    shown[path] = { render: ({ attrs }) => {
      document.title = titleOf(m.route.get().split("?")[0], attrs);
      return m(Shell, m(page, { ...attrs, key: JSON.stringify(attrs) + path, oncreate: begun }));
    } };
  m.route(root, "/tables", shown);
}

m.mount(document.getElementById("overlays"), { view: () => [m(Dialogs), m(Toasts)] });
start();
