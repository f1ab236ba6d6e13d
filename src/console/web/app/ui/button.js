import { m } from "../m.js";
import { icon } from "./icon.js";

// A button. `kind`: "primary", "danger", "plain" or "". With `hideText` the text is only the accessible name.
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
