// Tells which writes need the stored item before they can be planned or sent.
import type { WriteRequest } from "./calls.js";
import { fieldAt, identifyingFields } from "./key_fields.js";

function givesUniqueFields(request: WriteRequest): boolean {
  const known = identifyingFields(request.entity);
  const isGiven = (field: number): boolean =>
    known.has(field) || request.given?.has(fieldAt(request.entity, field).attribute) === true;
  return (request.entity.unique ?? []).every((unique) => unique.every(isGiven));
}

// Returns true if the plan needs the stored item.
export function needsRead(request: WriteRequest): boolean {
  switch (request.kind) {
    case "create":
    case "check":
      return false;
    case "move":
      return true;
    case "update":
    case "upsert":
    case "remove":
      return request.readFirst === true;
    case "put":
      break;
  }
  if (request.readFirst) return true;
  if (request.entity.version !== undefined && request.expectedVersion === undefined) return request.anyVersion === true;
  return !givesUniqueFields(request);
}

// Returns true if a write of one item reads it first. A removal with sentinels does so too, because a transaction
// returns no old item.
export function readsBeforeWrite(request: WriteRequest): boolean {
  return needsRead(request) || (request.kind === "remove" && (request.entity.unique ?? []).length > 0);
}
