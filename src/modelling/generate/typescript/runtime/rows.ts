// Rows as items of the language.
import type { Row, RowPage } from "./calls.js";
import { decodeFields } from "./codec.js";
import type { TableDescription } from "./description.js";
import { UnreadableRow } from "./errors.js";
import { primaryKeyOf } from "./identify.js";

// Throws UnreadableRow if the row has a value that the entity's fields do not have.
export function itemOf<Item>(table: TableDescription, row: Row, wanted?: readonly string[]): Item {
  try {
    return decodeFields(table, row.entity, row.attributes, wanted) as Item;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableRow(`${row.entity.name}: ${reason}`, primaryKeyOf(table, row.attributes), row.entity.name);
  }
}

export interface DecodedRows<Item> {
  readonly items: Item[];
  readonly unreadable: UnreadableRow[];
}

// Rows that cannot be read are beside the others, so that one of them does not hide the rest.
export function itemsOf<Item>(table: TableDescription, page: RowPage, wanted?: readonly string[]): DecodedRows<Item> {
  const out: DecodedRows<Item> = {
    items: [],
    unreadable: page.unreadable.map((one) => new UnreadableRow(one.message, one.key, one.entity)),
  };
  for (const row of page.rows) {
    try {
      out.items.push(itemOf<Item>(table, row, wanted));
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      out.unreadable.push(error);
    }
  }
  return out;
}
