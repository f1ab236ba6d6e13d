import { m } from "../m.js";
import { icon } from "./icon.js";

// A button. `kind`: "primary", "danger", "plain" or "". With `hideText` the text is only the accessible name.
/**
 * @param {unknown} text
 * @param {((event: any) => unknown) | null} onclick
 * @param {{kind?: string, iconName?: string, small?: boolean, disabled?: boolean, title?: string, hideText?: boolean,
 *   attrs?: object}} [options]
 */
export function button(text, onclick, { kind = "", iconName, small, disabled, title, hideText, attrs = {} } = {}) {
  return m("button.button", {
    type: "button",
    class: [kind, small ? "small" : ""].join(" "),
    onclick,
    disabled: !!disabled,
    title: title ?? (hideText ? text : undefined),
    "aria-label": hideText ? text : undefined,
    ...attrs,
  }, iconName ? icon(iconName) : null, hideText ? null : text);
}
