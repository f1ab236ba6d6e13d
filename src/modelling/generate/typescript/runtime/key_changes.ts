// The key attributes that an update must write or remove, so that no index becomes stale.
import { compareBytes, type AttributeMap } from "./attributes.js";
import type { WriteRequest } from "./calls.js";
import type { FieldStates } from "./field_states.js";
import { IndexUpdate } from "./index_update.js";

// The attributes that change. Attributes that the request's own changes write are not listed.
export interface KeyChanges {
  readonly set: AttributeMap;
  readonly setIfAbsent: AttributeMap; // shards of an upsert; an existing item keeps its shard
  readonly remove: readonly string[]; // attributes of indexes that hold the item no more
}

// Returns the key changes of an update, or of an upsert, which gets the keys of every index. `states` must have the
// changes applied. Throws ModelError if an index key needs a field that is not known (the error names both and the
// cure), or if a value cannot be in a key.
export function keyChanges(request: WriteRequest, states: FieldStates): KeyChanges {
  const updates = request.entity.indexes.map((key) => new IndexUpdate(request, key, states));
  for (const update of updates) for (const other of updates) if (other !== update) update.markPermanent(other);
  const set: AttributeMap = new Map();
  const setIfAbsent: AttributeMap = new Map();
  const remove = new Set<string>();
  for (const update of updates) {
    // An attribute that several indexes share is removed only if none of them holds the item.
    const all = update.concernsAll() || updates.some((other) => other.concernsAll() && other.sharesAttribute(update));
    if (!update.writesAny() || (!all && !update.concerned())) continue;
    const presence = update.presence();
    if (presence === "out") for (const name of update.removed()) remove.add(name);
    if (presence === "in") update.composeInto(all, set, setIfAbsent);
  }
  const removed = [...remove].filter((name) => !set.has(name) && !setIfAbsent.has(name));
  return { set, setIfAbsent, remove: removed.sort(compareBytes) };
}
