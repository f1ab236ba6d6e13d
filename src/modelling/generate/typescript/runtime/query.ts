// The reads of an access pattern: one page, page after page, or item after item.
import type { AttributeMap } from "./attributes.js";
import type { Cost, RangeKind, ReadRequest, SortRange } from "./calls.js";
import { encodeField } from "./codec.js";
import { count } from "./count.js";
import type { EntityDescription, FieldDescription, PatternDescription, TableDescription } from "./description.js";
import { ModelError, UnreadableRow } from "./errors.js";
import { read, readPages } from "./read.js";
import { itemsOf } from "./rows.js";
import type { Session } from "./session.js";
import type { Where } from "./where.js";
import { predicateOf } from "./where.js";

interface Bounds<V> {
  readonly eq: V;
  readonly lt: V;
  readonly lte: V;
  readonly gt: V;
  readonly gte: V;
  readonly between: readonly [low: V, high: V];
  readonly beginsWith: string;
}
type Only<All, Name extends keyof All> = { readonly [K in Name]: All[K] } & {
  readonly [K in Exclude<keyof All, Name>]?: never;
};
type OneOf<All, Name extends keyof All> = { [K in Name]: Only<All, K> }[Name];

// A range of the field that orders the answer: one bound, or both ends as `between`. Texts have prefixes too.
export type RangeOf<V> = OneOf<
  Bounds<V>,
  [V] extends [string] ? keyof Bounds<V> : Exclude<keyof Bounds<V>, "beginsWith">
>;

export interface ReadOptions<Filtered> {
  readonly take?: number | undefined; // the most items; a page then has as many, however many are dropped
  readonly readAtMost?: number | undefined; // the most items that are read
  readonly after?: string | undefined; // the token of the page before
  readonly reverse?: boolean | undefined; // the other direction than the pattern's
  readonly consistent?: boolean | undefined;
  readonly where?: Where<Filtered> | undefined; // drops items after they were read and paid for
  readonly withExpired?: boolean | undefined; // also items whose time to live has passed
  readonly signal?: AbortSignal | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly token?: string; // of the page; absent after the last item
  readonly unreadable: readonly UnreadableRow[];
  readonly cost: Cost;
}

const rangeKinds: { readonly [name: string]: RangeKind } = {
  eq: "equal",
  lt: "less",
  lte: "lessOrEqual",
  gt: "greater",
  gte: "greaterOrEqual",
  between: "between",
  beginsWith: "beginsWith",
};

function sortRange(field: FieldDescription, range: object): SortRange {
  const given = Object.entries(range).filter(([, value]) => value !== undefined);
  const [name, operand] = given[0] ?? [""];
  const kind = rangeKinds[name];
  if (!kind || given.length > 1)
    throw new ModelError(
      `${field.name}: a range is one of ${Object.keys(rangeKinds).join(", ")}, and both ends are between`,
    );
  const encode = (value: unknown): SortRange["low"] => {
    const encoded = kind === "beginsWith" && typeof value === "string" ? { S: value } : encodeField(field, value);
    if (!encoded) throw new ModelError(`${field.name}: a range needs a value`);
    return encoded;
  };
  if (kind !== "between") return { kind, low: encode(operand) };
  const [low, high] = operand as readonly [unknown, unknown];
  return { kind, low: encode(low), high: encode(high) };
}

// The values of a pattern's fields. Throws ModelError if one is missing.
export function valuesOf(entity: EntityDescription, pattern: PatternDescription, by: object): AttributeMap {
  const given = new Map<string, unknown>(Object.entries(by));
  const out: AttributeMap = new Map();
  for (const position of pattern.by) {
    const field = entity.fields[position]!;
    const value = encodeField(field, given.get(field.name));
    if (!value) throw new ModelError(`the pattern "${pattern.name}" needs a value for ${field.name}`);
    out.set(field.attribute, value);
  }
  return out;
}

export interface Asked {
  readonly session: Session;
  readonly table: TableDescription;
  readonly pattern: PatternDescription;
}

export function readRequest<Filtered>(
  asked: Asked,
  by: object,
  options: ReadOptions<Filtered> & { readonly range?: object | undefined },
): ReadRequest {
  const { table, pattern } = asked;
  const entity = table.entities[pattern.entities[0]!]!;
  const { reverse, where, range, withExpired, take, readAtMost, after, consistent, signal } = options;
  for (const [name, amount] of Object.entries({ take, readAtMost }))
    if (amount !== undefined && !Number.isSafeInteger(amount)) throw new ModelError(`${name} must be a whole number`);
  const rangeField = pattern.plan.bucketField ?? pattern.plan.rangeField;
  return {
    table,
    pattern,
    values: valuesOf(entity, pattern, by),
    ...(take !== undefined && { take }),
    ...(readAtMost !== undefined && { readAtMost }),
    ...(after !== undefined && { after }),
    ...(consistent !== undefined && { consistent }),
    ...(signal !== undefined && { signal }),
    ...(range !== undefined && rangeField !== undefined && { range: sortRange(entity.fields[rangeField]!, range) }),
    ...(reverse && { forward: !pattern.plan.forward }),
    ...(where && { filter: predicateOf(entity, where) }),
    ...((withExpired || pattern.withExpired) && { expiredToo: true }),
  };
}

// A read that has not been sent. Each function sends it anew.
export class Query<Item> implements AsyncIterable<Item> {
  constructor(
    private readonly asked: Asked,
    private readonly request: ReadRequest,
  ) {}

  // The page that `take`, `readAtMost` and `after` ask for; without them all items.
  async page(): Promise<Page<Item>> {
    return this.decode(await read(this.asked.session, this.request));
  }
  // Page after page, until the end. Without `take` a page has the items of one request.
  async *pages(): AsyncGenerator<Page<Item>, void, void> {
    for await (const page of readPages(this.asked.session, this.request)) yield this.decode(page);
  }
  // Item after item, until the end or `take`. Throws UnreadableRow for one that cannot be read.
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    const pages = this.request.take === undefined ? this.pages() : [await this.page()];
    for await (const page of pages) {
      if (page.unreadable[0]) throw page.unreadable[0];
      yield* page.items;
    }
  }
  // All items, or as many as `take` says. Throws UnreadableRow if one cannot be read.
  async all(): Promise<Item[]> {
    const page = await this.page();
    if (page.unreadable[0]) throw page.unreadable[0];
    return [...page.items];
  }
  // Throws UnreadableRow if the item cannot be read.
  async first(): Promise<Item | undefined> {
    return (await new Query<Item>(this.asked, { ...this.request, take: 1 }).all())[0];
  }
  // The number of items, which are counted and not transferred.
  async count(): Promise<number> {
    return (await count(this.asked.session, this.request)).count;
  }

  private decode(page: Awaited<ReturnType<typeof read>>): Page<Item> {
    const { items, unreadable } = itemsOf<Item>(this.asked.table, page, this.asked.pattern.wanted);
    return { items, unreadable, cost: page.cost, ...(page.token !== undefined && { token: page.token }) };
  }
}
