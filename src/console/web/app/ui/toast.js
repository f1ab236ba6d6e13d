// Short notices in a corner, which screen readers speak. Errors stay until they are closed.
import { m } from "../m.js";
import { button } from "./button.js";

const toasts = [];
let next = 0;

/**
 * @param {string} text
 * @param {{kind?: string, seconds?: number, action?: {text: string, run: () => unknown}}} [options]
 */
export function toast(text, { kind = "ok", seconds = kind === "error" ? 0 : 5, action } = {}) {
  const one = { id: ++next, text, kind, action };
  toasts.push(one);
  if (toasts.length > 4) toasts.shift();
  if (seconds > 0) setTimeout(() => dismiss(one), seconds * 1000);
  m.redraw();
}
// For a catch(): shows the error.
export function report(error) {
  if (error?.name === "AbortError") return;
  toast(error?.code ? `${error.code}: ${error.message}` : String(error?.message ?? error), { kind: "error" });
}
function dismiss(one) {
  const at = toasts.indexOf(one);
  if (at >= 0) toasts.splice(at, 1);
  m.redraw();
}

export const Toasts = {
  view: () =>
    m(".toasts", { role: "status", "aria-live": "polite" }, toasts.map((one) =>
      m(".toast", { key: one.id, class: one.kind }, [
        m(".fill", one.text),
        one.action ? button(one.action.text, () => { dismiss(one); one.action.run(); }, { small: true }) : null,
        button("Close the notice", () => dismiss(one),
          { kind: "plain", small: true, iconName: "close", hideText: true }),
      ]))),
};
