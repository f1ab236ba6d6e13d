// The command palette: every place and action of the console by its name (Ctrl+K, or Cmd+K).
import { m } from "../m.js";
import { dialog } from "./dialog.js";

// Functions that return commands, {text, kind, run}, and promises of lists of them. A page adds one while it is shown.
const sources = new Set();
export function addCommands(source) {
  sources.add(source);
  return () => sources.delete(source);
}

// Calls all sources: {commands, waiting}. Commands that are promised are added when they come, and `changed` is called
// then. A promise that fails adds no commands. `waiting` counts the promises that have not ended.
export function gather(from, changed) {
  const found = { commands: [], waiting: 0 };
  for (const one of [...from].flatMap((source) => source())) {
    if (typeof one.then !== "function") {
      found.commands.push(one);
      continue;
    }
    found.waiting += 1;
    one.then((more) => found.commands.push(...more)).catch(() => {}).then(() => { found.waiting -= 1; changed(); });
  }
  return found;
}

// Whether the letters of `wanted` come in `text` in this order, and how well: smaller is better, and null means that
// they do not. Letters between the others cost most, and then those before the first one. Spaces do not count.
export function match(text, wanted) {
  const low = text.toLowerCase().replaceAll(" ", ""), letters = [...wanted.toLowerCase().replaceAll(" ", "")];
  if (!letters.length) return 0;
  let best = null;
  for (let start = low.indexOf(letters[0]); start >= 0; start = low.indexOf(letters[0], start + 1)) {
    let at = start, cost = start / 1000;
    for (const letter of letters.slice(1)) {
      const next = low.indexOf(letter, at + 1);
      if (next < 0) return best; // nor is it after a later start
      cost += next - at - 1;
      at = next;
    }
    best = Math.min(best ?? Infinity, cost);
  }
  return best;
}

let isOpen = false;
export function openPalette() {
  if (isOpen) return;
  isOpen = true;
  let wanted = "", chosen = null; // null: the first one
  const all = gather(sources, m.redraw);
  const found = () => all.commands.map((command) => [match(command.text, wanted), command])
    .filter(([cost]) => cost !== null).sort(([a], [b]) => a - b).slice(0, 50).map(([, command]) => command);
  dialog({
    title: "Commands",
    className: "palette",
    hideHead: true,
    body: ({ close }) => {
      const list = found();
      const at = Math.max(list.indexOf(chosen), 0); // commands that come later do not move the choice
      const choose = (command) => { close(command); };
      return [
        m("input", {
          role: "combobox", "aria-label": "Find a command", "aria-expanded": "true", "aria-controls": "palette-list",
          "aria-activedescendant": list.length ? `palette-${at}` : undefined, autocomplete: "off",
          spellcheck: false,
          placeholder: "Find a table, an index, a pattern, a page or an action", value: wanted,
          oncreate: ({ dom }) => dom.focus(),
          oninput: (e) => { wanted = e.target.value; chosen = null; },
          onkeydown: (e) => {
            if (e.key === "ArrowDown") chosen = list[at + 1] ?? list[at];
            else if (e.key === "ArrowUp") chosen = list[at - 1] ?? list[at];
            else if (e.key === "Enter" && list[at]) choose(list[at]);
            else { e.redraw = false; return; }
            e.preventDefault();
          },
        }),
        m("ul", { id: "palette-list", role: "listbox", "aria-label": "Commands" }, list.map((command, place) =>
          m("li", {
            id: `palette-${place}`, role: "option", "aria-selected": String(place === at),
            onclick: () => choose(command),
            onupdate: ({ dom }) => { if (place === at) dom.scrollIntoView({ block: "nearest" }); },
          }, [m("span", command.text), m("span.kind", command.kind)]))),
        list.length ? null
          : m("p.empty", all.waiting ? "Reading what can be found" : "No command has these letters."),
      ];
    },
  }).then((command) => { isOpen = false; command?.run(); m.redraw(); });
}
