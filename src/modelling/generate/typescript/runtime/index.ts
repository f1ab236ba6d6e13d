// The part of the run time that programs use.
export type { AttributeMap, AttributeValue } from "./attributes.js";
export type { Cost } from "./calls.js";
export type { CollectedPage } from "./collection.js";
export { BatchUnfinished } from "./batch_unfinished.js";
export { Collection } from "./collection.js";
export { Decimal } from "./decimal.js";
export type { DocumentMap, DocumentSet, DocumentValue } from "./documents.js";
export type { EntityTypes, Rest } from "./entity_types.js";
export type { GetOptions } from "./entity_client.js";
export { EntityClient } from "./entity_client.js";
export type {
  CheckPart,
  ConditionOption,
  PutOptions,
  PutPart,
  ReadUpdatePart,
  RemoveOptions,
  RemovePart,
  UpdateOptions,
  UpdatePart,
} from "./entity_writes.js";
export { EntityWrites, Write } from "./entity_writes.js";
export type { RefusalReason } from "./errors.js";
export { ModelError, OutcomeUnknown, UnreadableRow, WriteRefused } from "./errors.js";
export type { Found, LoadOptions, SearchOptions } from "./model_client.js";
export { ModelClient } from "./model_client.js";
export type { Page, RangeOf, ReadOptions } from "./query.js";
export { Query } from "./query.js";
export type { CallOptions, Client, SessionOptions } from "./session.js";
export type { ParsedChange, StreamRecord } from "./streams.js";
export { parseChange } from "./streams.js";
export type { MemberChange } from "./updates.js";
export type { Where } from "./where.js";
export { Condition } from "./where.js";
