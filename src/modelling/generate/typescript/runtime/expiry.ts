// Tells whether an item's time to live has passed.
import type { AttributeMap } from "./attributes.js";
import type { EntityDescription } from "./description.js";
import { fieldAt } from "./key_fields.js";
import { compareNumbers, decimalOf, readNumber } from "./number_text.js";

const longestPastSeconds = 5n * 365n * 24n * 60n * 60n;

// Returns true if the time to live has passed, by the service's rule: the attribute is a number of seconds, not after
// now and not more than five years before now. `attributes` has the fields that only keys hold.
export function hasExpired(entity: EntityDescription, attributes: AttributeMap, nowMs: number): boolean {
  if (entity.ttl === undefined) return false;
  const text = attributes.get(fieldAt(entity, entity.ttl).attribute)?.N;
  const seconds = text === undefined ? undefined : readNumber(text);
  if (!seconds) return false;
  const now = BigInt(Math.trunc(nowMs / 1000));
  return (
    compareNumbers(seconds, decimalOf(now)) <= 0 && compareNumbers(seconds, decimalOf(now - longestPastSeconds)) >= 0
  );
}
