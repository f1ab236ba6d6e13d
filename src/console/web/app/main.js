// The console: finds out which server this is, and shows the page that the address names.
import { call } from "./api.js";
import { m } from "./m.js";
import { routes } from "./routes.js";
import { begin } from "./session.js";
import { Shell, addShellCommands } from "./shell.js";
import { Dialogs } from "./ui/dialog.js";
import { Toasts } from "./ui/toast.js";

const root = document.getElementById("app");

function showFault(error) {
  m.mount(root, { view: () => m("main.main", m("h1", "Partita console"), m(".notice.error", { role: "alert" }, error.message)) });
}

async function start() {
  m.mount(document.getElementById("overlays"), { view: () => [m(Dialogs), m(Toasts)] });
  try {
    await begin(call);
  } catch (error) {
    return showFault(error);
  }
  addShellCommands();
  m.route.prefix("#!");
  const shown = {};
  for (const [path, page] of Object.entries(routes))
    shown[path] = { render: ({ attrs }) => m(Shell, m(page, { ...attrs, key: JSON.stringify(attrs) + path })) };
  m.route(root, "/tables", shown);
}

start();
