// Conditions of writes and filters of reads, as expressions over the fields of an entity.
//
//   where: (order) => order.status.eq("OPEN").and(order.cents.gt(100).or(order.note.exists()))
import type { AttributeValue } from "./attributes.js";
import type { AbsentValue, Path, Predicate, PredicateKind } from "./calls.js";
import { encodeField } from "./codec.js";
import type { EntityDescription, FieldDescription } from "./description.js";
import type { DocumentValue } from "./documents.js";
import { encodeDocument } from "./documents.js";
import { ModelError } from "./errors.js";

export class Condition {
  constructor(readonly predicate: Predicate) {}

  and(...others: readonly Condition[]): Condition {
    return joined("and", [this, ...others]);
  }
  or(...others: readonly Condition[]): Condition {
    return joined("or", [this, ...others]);
  }
  not(): Condition {
    return new Condition({ kind: "not", children: [this.predicate] });
  }
}

function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  return new Condition({ kind, children: conditions.map((one) => one.predicate) });
}

// The size of a text in UTF-16 units, of bytes, or the number of elements.
export interface SizeOf {
  eq(size: number): Condition;
  ne(size: number): Condition;
  lt(size: number): Condition;
  lte(size: number): Condition;
  gt(size: number): Condition;
  gte(size: number): Condition;
}

type Ordered = string | number | bigint | Date | Uint8Array | { readonly text: string };
// An enumeration, a string of a few values, has no order of its own.
type IsOrdered<V> = [V] extends [Ordered] ? (string extends V ? true : V extends string ? false : true) : false;
type HasPrefix<V> = [V] extends [string] ? (string extends V ? true : false) : [V] extends [Uint8Array] ? true : false;
type ElementOf<V> =
  V extends ReadonlySet<infer E>
    ? E
    : V extends readonly (infer E)[]
      ? E
      : V extends string
        ? string
        : V extends Uint8Array
          ? Uint8Array
          : never;
type HasSize<V> = [V] extends [number | bigint | boolean | Date | { readonly text: string }] ? false : true;

interface Equality<V> {
  // undefined means an absent field.
  eq(value: V | undefined): Condition;
  ne(value: V | undefined): Condition;
  in(...values: readonly V[]): Condition;
  exists(): Condition;
  notExists(): Condition;
}
interface Order<V> {
  lt(value: V): Condition;
  lte(value: V): Condition;
  gt(value: V): Condition;
  gte(value: V): Condition;
  between(low: V, high: V): Condition;
}
interface Prefix<V> {
  beginsWith(prefix: V): Condition;
}
interface Elements<V> {
  contains(element: ElementOf<V>): Condition;
}
interface Members {
  // A member of a document: at("address", "city"), at("lines", 0, "sku").
  at(...path: readonly [string | number, ...(string | number)[]]): Member;
}
export type Member = Equality<DocumentValue> &
  Order<string | number | bigint | Uint8Array> &
  Prefix<string | Uint8Array> & { contains(element: DocumentValue): Condition; readonly size: SizeOf } & Members;

type IsDocument<V> = [V] extends [Ordered | boolean] ? false : true;

export type FieldOf<V> = Equality<V> &
  (IsOrdered<V> extends true ? Order<V> : unknown) &
  (HasPrefix<V> extends true ? Prefix<V> : unknown) &
  ([ElementOf<V>] extends [never] ? unknown : Elements<V>) &
  (HasSize<V> extends true ? { readonly size: SizeOf } : unknown) &
  (IsDocument<V> extends true ? Members : unknown);

export type FieldsOf<Item> = { readonly [K in keyof Item]-?: FieldOf<NonNullable<Item[K]>> };
export type Where<Item> = (fields: FieldsOf<Item>) => Condition;

const emptySets = {
  string_set: { SS: [] },
  number_set: { NS: [] },
  binary_set: { BS: [] },
} as const satisfies Record<string, AttributeValue>;

// The functions of all interfaces above; their types let a program call those that suit the field.
class Operand {
  constructor(
    private readonly field: FieldDescription,
    private readonly path: Path,
  ) {}

  private isWhole(): boolean {
    return this.path.length === 1;
  }
  private encode(value: unknown): AttributeValue | undefined {
    if (this.isWhole()) return encodeField(this.field, value);
    return value === undefined ? undefined : encodeDocument(value as DocumentValue, this.field.name);
  }
  private compare(kind: PredicateKind, ...values: readonly unknown[]): Condition {
    const encoded = values.map((value) => this.encode(value));
    if (encoded.includes(undefined) && kind !== "equal" && kind !== "notEqual")
      throw new ModelError(`${this.field.name} cannot be compared with an empty value in this way`);
    return new Condition({ kind, path: this.path, values: encoded });
  }
  eq(value: unknown): Condition {
    return this.compare("equal", value);
  }
  ne(value: unknown): Condition {
    return this.compare("notEqual", value);
  }
  lt(value: unknown): Condition {
    return this.compare("less", value);
  }
  lte(value: unknown): Condition {
    return this.compare("lessOrEqual", value);
  }
  gt(value: unknown): Condition {
    return this.compare("greater", value);
  }
  gte(value: unknown): Condition {
    return this.compare("greaterOrEqual", value);
  }
  between(low: unknown, high: unknown): Condition {
    return this.compare("between", low, high);
  }
  in(...values: readonly unknown[]): Condition {
    if (values.length === 0) throw new ModelError(`${this.field.name}: in() needs a value at least`);
    return this.compare("in", ...values);
  }
  exists(): Condition {
    return new Condition({ kind: "exists", path: this.path });
  }
  notExists(): Condition {
    return new Condition({ kind: "notExists", path: this.path });
  }
  beginsWith(prefix: unknown): Condition {
    // A prefix of a date or an identifier does not have the form of a whole one.
    const isBytes = prefix instanceof Uint8Array;
    if (!isBytes && typeof prefix !== "string") throw new ModelError(`${this.field.name}: a prefix is a text or bytes`);
    const value = isBytes ? { B: prefix } : { S: prefix };
    return new Condition({ kind: "beginsWith", path: this.path, values: [value] });
  }
  contains(element: unknown): Condition {
    const value = encodeDocument(element as DocumentValue, this.field.name);
    return new Condition({ kind: "contains", path: this.path, values: [value] });
  }
  at(...path: readonly (string | number)[]): Operand {
    return new Operand(this.field, [...this.path, ...path]);
  }
  get size(): SizeOf {
    const type = this.field.document;
    const isSet = this.isWhole() && (type === "string_set" || type === "number_set" || type === "binary_set");
    const absent: { absent?: readonly AbsentValue[] } = isSet ? { absent: [{ steps: 1, value: emptySets[type] }] } : {};
    const compare =
      (kind: PredicateKind) =>
      (size: number): Condition =>
        new Condition({ kind, path: this.path, values: [{ N: String(size) }], ...absent });
    return {
      eq: compare("sizeEqual"),
      ne: compare("sizeNotEqual"),
      lt: compare("sizeLess"),
      lte: compare("sizeLessOrEqual"),
      gt: compare("sizeGreater"),
      gte: compare("sizeGreaterOrEqual"),
    };
  }
}

// The predicate of a condition or filter. Throws ModelError if it names a field that the entity lacks, or that no
// attribute stores, or if a value does not suit its field.
export function predicateOf<Item>(entity: EntityDescription, where: Where<Item>): Predicate {
  const fields = Object.fromEntries(
    entity.fields.filter((field) => !field.keyOnly).map((field) => [field.name, new Operand(field, [field.attribute])]),
  );
  const condition: unknown = where(fields as object as FieldsOf<Item>);
  if (!(condition instanceof Condition))
    throw new ModelError('a condition returns an expression, such as (order) => order.status.eq("OPEN")');
  return condition.predicate;
}
