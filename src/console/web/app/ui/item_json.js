// An item as DynamoDB JSON, to read and to copy.
import { m } from "../m.js";
import { button } from "./button.js";
import { dialog } from "./dialog.js";
import { report, toast } from "./toast.js";

export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied ${what}.`, { seconds: 2 });
  } catch (_) {
    report(new Error("This browser lets pages copy only over TLS or from this machine. Mark the text and copy it by hand."));
  }
}

export function showItem(item) {
  const text = JSON.stringify(item, null, 2);
  return dialog({
    title: "Item",
    wide: true,
    body: () => m("pre.item-json", { tabindex: 0, role: "region", "aria-label": "The item as JSON" }, text),
    foot: ({ close }) => [button("Copy", () => copyText(text, "the item"), { iconName: "copy" }), button("Close", () => close(), { kind: "primary" })],
  });
}
