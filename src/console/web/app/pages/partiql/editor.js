// The editor of PartiQL: a text area with a list of completions, which the arrow keys choose from. It follows the ARIA
// pattern of a combobox, so that a screen reader speaks the choices while the focus stays in the text.
import { completions } from "../../dynamo/partiql/complete.js";
import { m } from "../../m.js";

const kList = "partiql-completions";

// The position of the character at `at` in the text area, in its own pixels. A hidden copy of the text is measured.
function caretPlace(area, at) {
  const mirror = document.createElement("div");
  const style = getComputedStyle(area);
  for (const name of ["fontFamily", "fontSize", "lineHeight", "paddingTop", "paddingLeft", "paddingRight",
    "borderTopWidth", "borderLeftWidth", "tabSize", "letterSpacing"])
    mirror.style[name] = style[name];
  Object.assign(mirror.style, { position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap",
    overflowWrap: "break-word", width: `${area.clientWidth}px`, boxSizing: "border-box" });
  mirror.textContent = area.value.slice(0, at);
  const mark = document.createElement("span");
  mark.textContent = "​";
  mirror.append(mark);
  area.parentElement.append(mirror);
  const place = { left: mark.offsetLeft, top: mark.offsetTop - area.scrollTop,
    height: parseFloat(style.lineHeight) || 20 };
  mirror.remove();
  return place;
}

// Puts text in the place of a range so that the browser's undo takes it back.
export function replaceText(area, from, to, text) {
  area.focus();
  area.setSelectionRange(from, to);
  if (!document.execCommand?.("insertText", false, text)) {
    area.setRangeText(text, from, to, "end");
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

class Completion {
  #chosen = 0;
  list = null; // {from, to, options}, while it shows
  place = { left: 0, top: 0, height: 20 };
  area = null; // the text area
  known = null; // see completions()

  get chosen() { return this.#chosen; }

  look({ isAsked = false } = {}) {
    const { area } = this, cursor = area.selectionStart;
    const found = area.selectionEnd === cursor ? completions(area.value, cursor, this.known) : { options: [] };
    // Unasked, the list shows while a word is typed, and at a place that needs a name.
    const isWanted = isAsked || found.from < cursor ||
      /(?:\b(?:FROM|INTO|UPDATE)\s+|["\w]\.)$/i.test(area.value.slice(0, cursor));
    this.list = found.options.length > 0 && isWanted ? found : null;
    this.#chosen = 0;
    if (!this.list) return;
    this.place = caretPlace(area, found.from);
    this.place.left = Math.max(0, Math.min(this.place.left, area.clientWidth - 260));
  }
  close() { this.list = null; }
  accept(option) {
    const { from, to } = this.list;
    this.close();
    replaceText(this.area, from, to, option.insert);
    this.look();
  }
  // The key chooses from the list, or closes it. Returns whether it did.
  press({ key, shiftKey }) {
    if (!this.list) return false;
    const { options } = this.list, count = options.length;
    if (key === "ArrowDown") this.#chosen = (this.#chosen + 1) % count;
    else if (key === "ArrowUp") this.#chosen = (this.#chosen + count - 1) % count;
    else if ((key === "Enter" || key === "Tab") && !shiftKey) this.accept(options[this.#chosen]);
    else if (key === "Escape") this.close();
    else return false;
    return true;
  }
}

/** @param {Completion} completion */
function onkeydown(completion, run, e) {
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    completion.close();
    run();
  } else if (e.key === " " && e.ctrlKey) {
    completion.look({ isAsked: true });
  } else if (!completion.press(e)) {
    e.redraw = false;
    return;
  }
  e.preventDefault();
}

/** @param {Completion} completion */
function textArea(completion, attrs) {
  const { list } = completion;
  return m("textarea", {
    id: attrs.id, rows: 6, value: attrs.text, spellcheck: false, autocomplete: "off", autocapitalize: "off",
    wrap: "soft",
    // It is a combobox for as long as it has a list, because a screen reader takes a combobox for a single line.
    role: list ? "combobox" : undefined, "aria-autocomplete": "list", "aria-expanded": list ? "true" : undefined,
    "aria-controls": kList, "aria-haspopup": "listbox",
    "aria-activedescendant": list ? `${kList}-${completion.chosen}` : undefined,
    "aria-describedby": `${attrs.id}-hint`, "aria-invalid": attrs.isWrong ? "true" : undefined,
    placeholder: 'SELECT * FROM "table" WHERE "PK" = ?',
    oncreate: ({ dom }) => { completion.area = dom; attrs.ready?.(dom); },
    oninput: (e) => { attrs.oninput(e.target.value); completion.look(); },
    onkeydown: (e) => onkeydown(completion, attrs.run, e),
    onclick: () => completion.close(),
    onblur: () => setTimeout(() => {
      if (document.activeElement === completion.area) return;
      completion.close();
      m.redraw();
    }, 100),
  });
}

/** @param {Completion} completion */
function choices(completion) {
  const { list, place, chosen } = completion;
  return m("ul.completions", {
    id: kList, role: "listbox", "aria-label": "Completions", hidden: !list,
    style: list ? { left: `${place.left}px`, top: `${place.top + place.height + 2}px` } : {},
  }, (list?.options ?? []).map((option, at) => m("li", {
    id: `${kList}-${at}`, role: "option", "aria-selected": String(at === chosen),
    onmousedown: (e) => e.preventDefault(), onclick: () => completion.accept(option),
    onupdate: ({ dom }) => { if (at === completion.chosen) dom.scrollIntoView({ block: "nearest" }); },
  }, [m("span.mono", option.text), m("span.kind", option.kind)])));
}

export const Editor = () => {
  const completion = new Completion();
  return {
    view: ({ attrs }) => {
      completion.known = attrs.known;
      return m(".editor", [
        textArea(completion, attrs),
        choices(completion),
        m("span.hint.muted", { id: `${attrs.id}-hint` },
          "Ctrl+Space completes, Ctrl+Enter runs. Semicolons separate statements."),
      ]);
    },
  };
};
