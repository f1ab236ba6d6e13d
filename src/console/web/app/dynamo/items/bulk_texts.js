// Texts on the safety and the cost of a work on many items, before it starts.
import { plural } from "../../base/text.js";
import { kMostCompared } from "./edit.js";

// The comparison before a write, as a part of a sentence: `names` of attributes, or null for all of them.
const compared = (names) => (names === null ? "it is exactly" : `its attributes ${names.join(", ")} are`);

// `wide`: how many items have more attributes than an expression can name.
export function deleteTexts({ names, wide }) {
  const unread = names === null ? "" : "; its other attributes are not compared, because they were not shown";
  const beyond = wide ? `, or only changes attributes beyond the first ${kMostCompared} (${plural(wide, "item")} ` +
    `${wide === 1 ? "has" : "have"} more)` : "";
  return [
    `Each item is read once more right before its deletion, and is deleted only if ${compared(names)} as found ` +
      `here${unread}. If another writer changes the item in the moment after that read, the item is left too, ` +
      `unless that writer only adds attributes${beyond}.`,
    "Each deletion costs a consistent read and a write of its item.",
  ];
}

export function editTexts({ names }) {
  return [
    `Each item is read once more right before its edit, and is edited only if ${compared(names)} as found here. ` +
      "If another writer changes the item in the moment after that read, the item is left too, " +
      "unless that writer only adds attributes; an item over 64 KB or with more than " +
      `${kMostCompared} attributes is left only if the attributes of this edit were changed.`,
    "Each edit costs a consistent read and a write of its item.",
  ];
}
