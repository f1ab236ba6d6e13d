// Calls as data: what the typed functions of a generated package ask of the run time. Values are attribute values, and
// maps of them are by attribute names, also for fields that only keys hold.
import type { AttributeMap, AttributeValue } from "./attributes.js";
import type { EntityDescription, PatternDescription, TableDescription } from "./description.js";

// ---- conditions and filters

export type Path = readonly (string | number)[]; // begins with an attribute; a number is an element of a list

export type PredicateKind =
  | "equal"
  | "notEqual"
  | "less"
  | "lessOrEqual"
  | "greater"
  | "greaterOrEqual"
  | "between"
  | "in"
  | "exists"
  | "notExists"
  | "hasType"
  | "beginsWith"
  | "contains"
  | "sizeEqual"
  | "sizeNotEqual"
  | "sizeLess"
  | "sizeLessOrEqual"
  | "sizeGreater"
  | "sizeGreaterOrEqual"
  | "and"
  | "or"
  | "not";

// The meaning of an absent value of the whole path, or of its first `steps` steps.
export interface AbsentValue {
  readonly steps: number;
  readonly value?: AttributeValue;
  readonly isNull?: boolean; // the value is an element of a list or map: an empty one is NULL and not absent
}

export interface Predicate {
  readonly kind: PredicateKind;
  readonly path?: Path;
  // The operands. undefined, of "equal" and "notEqual", means an absent attribute.
  readonly values?: readonly (AttributeValue | undefined)[];
  readonly children?: readonly Predicate[]; // of "and", "or" and "not"
  readonly absent?: readonly AbsentValue[];
}

// ---- reads

export type RangeKind = "equal" | "less" | "lessOrEqual" | "greater" | "greaterOrEqual" | "between" | "beginsWith";

export interface SortRange {
  readonly kind: RangeKind;
  readonly low: AttributeValue; // the only operand, except of "between"
  readonly high?: AttributeValue;
}

export interface ReadRequest {
  readonly table: TableDescription;
  readonly pattern: PatternDescription;
  readonly values: AttributeMap; // of the pattern's `by`
  readonly range?: SortRange; // of the plan's range field or bucket field
  readonly take?: number; // the most matching items; absent: all
  readonly readAtMost?: number; // the most items that are read
  readonly after?: string; // the token of a page
  readonly forward?: boolean; // absent: the plan's direction
  readonly consistent?: boolean;
  readonly filter?: Predicate;
  readonly expiredToo?: boolean;
  readonly oneRound?: boolean; // at most one request, or one for each shard
  readonly signal?: AbortSignal;
}

export interface CollectedMember {
  readonly entity: EntityDescription;
  readonly single: boolean; // at most one item, which is read with any `take`
  readonly below?: readonly EntityDescription[]; // their items come directly behind these
  readonly filters?: readonly { readonly entity: EntityDescription; readonly predicate: Predicate }[];
}

// `take` is for each member that is not single, and `after` is a token of load().
export interface LoadRequest extends ReadRequest {
  readonly members: readonly CollectedMember[];
}

export interface SearchRequest {
  readonly table: TableDescription;
  readonly pattern: PatternDescription;
  readonly values: AttributeMap;
  readonly filters?: AttributeMap; // further inline filters
  readonly vector: readonly number[];
  readonly topK?: number; // 1 to 100, default 10
  readonly expiredToo?: boolean;
  readonly signal?: AbortSignal;
}

export interface Cost {
  requests: number;
  evaluated: number; // items that were read
  returned: number; // items that the filter let through
  stale: number; // rows of an index that were left out, because their index key is out of date
  capacityUnits: number;
  searchBytes?: number; // for which searches of vector indexes are charged
}

export interface Row {
  readonly entity: EntityDescription;
  readonly attributes: AttributeMap; // as stored, and the fields that only keys hold
}

export interface RowPage {
  readonly rows: readonly Row[];
  readonly token?: string; // absent after the last item
  readonly unreadable: readonly { readonly key: AttributeMap; readonly entity?: string; readonly message: string }[];
  readonly cost: Cost;
}

export interface ScoredRows {
  readonly rows: readonly Row[];
  readonly scores: readonly number[];
  readonly incomplete: boolean; // further items may exist
  readonly unreadable: RowPage["unreadable"];
  readonly cost: Cost;
}

export interface GetRequest {
  readonly table: TableDescription;
  readonly entity: EntityDescription;
  readonly values: AttributeMap; // the fields of the primary key
}

// ---- writes

export type WriteKind = "create" | "put" | "update" | "upsert" | "remove" | "check" | "move";

export type ChangeKind =
  "set" | "setIfAbsent" | "increment" | "append" | "prepend" | "addToSet" | "removeFromSet" | "remove";

export interface Change {
  readonly kind: ChangeKind;
  readonly field: number;
  readonly path?: Path; // a whole path, from the field's attribute on; absent: the field itself
  readonly ofElement?: boolean; // the path ends in an element of a list or an entry of a map
  readonly value?: AttributeValue; // undefined, of "set": the attribute is removed
  readonly range?: { readonly least: bigint; readonly most: bigint }; // of the field's kind, for "increment"
}

export interface WriteRequest {
  readonly kind: WriteKind;
  readonly table: TableDescription;
  readonly entity: EntityDescription;
  // Of "create" and "put" all fields, otherwise those of the primary key.
  readonly values: AttributeMap;
  readonly movedTo?: AttributeMap; // all fields
  readonly changes?: readonly Change[];
  // The values of fields before the write, on which it is conditional. undefined means absent.
  readonly given?: ReadonlyMap<string, AttributeValue | undefined>;
  readonly readFirst?: boolean;
  readonly mustExist?: boolean; // of "remove" and "check"
  readonly returnsOld?: boolean;
  readonly expectedVersion?: bigint;
  readonly anyVersion?: boolean;
  readonly condition?: Predicate;
}

export interface WriteAnswer {
  // The item after the write, or before it of "remove". Absent if there is none.
  readonly row?: Row;
  readonly old?: Row; // of a request with `returnsOld`
  // Why a row is missing although the item exists, or existed: the write is done, but its answer was lost, or the item
  // could not be read afterwards.
  readonly unread?: Error;
  readonly cost: Cost;
}
