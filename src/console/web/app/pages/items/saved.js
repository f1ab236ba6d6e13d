// The saved queries of a table: to open, to save the one in the builder, and to remove.
import { m } from "../../m.js";
import { itemsAddress, stateOfText, stateText } from "../../dynamo/query/address.js";
import { savedQueries } from "../../dynamo/query/saved_queries.js";
import { button } from "../../ui/button.js";
import { copy } from "../../ui/copy.js";
import { dialog } from "../../ui/dialog.js";
import { Field } from "../../ui/field.js";
import { report } from "../../ui/toast.js";

// `onopen(state)` gets the state of the query that the user chose.
export function openSaved(tableName, state, onopen) {
  const queries = savedQueries({ getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text) });
  let name = "";
  const save = (event) => {
    event.preventDefault();
    try {
      queries.save(tableName, name.trim(), stateText(state));
      name = "";
    } catch (error) {
      report(error);
    }
  };
  dialog({
    title: "Saved queries",
    body: ({ close }) => {
      const all = queries.list(tableName);
      return [
        all.length ? m("ul.column-list", all.map(([title, text]) => m("li.row", { key: title }, [
          button(title, () => { close(); onopen(stateOfText(text)); }, { kind: "plain" }),
          button(`Remove ${title}`, () => queries.remove(tableName, title),
            { kind: "plain", small: true, iconName: "trash", hideText: true }),
        ]))) : m("p.muted",
          "No query of this table is saved. Saved queries stay in this browser, with the values that they compare."),
        m("form.row", { onsubmit: save }, [
          m(Field, { label: "Save the query of the builder as",
            control: (a) => m("input", { ...a, value: name, autocomplete: "off",
              oninput: (e) => (name = e.target.value) }) }),
          button("Save", null, { attrs: { type: "submit" }, disabled: !name.trim() }),
        ]),
      ];
    },
    foot: ({ close }) => [
      button("Copy a link to the query",
        () => copy(new URL(itemsAddress(tableName, state), location.href).href, "the link"), { iconName: "copy" }),
      button("Close", () => close()),
    ],
  });
}
