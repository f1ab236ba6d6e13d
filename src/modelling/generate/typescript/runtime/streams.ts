// Records of a table's stream as items of its entities, before and after a change.
import type { AttributeValue } from "./attributes.js";
import { toMap } from "./attributes.js";
import type { Row } from "./calls.js";
import type { EntityDescription, ModelDescription, TableDescription } from "./description.js";
import { rowOf } from "./identify.js";
import { itemOf } from "./rows.js";

// A record of the AWS SDK for streams. One of a Lambda function has the same form, with bytes as base64.
export interface StreamRecord {
  readonly eventName?: string | undefined;
  readonly dynamodb?:
    | {
        readonly OldImage?: Record<string, AttributeValue> | undefined;
        readonly NewImage?: Record<string, AttributeValue> | undefined;
      }
    | undefined;
}

export interface ParsedChange {
  readonly entity: string;
  readonly before?: object;
  readonly after?: object;
}

function bytesOf(value: AttributeValue): AttributeValue {
  const decoded = (text: unknown): Uint8Array =>
    typeof text === "string" ? Buffer.from(text, "base64") : (text as Uint8Array);
  if (value.B !== undefined) return { B: decoded(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(decoded) };
  if (value.L !== undefined) return { L: value.L.map(bytesOf) };
  if (value.M !== undefined)
    return { M: Object.fromEntries([...toMap(value.M)].map(([name, one]) => [name, bytesOf(one)])) };
  return value;
}

function parse(table: TableDescription, image: Record<string, AttributeValue> | undefined): Row | undefined {
  if (!image) return undefined;
  const row = rowOf(table, new Map([...toMap(image)].map(([name, value]) => [name, bytesOf(value)])));
  return row.entity && { entity: row.entity, attributes: row.attributes };
}

// The change of an item. undefined if the item belongs to no entity of the model, such as the sentinel of a unique
// value. Throws UnreadableRow if an image has a value that its entity's fields do not have.
export function parseChange(model: ModelDescription, record: StreamRecord): ParsedChange | undefined {
  const { OldImage, NewImage } = record.dynamodb ?? {};
  for (const table of model.tables) {
    const before = parse(table, OldImage);
    const after = parse(table, NewImage);
    const entity: EntityDescription | undefined = after?.entity ?? before?.entity;
    if (!entity) continue;
    return {
      entity: entity.name,
      ...(before && { before: itemOf<object>(table, before) }),
      ...(after && { after: itemOf<object>(table, after) }),
    };
  }
  return undefined;
}
