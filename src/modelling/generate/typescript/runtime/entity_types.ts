// The types of an entity, which the generated code gives to the run time.

// An update that changes a field of `of` must know all fields of `known`: it sets them, or it gives their stored
// values.
export interface NeedsKnown {
  readonly of: string;
  readonly known: string;
}

export interface EntityTypes {
  readonly item: object; // as it is read
  readonly stored: object; // the fields that attributes store, which conditions and `given` may name
  readonly input: object; // as create() and put() take it: without the fields that the package keeps
  readonly key: object; // the fields of the primary key
  readonly changes: object; // those that an update may set; null removes an optional one
  readonly whole: object; // those that an upsert must set, because it may create the item
  readonly numbers: string; // the names of fields that an update may increment
  readonly lists: string;
  readonly sets: string;
  readonly needs: NeedsKnown; // a union, or never
  readonly unique: NeedsKnown; // likewise; `known` must be given, also if the update sets it
  readonly versioned: boolean;
  readonly batches: boolean; // it has neither a version nor unique fields, so a batch may write it
}

type Names<T> = keyof T & string;

type OfRule<Rule, Changed, Known> = Rule extends { of: infer Of; known: infer Needed }
  ? [Changed & Of] extends [never]
    ? never
    : Exclude<Needed, Known>
  : never;

// The fields whose stored values an update must give.
export type MustGive<T extends EntityTypes, Set extends string, Changed extends string> =
  OfRule<T["needs"], Set | Changed, Set | Names<T["key"]>> | OfRule<T["unique"], Set | Changed, Names<T["key"]>>;

type Given<T extends EntityTypes, Needed> = [Needed] extends [never]
  ? { readonly given?: Partial<T["stored"]> | undefined }
  : {
      // undefined means that the item lacks the field.
      readonly given: { readonly [K in Needed & keyof T["stored"]]: T["stored"][K] | undefined } & Partial<T["stored"]>;
    };

type Version<T extends EntityTypes> = T["versioned"] extends true
  ? // The version that the item must have, or "any" to replace whatever is stored.
    { readonly version: number | bigint | "any" }
  : { readonly version?: never };

interface ReadsFirst<T extends EntityTypes> {
  // Reads the item, and writes it only if it has not changed since. A change meanwhile is read again.
  readonly readFirst: true;
  readonly version?: T["versioned"] extends true ? number | bigint | "any" : never;
  readonly given?: Partial<T["stored"]> | undefined;
}

// What a write must say of the stored item.
export type Knowledge<T extends EntityTypes, Needed> =
  ReadsFirst<T> | ({ readonly readFirst?: false } & Version<T> & Given<T, Needed>);

// The arguments behind the others: they may be left out if there is nothing that they must say.
export type Rest<Options> = object extends Options ? [options?: Options] : [options: Options];
