// The command palette: every place and action of the console by its name (Ctrl+K, or Cmd+K).
import { m } from "../m.js";
import { dialog } from "./dialog.js";

// Functions that return commands: {text, kind, run}. A page adds one while it is shown.
const sources = new Set();
export function addCommands(source) {
  sources.add(source);
  return () => sources.delete(source);
}

// Whether the letters of `wanted` come in `text` in this order, and how well: smaller is better, null is no match.
export function match(text, wanted) {
  const low = text.toLowerCase();
  let at = -1, cost = 0;
  for (const letter of wanted.toLowerCase().replaceAll(" ", "")) {
    const next = low.indexOf(letter, at + 1);
    if (next < 0) return null;
    cost += next - at - 1;
    at = next;
  }
  return cost;
}

let isOpen = false;
export function openPalette() {
  if (isOpen) return;
  isOpen = true;
  let wanted = "", chosen = 0;
  const all = [...sources].flatMap((source) => source());
  const found = () => all.map((command) => [match(command.text, wanted), command]).filter(([cost]) => cost !== null)
    .sort(([a], [b]) => a - b).slice(0, 50).map(([, command]) => command);
  dialog({
    title: "Commands",
    className: "palette",
    hideHead: true,
    body: ({ close }) => {
      const list = found();
      chosen = Math.min(chosen, Math.max(list.length - 1, 0));
      const choose = (command) => { close(command); };
      return [
        m("input", {
          role: "combobox", "aria-label": "Find a command", "aria-expanded": "true", "aria-controls": "palette-list",
          "aria-activedescendant": list.length ? `palette-${chosen}` : undefined, autocomplete: "off",
          spellcheck: false,
          placeholder: "Find a table, a page or an action", value: wanted,
          oncreate: ({ dom }) => dom.focus(),
          oninput: (e) => { wanted = e.target.value; chosen = 0; },
          onkeydown: (e) => {
            if (e.key === "ArrowDown") chosen = Math.min(chosen + 1, list.length - 1);
            else if (e.key === "ArrowUp") chosen = Math.max(chosen - 1, 0);
            else if (e.key === "Enter" && list[chosen]) choose(list[chosen]);
            else { e.redraw = false; return; }
            e.preventDefault();
          },
        }),
        m("ul", { id: "palette-list", role: "listbox", "aria-label": "Commands" }, list.map((command, at) =>
          m("li", {
            id: `palette-${at}`, role: "option", "aria-selected": String(at === chosen),
            onclick: () => choose(command),
            onupdate: ({ dom }) => { if (at === chosen) dom.scrollIntoView({ block: "nearest" }); },
          }, [m("span", command.text), m("span.kind", command.kind)]))),
        list.length ? null : m("p.empty", "No command has these letters."),
      ];
    },
  }).then((command) => { isOpen = false; command?.run(); m.redraw(); });
}
