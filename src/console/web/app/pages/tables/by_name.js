// Opens a table by its name, for users who may read it and may not list the tables.
import { go } from "../../go.js";
import { m } from "../../m.js";
import { button } from "../../ui/button.js";
import { Field } from "../../ui/field.js";

export const ByName = () => {
  let name = "";
  const open = (event) => {
    event.preventDefault();
    if (name) go("/tables/:name/items", { name });
  };
  return {
    view: () => m("form.panel.stack", { onsubmit: open }, [
      m("p", "The keys may not list the tables. Open a table by its name."),
      m(Field, { label: "Table name",
        control: (a) => m("input.mono", { ...a, value: name, autocomplete: "off", spellcheck: false,
        oninput: (e) => (name = e.target.value.trim()) }) }),
      m(".row", button("Open the table", null, { kind: "primary", disabled: !name, attrs: { type: "submit" } })),
    ]),
  };
};
