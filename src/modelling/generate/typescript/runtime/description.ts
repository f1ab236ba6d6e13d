// A model as data: fields, key templates, entities, indexes, tables and the plans of access patterns.
//
// `partita model gen typescript` writes a description, and the run time reads it. The plans come from Partita's
// planner, which has proven that each pattern is served by a key condition and never by a scan. Positions are those of
// the lists of the same description.

export type FieldKind =
  | "string"
  | "bytes"
  | "integer" // signed, of up to 64 bits
  | "unsigned" // of up to 64 bits
  | "double"
  | "decimal" // exact, of up to 38 digits
  | "bool"
  | "enum"
  | "time" // S, UTC with milliseconds: 2026-01-05T10:00:00.000Z
  | "date" // S: 2026-01-05
  | "uuid"
  | "ulid"
  | "seconds" // N: seconds since 1970
  | "document"; // M, L, a set, or any value

export type DocumentType = "any" | "map" | "list" | "string_set" | "number_set" | "binary_set" | "vector";

// The texts of an enumerator: its name in programs, its attribute value, and its text in composed keys.
export interface EnumeratorDescription {
  readonly name: string;
  readonly attribute: string;
  readonly key: string;
}

export interface FieldDescription {
  readonly name: string;
  readonly attribute: string;
  readonly kind: FieldKind;
  readonly document?: DocumentType; // of the kind "document"
  readonly optional?: true; // items may lack it
  readonly keyOnly?: true; // no attribute stores it: only keys hold the value
  readonly hasDefault?: true; // an absent attribute means the first value of its kind: 0, "", false ...
  readonly bigint?: true; // of whole numbers: the value is a bigint in the language
  readonly enumerators?: readonly EnumeratorDescription[];
}

// A literal, or a field with its format.
export type KeyPart = string | KeyField;
export interface KeyField {
  readonly field: number;
  // Plain without a format. A cut such as "month" is the leading part of a time or date.
  readonly format?: "padded" | "signed" | "year" | "month" | "day" | "hour" | "shard";
  readonly width?: number; // digits, of "padded" and "signed"
  readonly shards?: number; // of "shard": the number that writes use
  readonly wasShards?: number; // the earlier number, which items may still use
  readonly escape?: "reject" | "raw"; // else a byte up to '$' becomes $HH
  readonly mustBegin?: string;
}

export type ScalarType = "S" | "N" | "B";

// One attribute of a key, with the value that an entity writes there.
export interface KeyAttribute {
  readonly attribute: string;
  readonly type: ScalarType;
  // The attribute belongs to the field itself, and has its value and type. There is one part, which is a field.
  readonly natural?: true;
  readonly parts: readonly KeyPart[];
}

export interface WhenDescription {
  readonly field: number;
  readonly equals: string; // the attribute's text
}

export interface EntityKey {
  readonly index?: number; // absent: the primary key
  readonly partition: readonly KeyAttribute[]; // empty for a local index, which has that of the primary key
  readonly sort: readonly KeyAttribute[];
  readonly when?: WhenDescription;
}

export interface CopyDescription {
  readonly field: number;
  readonly source: string; // an entity
  readonly sourceField: string;
}

export interface EntityDescription {
  readonly name: string; // the type tag
  readonly aliases?: readonly string[];
  readonly fields: readonly FieldDescription[];
  readonly primary: EntityKey;
  readonly indexes: readonly EntityKey[]; // those that the entity enters
  readonly version?: number; // a field
  readonly ttl?: number;
  readonly unique?: readonly (readonly number[])[]; // fields that are unique, alone or together
  readonly sentinels?: string; // the name in the keys of sentinels, if it is not the entity's
  readonly created?: number;
  readonly updated?: number;
  readonly computed?: readonly { readonly field: number; readonly from: readonly number[] }[];
  readonly lossyKey?: true; // items with different values may have the same primary key
  readonly otherAttributes?: true; // items keep attributes that no field names
}

export interface ShardsDescription {
  readonly count: number;
  readonly was?: number;
  readonly of: string; // a field, whose text decides the shard
  readonly attribute: string;
}

export interface VectorDescription {
  readonly attribute: string;
  readonly dimensions: number;
  readonly distance: string;
  readonly filters: readonly string[]; // attributes
}

export interface IndexDescription {
  readonly name: string;
  readonly scope: "global" | "local" | "vector";
  readonly partition: readonly string[]; // attributes; a local index has the table's
  readonly sort: readonly string[];
  readonly projection: "ALL" | "KEYS_ONLY" | "INCLUDE";
  readonly include?: readonly string[];
  readonly shards?: ShardsDescription;
  readonly vector?: VectorDescription;
}

export interface TableDescription {
  readonly name: string;
  readonly partition: string; // an attribute
  readonly sort?: string;
  readonly typeAttribute?: string; // holds the entity's name
  readonly indexes: readonly IndexDescription[];
  readonly entities: readonly EntityDescription[];
  // The body of CreateTable without the table's name, as JSON has it, and the attribute of the time to live.
  readonly create: object;
  readonly ttlAttribute?: string;
}

export interface PlanDescription {
  readonly operation: "GetItem" | "Query" | "Search";
  readonly index?: number; // absent: the table
  // none: the whole item collection. equal: the whole sort key is known. prefix: the known parts, then at least one
  // more segment. tree: the known parts, possibly followed by more. range: the known parts, then a range of a field.
  readonly sort: "none" | "equal" | "prefix" | "tree" | "range";
  readonly sortParts: number; // the leading parts of the template, or attributes of a natural key, that are known
  readonly rangeField?: number; // of the first entity
  readonly forward: boolean;
  readonly consistent?: true;
  // The range that a call gives spans several partitions, each of which holds a year, month, day or hour of this field.
  readonly bucketField?: number;
}

export interface PatternDescription {
  readonly name: string;
  readonly table: number; // in the model's tables
  readonly entities: readonly number[]; // in the table's entities; the key of the first one makes the plan
  readonly by: readonly number[]; // fields of the first entity that a call gives
  readonly plan: PlanDescription;
  readonly withExpired?: true;
  readonly fromEnd?: true; // a collection whose last entities come before the item of the first one
  readonly whole?: true;
  readonly wanted?: readonly string[]; // the fields of the answer, if they are not all of the entity's
}

export interface ModelDescription {
  readonly name: string;
  readonly tables: readonly TableDescription[];
  readonly patterns: readonly PatternDescription[];
}
