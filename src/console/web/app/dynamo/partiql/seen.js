// The attributes that the console saw in items, by table, for completion. Items that were read for other reasons teach
// them; no request is sent for their sake.

const seen = new Map(); // table -> Set of names
const kMostNames = 2000;

export function learn(table, items) {
  if (!table) return;
  if (!seen.has(table)) seen.set(table, new Set());
  const names = seen.get(table);
  for (const item of items) {
    if (names.size >= kMostNames) return;
    for (const name of Object.keys(item)) names.add(name);
  }
}
export const seenAttributes = (table) => [...(seen.get(table) ?? [])];
