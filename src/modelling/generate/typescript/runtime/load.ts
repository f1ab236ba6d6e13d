// load() reads the items of a collection, with one read or with one read for each member.
import { compareBytes } from "./attributes.js";
import type { CollectedMember, Cost, LoadRequest, Predicate, ReadRequest, Row, RowPage } from "./calls.js";
import { addCost, allAnswers, noCost } from "./costs.js";
import { withDefaults } from "./default_values.js";
import type { EntityDescription, TableDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { equalMaps } from "./equal_values.js";
import { foreignToken } from "./page_token.js";
import { keyBytes } from "./plain_text.js";
import { prepareRead, sortAttributesOf, type MemberPart, type PartRequest } from "./prepared_read.js";
import { readPart } from "./read.js";
import type { Session } from "./session.js";
import type { UnreadableReport } from "./stored_row.js";

// A collection's token has a piece for each member that is not single: the page token of its read, or this text if the
// member's items have ended.
const ended = "-";
const betweenPieces = ".";

type Pieces = readonly (string | undefined)[]; // undefined marks an ended member

// Throws ModelError, as for a page token.
function piecesOf(token: string, count: number, patternName: string): Pieces {
  const pieces = token.split(betweenPieces).map((piece) => (piece === ended ? undefined : piece));
  if (pieces.length !== count) throw foreignToken(patternName);
  return pieces;
}

function joinPieces(pieces: Pieces): string | undefined {
  if (pieces.every((piece) => piece === undefined)) return undefined;
  return pieces.map((piece) => piece ?? ended).join(betweenPieces);
}

function partOf(member: CollectedMember, more: Partial<MemberPart> = {}): MemberPart {
  return { entity: member.entity, below: member.below ?? [], alone: true, mixed: false, singles: 0, ...more };
}

function withoutToken(read: ReadRequest): ReadRequest {
  const { after, ...rest } = read;
  return rest;
}

// The range of the member's items in the sort key. An empty text means any sort key.
interface MemberPlace {
  readonly text: string;
  readonly exact: boolean; // whether no other sort key begins with the text
}

function placeOf(session: Session, read: ReadRequest, member: CollectedMember): MemberPlace {
  const prepared = prepareRead(session, { ...withoutToken(read), part: partOf(member, { below: [] }) });
  const last = prepared.queries[0]!.comparisons.at(-1)!;
  if (last.attribute !== sortAttributesOf(prepared)[0]) return { text: "", exact: false };
  return { text: Buffer.from(keyBytes(last.low)).toString("utf8"), exact: last.kind === "equal" };
}

function placeIfKnown(session: Session, read: ReadRequest, member: CollectedMember): MemberPlace | undefined {
  try {
    return placeOf(session, read, member);
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

// True if the items of all single members come before those of `counted` in the order of the read.
function singlesComeFirst(
  session: Session,
  read: ReadRequest,
  members: readonly CollectedMember[],
  counted: CollectedMember,
): boolean {
  const many = placeIfKnown(session, read, counted);
  if (!many) return false;
  const forward = read.forward ?? read.pattern.plan.forward;
  return members.every((member) => {
    if (!member.single) return true;
    const single = placeIfKnown(session, read, member);
    if (!single) return false;
    const isMixed = single.text.startsWith(many.text) || (many.text.startsWith(single.text) && !single.exact);
    const order = compareBytes(many.text, single.text);
    return !isMixed && (forward ? order >= 0 : order <= 0);
  });
}

// The filter of one entity, which lets the items of the others pass.
function filterOfEntity(tag: string, entity: EntityDescription, predicate: Predicate): Predicate {
  const other = [entity.name, ...(entity.aliases ?? [])].map((name): Predicate => {
    return { kind: "notEqual", path: [tag], values: [{ S: name }] };
  });
  return { kind: "or", children: [{ kind: "and", children: other }, withDefaults(entity, predicate)] };
}

// One filter for everything that is read with the member. Throws ModelError if it covers items of several entities that
// no tag tells apart.
function filterOf(table: TableDescription, patternName: string, member: CollectedMember): Predicate | undefined {
  const filters = member.filters ?? [];
  const [only] = filters;
  if (!only) return undefined;
  if ((member.below ?? []).length === 0 && filters.length === 1) return withDefaults(member.entity, only.predicate);
  const tag = table.typeAttribute;
  if (tag === undefined)
    throw new ModelError(
      `"${patternName}": the items of ${member.entity.name} cannot be filtered, because items of other entities are ` +
        "read with them, and the table has no type tag that tells them apart",
    );
  return { kind: "and", children: filters.map(({ entity, predicate }) => filterOfEntity(tag, entity, predicate)) };
}

// A read of a collection. `piece` is its place in the token, of a read that has a token.
interface PlannedRead {
  readonly request: PartRequest;
  readonly piece?: number;
}
interface LoadPlan {
  readonly reads: readonly PlannedRead[];
  readonly pieces: Pieces;
}

// True if items of other members may come between the member's items.
function isMixed(places: readonly MemberPlace[], member: number): boolean {
  const own = places[member]!;
  if (own.exact) return false;
  return places.some(
    (place, i) =>
      i !== member && (place.text.startsWith(own.text) || (!place.exact && own.text.startsWith(place.text))),
  );
}

// Makes one read for each member, except for members whose items have ended.
function planMembers(
  session: Session,
  read: ReadRequest,
  members: readonly CollectedMember[],
  pieces: Pieces,
): LoadPlan {
  const places = members.map((member) => placeOf(session, read, member));
  const reads: PlannedRead[] = [];
  let many = 0;
  members.forEach((member, i) => {
    const piece = member.single ? undefined : many++;
    const filter = filterOf(read.table, read.pattern.name, member);
    const { filter: ofCall, take, ...rest } = withoutToken(read);
    const mixed = (member.below ?? []).length > 0 || isMixed(places, i);
    const after = read.after === undefined || piece === undefined ? undefined : pieces[piece];
    if (read.after !== undefined && piece !== undefined && after === undefined) return;
    reads.push({
      request: {
        ...rest,
        part: partOf(member, { mixed }),
        ...(filter && { filter }),
        ...(take !== undefined && !member.single && { take }),
        ...(after !== undefined && { after }),
      },
      ...(piece !== undefined && { piece }),
    });
  });
  return { reads, pieces };
}

function planLoad(session: Session, { members, ...read }: LoadRequest): LoadPlan {
  const { take, after, pattern } = read;
  const isFiltered = members.some((member) => (member.filters ?? []).length > 0);
  if (take === undefined && after === undefined && !isFiltered) return { reads: [{ request: read }], pieces: [] };
  const many = members.filter((member) => !member.single);
  const [counted] = many;
  if (take !== undefined && after === undefined && !isFiltered && counted && many.length === 1)
    if (singlesComeFirst(session, read, members, counted)) {
      const mixed = (counted.below ?? []).length > 0;
      const part = partOf(counted, { alone: false, mixed, singles: members.length - 1 });
      return { reads: [{ request: { ...read, part }, piece: 0 }], pieces: [undefined] };
    }
  const pieces = after === undefined ? many.map(() => undefined) : piecesOf(after, many.length, pattern.name);
  return planMembers(session, read, members, pieces);
}

// Returns all rows of a collection. They come in the order of the keys, or in the order of the members if these must be
// read one by one. With `take`, each member that is not single has as many rows, and the token continues all of them.
// The single items are on each page. One request is sent if the single items come first and one member follows them, or
// if no row is cut or filtered. Otherwise one request for each member is sent, side by side. Throws as read() does, and
// ModelError if the keys do not tell the members apart.
export async function load(session: Session, request: LoadRequest): Promise<RowPage> {
  const plan = planLoad(session, request);
  const pages = await allAnswers(plan.reads.map((one) => readPart(session, one.request)));
  const rows: Row[] = [];
  const unreadable: UnreadableReport[] = [];
  const cost: Cost = noCost();
  const pieces = [...plan.pieces];
  pages.forEach((page, i) => {
    const { piece } = plan.reads[i]!;
    if (piece !== undefined) pieces[piece] = page.token;
    rows.push(...page.rows);
    // If the members' ranges overlap, a row may be read with several of them.
    for (const row of page.unreadable) if (!unreadable.some((one) => equalMaps(one.key, row.key))) unreadable.push(row);
    addCost(cost, page.cost);
  });
  const token = joinPieces(pieces);
  return { rows, unreadable, cost, ...(token !== undefined && { token }) };
}
