// Dialogs over the page. The native <dialog> keeps the focus inside and gives it back; Escape closes it. A dialog is
// part of the page below it, and so it ends when the address becomes another one.
import { m } from "../m.js";
import { button } from "./button.js";
import { freshId } from "./field.js";
import { focusHeading } from "./heading.js";
import { toast } from "./toast.js";

const open = [];
let place = null; // the address of the page below

// Shows a dialog. `body` and `foot` are functions of the dialog's {close}; `close(result)` ends the dialog and resolves
// the promise, which a dialog that the user cancels resolves with undefined. `mayClose`, which may be asynchronous, is
// asked before a cancel (Escape, the cross, a click outside of the dialog, dismiss(), or another address).
/**
 * @param {{title: string, body: (one: any) => unknown, foot?: (one: any) => unknown, wide?: boolean,
 *   className?: string, hideHead?: boolean, mayClose?: () => boolean | Promise<boolean>}} options
 * @returns {Promise<any>}
 */
export function dialog({ title, body, foot, wide = false, className = "", hideHead = false, mayClose }) {
  return new Promise((resolve) => {
    const one = { id: freshId("dialog"), title, body, foot, wide, className, hideHead, mayClose,
      before: document.activeElement };
    one.close = (result) => {
      const at = open.indexOf(one);
      if (at < 0) return;
      open.splice(at, 1);
      m.redraw();
      resolve(result);
    };
    one.dismiss = async () => { if (await mayEnd(one)) one.close(); };
    if (!open.length) place = location.hash;
    open.push(one);
    m.redraw();
  });
}

// Whether a dialog is open, or will be with the next drawing.
export const hasDialog = () => open.length > 0;

// Whether the user may cancel a dialog: true, false, or a promise of it.
function mayEnd({ mayClose }) {
  const answer = mayClose ? mayClose() : true;
  if (answer === false) toast("Work is under way here. Stop it, or wait for its end.");
  return answer;
}

// Ends all dialogs, the topmost first. Resolves with false as soon as one may not close.
export async function dismissAll() {
  while (open.length) {
    const one = open.at(-1);
    await one.dismiss();
    if (open.includes(one)) return false;
  }
  return true;
}

// Says that the browser has another address: by Back, by a link, or because the user typed it. While dialogs ask
// whether they may close, and after one may not, the address is again that of the page below, which stays. This must
// be called before the router looks at the address.
export async function addressChanged() {
  const wanted = location.hash;
  while (open.length && wanted !== place) {
    const one = open.at(-1), answer = mayEnd(one);
    if (answer !== true) {
      history.pushState(null, "", place);
      if (!(await answer)) return;
      one.close();
      if (await dismissAll()) location.hash = wanted;
      return;
    }
    one.close();
  }
}

// Asks a question; the promise gives true if the user agrees. With `typed` the user must type this text first.
/**
 * @param {{title: string, text: string, yes?: string, danger?: boolean, typed?: string}} options
 * @returns {Promise<boolean | undefined>}
 */
export function confirm({ title, text, yes = "OK", danger = false, typed }) {
  let value = "";
  return dialog({
    title,
    body: () => [
      m("p", text),
      typed === undefined ? null : m(".field", [
        m("label", { for: "confirm-typed" }, ["Type ", m("code", typed), " to go on"]),
        m("input", { id: "confirm-typed", autocomplete: "off", spellcheck: false, value,
          oninput: (e) => (value = e.target.value) }),
      ]),
    ],
    foot: ({ close }) => [
      button("Cancel", () => close(false)),
      button(yes, () => close(true),
        { kind: danger ? "danger" : "primary", disabled: typed !== undefined && value !== typed }),
    ],
  });
}

// The focus does not begin on the select of a value's type.
const kFields = "input:not(.visually-hidden), select:not(.value-line select), textarea";
// Begins the focus: on the first field or, if the dialog has none, on the button that only closes it.
function begin(dom) {
  const field = [...dom.querySelectorAll(".dialog-body :is(" + kFields + ")")].find((one) => !one.disabled);
  const start = field ?? dom.querySelector(".dialog-foot .button:not(.danger, .primary, :disabled)");
  start?.focus();
  return field ? null : start;
}

const Shown = {
  oncreate: ({ dom, state }) => {
    dom.showModal();
    state.start = begin(dom);
  },
  // Fields that come later, because they wait for an answer, get the focus if the user has not moved it.
  onupdate: ({ dom, state }) => {
    if (state.start && state.start === document.activeElement) state.start = begin(dom);
  },
  // While a modal dialog is open, no element outside of it can take the focus. So the focus goes back after its end.
  // If its element has gone, another page was drawn below the dialog, and its heading could not take the focus then.
  onremove: ({ dom, attrs: { one } }) => {
    dom.close();
    if (one.before?.isConnected) one.before.focus();
    else if (document.activeElement === document.body) focusHeading({ preventScroll: true });
  },
  view: ({ attrs: { one } }) =>
    m("dialog", {
      class: [one.wide ? "wide" : "", one.className].join(" "),
      "aria-labelledby": `${one.id}-title`,
      oncancel: (e) => { e.preventDefault(); one.dismiss(); },
      // A checkbox fires its change after this click. A drawing in between would put its old state back.
      onclick: (e) => { if (e.target.tagName === "DIALOG") one.dismiss(); else e.redraw = false; },
    }, [
      m(one.hideHead ? "h2.visually-hidden" : ".dialog-head", one.hideHead ? { id: `${one.id}-title` } : {},
        one.hideHead ? one.title : [
          m("h2", { id: `${one.id}-title` }, one.title),
          m("span.fill"),
          button("Close", () => one.dismiss(), { kind: "plain", small: true, iconName: "close", hideText: true }),
        ]),
      m(".dialog-body", one.body(one)),
      one.foot ? m(".dialog-foot", one.foot(one)) : null,
    ]),
};

export const Dialogs = { view: () => open.map((one) => m(Shown, { key: one.id, one })) };
