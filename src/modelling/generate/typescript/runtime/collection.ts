// Reads of a partition whose items are of several entities, put together into one object.
import type { CollectedMember, LoadRequest, Row } from "./calls.js";
import type { Cost } from "./calls.js";
import { UnreadableRow } from "./errors.js";
import { load } from "./load.js";
import type { Asked } from "./query.js";
import { itemsOf } from "./rows.js";

// How the items of one entity are put into the object: as one item, as an item or undefined, or as a list.
export type Role = "one" | "maybe" | "many";

export interface MemberOf {
  readonly name: string; // of the object's member
  readonly role: Role;
}

export interface CollectedPage<Whole> {
  readonly value?: Whole; // absent if the item of the role "one" does not exist
  readonly token?: string; // continues all lists
  readonly unreadable: readonly UnreadableRow[];
  readonly cost: Cost;
}

// A read that has not been sent. Each function sends it anew.
export class Collection<Whole> {
  constructor(
    private readonly asked: Asked,
    private readonly request: LoadRequest,
    private readonly members: readonly MemberOf[],
  ) {}

  // The object with all items, or with `take` items of each list; undefined if its one item does not exist. Throws
  // UnreadableRow if an item cannot be read.
  async load(): Promise<Whole | undefined> {
    const page = await this.page();
    if (page.unreadable[0]) throw page.unreadable[0];
    return page.value;
  }

  async page(): Promise<CollectedPage<Whole>> {
    const page = await load(this.asked.session, this.request);
    const { unreadable } = itemsOf(this.asked.table, { ...page, rows: [] });
    const whole: [string, unknown][] = [];
    let isMissing = false;
    this.members.forEach((member, i) => {
      const entity = this.request.members[i]!.entity;
      const rows: readonly Row[] = page.rows.filter((row) => row.entity === entity);
      const decoded = itemsOf<object>(this.asked.table, { ...page, rows, unreadable: [] });
      unreadable.push(...decoded.unreadable);
      const single = decoded.items[0];
      isMissing ||= member.role === "one" && single === undefined;
      if (member.role === "many") whole.push([member.name, decoded.items]);
      else if (single !== undefined) whole.push([member.name, single]);
    });
    if (isMissing && unreadable[0]) throw unreadable[0];
    return {
      unreadable,
      cost: page.cost,
      ...(page.token !== undefined && { token: page.token }),
      ...(!isMissing && { value: Object.fromEntries(whole) as Whole }),
    };
  }

  // Page after page, until the end. A page has the single items, and `take` of each list.
  async *pages(): AsyncGenerator<CollectedPage<Whole>, void, void> {
    let request = this.request;
    for (;;) {
      const page = await new Collection<Whole>(this.asked, request, this.members).page();
      yield page;
      if (page.token === undefined) return;
      request = { ...request, after: page.token };
    }
  }
}

export function collectedMembers(asked: Asked, members: readonly MemberOf[]): readonly CollectedMember[] {
  return members.map((member, i) => ({
    entity: asked.table.entities[asked.pattern.entities[i]!]!,
    single: member.role !== "many",
  }));
}
