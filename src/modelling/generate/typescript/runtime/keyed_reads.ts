// Reads of items by their primary keys: one, any number, or several as of one moment.
export { batchGet } from "./batch_get.js";
export { getByKey, type GetOptions } from "./get_by_key.js";
export { type KeyedRows } from "./key_set.js";
export { transactGet } from "./transact_get.js";
