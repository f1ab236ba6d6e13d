// The editor of PartiQL: a text area with a list of completions, which the arrow keys choose from. It follows the ARIA
// pattern of a combobox, so that a screen reader speaks the choices while the focus stays in the text.
import { completions } from "../../dynamo/partiql/complete.js";
import { m } from "../../m.js";

const kList = "partiql-completions";

// Where the character at `at` is in the text area, in its own pixels. A hidden copy of the text is measured.
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

export const Editor = () => {
  let area = null, list = null, chosen = 0, place = { left: 0, top: 0, height: 20 }, attrs;

  function look({ isAsked = false } = {}) {
    const cursor = area.selectionStart;
    const found = area.selectionEnd === cursor ? completions(area.value, cursor, attrs.known) : { options: [] };
    // Unasked, the list shows while a word is typed and where a name must come.
    const isWanted = isAsked || found.from < cursor ||
      /(?:\b(?:FROM|INTO|UPDATE)\s+|["\w]\.)$/i.test(area.value.slice(0, cursor));
    list = found.options.length > 0 && isWanted ? found : null;
    chosen = 0;
    if (list) {
      place = caretPlace(area, found.from);
      place.left = Math.max(0, Math.min(place.left, area.clientWidth - 260));
    }
  }
  function close() {
    list = null;
  }
  function accept(option) {
    const { from, to } = list;
    close();
    replaceText(area, from, to, option.insert);
    look();
  }

  const onkeydown = (e) => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      close();
      return attrs.run();
    }
    if (e.key === " " && e.ctrlKey) {
      e.preventDefault();
      return look({ isAsked: true });
    }
    if (!list) {
      e.redraw = false;
      return;
    }
    if (e.key === "ArrowDown") chosen = (chosen + 1) % list.options.length;
    else if (e.key === "ArrowUp") chosen = (chosen + list.options.length - 1) % list.options.length;
    else if ((e.key === "Enter" || e.key === "Tab") && !e.shiftKey) accept(list.options[chosen]);
    else if (e.key === "Escape") close();
    else {
      e.redraw = false;
      return;
    }
    e.preventDefault();
  };

  return {
    view: (vnode) => {
      attrs = vnode.attrs;
      return m(".editor", [
        m("textarea", {
          id: attrs.id, rows: 6, value: attrs.text, spellcheck: false, autocomplete: "off", autocapitalize: "off",
          wrap: "soft",
          // It is a combobox for as long as it has a list, because a screen reader takes a combobox for a single line.
          role: list ? "combobox" : undefined, "aria-autocomplete": "list", "aria-expanded": list ? "true" : undefined,
          "aria-controls": kList, "aria-haspopup": "listbox",
          "aria-activedescendant": list ? `${kList}-${chosen}` : undefined, "aria-describedby": `${attrs.id}-hint`,
          "aria-invalid": attrs.isWrong ? "true" : undefined,
          placeholder: 'SELECT * FROM "table" WHERE "PK" = ?',
          oncreate: ({ dom }) => { area = dom; attrs.ready?.(dom); },
          oninput: (e) => { attrs.oninput(e.target.value); look(); },
          onkeydown,
          onclick: () => close(),
          onblur: () => setTimeout(() => { if (document.activeElement !== area) { close(); m.redraw(); } }, 100),
        }),
        m("ul.completions", {
          id: kList, role: "listbox", "aria-label": "Completions", hidden: !list,
          style: list ? { left: `${place.left}px`, top: `${place.top + place.height + 2}px` } : {},
        }, (list?.options ?? []).map((option, at) => m("li", {
          id: `${kList}-${at}`, role: "option", "aria-selected": String(at === chosen),
          onmousedown: (e) => e.preventDefault(), onclick: () => accept(option),
          onupdate: ({ dom }) => { if (at === chosen) dom.scrollIntoView({ block: "nearest" }); },
        }, [m("span.mono", option.text), m("span.kind", option.kind)]))),
        m("span.hint.muted", { id: `${attrs.id}-hint` },
          "Ctrl+Space completes, Ctrl+Enter runs. Semicolons separate statements."),
      ]);
    },
  };
};
