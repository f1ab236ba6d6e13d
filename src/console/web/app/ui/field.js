import { m } from "../m.js";

let last = 0;
export const freshId = (prefix) => `${prefix}-${++last}`;

// A control with its label, a hint and a fault. `control` is called with the attributes that tie it to them. A field
// keeps its id for as long as it is shown.
//   m(Field, {label: "Name", hint: "3 to 255 characters", fault, control: (a) => m("input", {...a, value, oninput})})
export const Field = () => {
  const id = freshId("field");
  return {
    view: ({ attrs: { label, hint, fault, control, hideLabel } }) => {
      const notes = [hint ? `${id}-hint` : null, fault ? `${id}-fault` : null].filter(Boolean).join(" ");
      return m(".field", [
        m("label", { for: id, class: hideLabel ? "visually-hidden" : "" }, label),
        control({ id, "aria-describedby": notes || undefined, "aria-invalid": fault ? "true" : undefined }),
        hint ? m("span.hint", { id: `${id}-hint` }, hint) : null,
        fault ? m("span.fault", { id: `${id}-fault` }, fault) : null,
      ]);
    },
  };
};

export function checkbox(label, checked, onchange, attrs = {}) {
  return m("label.check", m("input", { type: "checkbox", checked, onchange: (e) => onchange(e.target.checked),
    ...attrs }), label);
}

// `options`: [value, text] or texts.
export function select(options, value, onchange, attrs = {}) {
  return m("select", { value, onchange: (e) => onchange(e.target.value), ...attrs },
    options.map((option) => {
      const [key, text] = Array.isArray(option) ? option : [option, option];
      return m("option", { value: key, selected: key === value }, text);
    }));
}
