// getByKey() reads one item by its primary key.
import type { GetRequest, Row } from "./calls.js";
import type { PatternDescription } from "./description.js";
import { UnreadableRow } from "./errors.js";
import { read } from "./read.js";
import type { Session } from "./session.js";

export interface GetOptions {
  readonly consistent?: boolean | undefined;
  readonly expiredToo?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

// The pattern of a GetItem. It has the name of its entity.
function primaryPattern({ table, entity }: GetRequest): PatternDescription {
  const { partition, sort } = entity.primary;
  const fields = [...partition, ...sort].flatMap((key) => key.parts).filter((part) => typeof part !== "string");
  return {
    name: entity.name,
    table: 0,
    entities: [table.entities.indexOf(entity)],
    by: [...new Set(fields.map((part) => part.field))],
    plan: {
      operation: "GetItem",
      sort: sort.length === 0 ? "none" : "equal",
      sortParts: sort[0]?.parts.length ?? 0,
      forward: true,
    },
  };
}

// Returns the item, or undefined if the table has no such item. Throws the errors of the database, ModelError for a
// field that is missing or cannot be in a key, and UnreadableRow for an item of another entity.
export async function getByKey(session: Session, request: GetRequest & GetOptions): Promise<Row | undefined> {
  const { table, values, consistent, expiredToo, signal } = request;
  const page = await read(session, {
    table,
    pattern: primaryPattern(request),
    values,
    ...(consistent !== undefined && { consistent }),
    ...(expiredToo !== undefined && { expiredToo }),
    ...(signal && { signal }),
  });
  const [unreadable] = page.unreadable;
  if (unreadable) throw new UnreadableRow(unreadable.message, unreadable.key, unreadable.entity);
  return page.rows[0];
}
