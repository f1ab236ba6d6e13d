// The frame of every page: the bar, the navigation, and the keys that work on all pages.
import { indexSource, patternSource } from "./commands.js";
import { go } from "./go.js";
import { m } from "./m.js";
import { forgetModel } from "./model.js";
import { restores } from "./pages/backups/begun.js";
import { needsKeys, isSignedIn, session, signOut } from "./session.js";
import { SignIn } from "./sign_in.js";
import { forgetAll, listTables, tables } from "./tables.js";
import { nextTheme, theme } from "./theme.js";
import { button } from "./ui/button.js";
import { dialog, hasDialog } from "./ui/dialog.js";
import { icon } from "./ui/icon.js";
import { addCommands, openPalette } from "./ui/palette.js";

const places = () => [
  ["/tables", "Tables", "tables"],
  ...(session.server.HasModel ? [["/patterns", "Access patterns", "patterns"]] : []),
  ["/partiql", "PartiQL", "query"],
  ["/backups", "Backups", "backups"],
  ...(session.server.HasStatistics ? [["/machine", "Machine", "machine"]] : []),
];

export function addShellCommands() {
  addCommands(() => places().map(([path, text]) => ({ text, kind: "Page", run: () => go(path) })));
  addCommands(() => (tables.names ?? []).flatMap((name) => [
    { text: name, kind: "Table", run: () => go("/tables/:name/items", { name }) },
    { text: `${name}: item collections`, kind: "Table", run: () => go("/tables/:name/collections", { name }) },
    { text: `${name}: stream`, kind: "Table", run: () => go("/tables/:name/streams", { name }) },
    { text: `${name}: backups`, kind: "Table", run: () => go("/tables/:name/backups", { name }) },
    { text: `${name}: overview`, kind: "Table", run: () => go("/tables/:name/overview", { name }) },
  ]));
  // The page of access patterns has them as commands of its own.
  addCommands(() => (isSignedIn() && !location.hash.startsWith("#!/patterns") ? patternSource() : []));
  addCommands(() => (isSignedIn() ? indexSource() : []));
  addCommands(() => [
    { text: "Change the theme", kind: "Action", run: nextTheme },
    { text: "Read the list of tables again", kind: "Action", run: listTables },
    { text: "Show the keyboard shortcuts", kind: "Help", run: showShortcuts },
    ...(session.keys ? [{ text: "Forget the access keys", kind: "Action", run: leave }] : []),
  ]);
  document.addEventListener("keydown", onKey);
}

function leave() {
  signOut();
  forgetAll();
  forgetModel();
  restores.clear();
}

const shortcuts = [
  ["Ctrl+K", "Find a table, an index, an access pattern, a page or an action"],
  ["g then t", "Tables"],
  ["g then a", "Access patterns"],
  ["g then p", "PartiQL"],
  ["g then b", "Backups"],
  ["g then m", "Machine"],
  ["Ctrl+Enter", "Run the query or the statement"],
  ["Arrow keys", "Move in the grid of items; Enter opens the item, Space selects it, Ctrl+C copies the cell"],
  ["Escape", "Close what is open"],
  ["?", "This list"],
];
function showShortcuts() {
  dialog({
    title: "Keyboard shortcuts",
    body: () =>
      m("table", m("tbody", shortcuts.map(([keys, text]) => m("tr", m("td", m("kbd", keys)), m("td", text))))),
  });
}

const isTyping = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;
let afterG = -Infinity; // the time of the last g
function onKey(event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    openPalette();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || hasDialog()) return;
  if (event.key === "?") return showShortcuts();
  if (event.key === "g") return void (afterG = event.timeStamp);
  if (event.timeStamp - afterG > 1000) return;
  afterG = -Infinity;
  const path = { t: "/tables", a: "/patterns", p: "/partiql", b: "/backups", m: "/machine" }[event.key];
  if (path && places().some(([place]) => place === path)) go(path);
}

function whereText() {
  const { Mode, Endpoint, Region, ReadOnly } = session.server;
  return [Mode === "endpoint" ? Endpoint : location.host, Region, ReadOnly ? "read only" : null].filter(Boolean)
    .join(" · ");
}

export const Shell = () => ({
  oninit: () => { if (isSignedIn() && tables.names === null) listTables(); },
  view: ({ children }) => {
    const path = m.route.get();
    return m(".frame", [
      m("a.skip", { href: "#main", onclick: (e) => { e.preventDefault(); document.getElementById("main").focus(); } },
        "Skip to the page"),
      m("header.bar", [
        m("a.brand", { href: "#!/tables" }, m("img", { src: "icon.svg", alt: "", width: 20, height: 20 }), "Partita"),
        m("span.where", { title: whereText() }, whereText()),
        m("span.fill"),
        button("Find", openPalette, { iconName: "search", small: true,
          title: "Find a table, an index, an access pattern, a page or an action (Ctrl+K)" }),
        m("kbd", "Ctrl+K"),
        button(`Theme: ${theme()}`, nextTheme, { kind: "plain", small: true, iconName: "sun", hideText: true }),
        needsKeys() && isSignedIn() ? button("Sign out", leave, { kind: "plain", small: true }) : null,
      ]),
      m("nav.nav", { "aria-label": "Pages" }, m("ul", places().map(([place, text, name]) =>
        m("li", m("a", { href: `#!${place}`, "aria-current": path.startsWith(place) ? "page" : undefined },
          icon(name), text))))),
      m("main.main", { id: "main", tabindex: -1 }, isSignedIn() ? children : m(SignIn)),
    ]);
  },
});
