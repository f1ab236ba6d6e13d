// The changes of an item between its old and its new image, attribute by attribute.
import { equalValues, typeOf } from "./values.js";

const kDepth = 4; // deeper members are shown as a part of the map or list that has them

function changesIn(path, before, after, depth, out) {
  if (before && after && depth < kDepth && typeOf(before) === typeOf(after)) {
    const type = typeOf(before);
    if (type === "M") {
      for (const name of new Set([...Object.keys(before.M), ...Object.keys(after.M)]))
        if (!equalValues(before.M[name], after.M[name]))
          changesIn(`${path}.${name}`, before.M[name], after.M[name], depth + 1, out);
      return;
    }
    if (type === "L") {
      for (let at = 0; at < Math.max(before.L.length, after.L.length); ++at)
        if (!equalValues(before.L[at], after.L[at]))
          changesIn(`${path}[${at}]`, before.L[at], after.L[at], depth + 1, out);
      return;
    }
  }
  out.push({ path, before, after, change: before === undefined ? "added" : after === undefined
    ? "removed" : "changed" });
}

// [{name, before, after, change: "same" | "added" | "removed" | "changed", inside}]: keys first, then changed
// attributes, then the others, each by name. `inside` has the changed places of a map or list.
export function diffImages(oldImage, newImage, keyNames = []) {
  const before = oldImage ?? {}, after = newImage ?? {};
  const rank = (row) => (keyNames.includes(row.name) ? 0 : row.change !== "same" ? 1 : 2);
  return [...new Set([...keyNames.filter((name) => name in before || name in after), ...Object.keys(before),
    ...Object.keys(after)])]
    .map((name) => {
      const a = before[name], b = after[name];
      if (equalValues(a, b)) return { name, before: a, after: b, change: "same", inside: [] };
      const inside = [];
      changesIn(name, a, b, 0, inside);
      return { name, before: a, after: b, change: a === undefined ? "added" : b === undefined ? "removed" : "changed",
        inside: inside.length === 1 && inside[0].path === name ? [] : inside };
    })
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
}
