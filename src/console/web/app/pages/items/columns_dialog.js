// Which columns the grid shows. The attributes were found in the items that were read so far.
import { m } from "../../m.js";
import { pathTitle } from "../../dynamo/items/columns.js";
import { countText } from "../../base/text.js";
import { kTypes } from "../../dynamo/values/values.js";
import { button } from "../../ui/button.js";
import { dialog } from "../../ui/dialog.js";
import { checkbox } from "../../ui/field.js";

export function chooseColumns({ columns, rows }) {
  let wanted = "";
  const loaded = () => [...rows.loaded()].map(([, item]) => item);
  const small = (text, onclick) => button(text, onclick, { small: true, kind: "plain" });
  const indent = (one) => ({ paddingLeft: `${(one.path.length - 1) * 20}px` });
  const line = (one, place) => m("li.row", { key: one.text, style: indent(one) }, [
    checkbox(pathTitle(one.path), columns.isShown(one, place), (on) => columns.setShown(one.text, on),
      { disabled: columns.unfolded.has(one.text) }),
    m("span.muted", `${countText(one.count)} · ${Object.keys(one.types).map((type) => kTypes[type]).join(", ")}`),
    columns.unfolded.has(one.text) ? small("Fold", () => columns.fold(one.text))
      : columns.canUnfold(one) ? small("Unfold", () => columns.unfold(one.text, loaded())) : null,
  ]);
  dialog({
    title: "Columns",
    body: () => {
      const all = columns.all();
      const found = all.map((one, place) => [one, place])
        .filter(([one]) => pathTitle(one.path).toLowerCase().includes(wanted.toLowerCase()));
      return [
        m("input", { "aria-label": "Find an attribute", placeholder: "Find an attribute", value: wanted,
          oninput: (e) => (wanted = e.target.value) }),
        m("ul.column-list", found.map(([one, place]) => line(one, place))),
        columns.left
          ? m("p.muted", "Further attributes were found and not listed. Each item shows all of its attributes.") : null,
      ];
    },
    foot: ({ close }) => [
      button("Show all", () => { for (const one of columns.all()) columns.setShown(one.text, true); }),
      button("Hide all but the keys",
        () => { for (const one of columns.all()) columns.setShown(one.text, columns.keys.includes(one.path[0])); }),
      button("Done", () => close(), { kind: "primary" }),
    ],
  });
}
