// An item as DynamoDB JSON, to read and to copy.
import { m } from "../m.js";
import { button } from "./button.js";
import { copy } from "./copy.js";
import { dialog } from "./dialog.js";

export function showItem(item) {
  const text = JSON.stringify(item, null, 2);
  return dialog({
    title: "Item",
    wide: true,
    body: () => m("pre.item-json", { tabindex: 0, role: "region", "aria-label": "The item as JSON" }, text),
    foot: ({ close }) => [
      button("Copy", () => copy(text, "the item"), { iconName: "copy" }),
      button("Close", () => close(), { kind: "primary" }),
    ],
  });
}
