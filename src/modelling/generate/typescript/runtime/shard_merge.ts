// ShardMerge joins the answers of queries that run side by side into one answer in the order of the sort key.
//
// Invariant: a row is handed out only while every query that has not ended has a row waiting. So no row can come later
// that belongs before it. A query's position is directly after its last item that was handed out.
import type { QueryCommandOutput } from "@aws-sdk/client-dynamodb";

import { toMap, type AttributeMap } from "./attributes.js";
import { keyAttributes } from "./asked_pattern.js";
import type { QueryPosition } from "./page_token.js";
import { sortAttributesOf, type PreparedRead } from "./prepared_read.js";
import { orderBetween } from "./same_value.js";
import { keyOfItem } from "./stored_row.js";

interface QueryState {
  items: readonly AttributeMap[]; // of the last page
  handedOut: number; // of the items
  pageStart: QueryPosition; // before the last page
  next: QueryPosition; // after the last page
}

export class ShardMerge {
  private readonly queries: readonly QueryState[];
  private readonly order: readonly string[];

  constructor(private readonly prepared: PreparedRead) {
    this.order = sortAttributesOf(prepared);
    this.queries = prepared.queries.map((_, i) => {
      const start = prepared.starts[i] ?? { kind: "begin" };
      return { items: [], handedOut: 0, pageStart: start, next: start };
    });
  }

  // Returns the numbers of the queries that may have more rows but have no row waiting. If there is no such query,
  // next() can continue or all queries have ended.
  dry(): number[] {
    return [...this.queries.keys()].filter((number) => {
      const query = this.queries[number]!;
      return !isWaiting(query) && query.next.kind !== "end";
    });
  }

  // Returns true if all queries have ended and all their rows were handed out.
  ended(): boolean {
    return this.queries.every((query) => !isWaiting(query) && query.next.kind === "end");
  }

  // Returns the position from which query number `number` continues.
  nextStart(number: number): QueryPosition {
    return this.queries[number]!.next;
  }

  // Adds a page of query number `number`. Requires: the query is dry.
  add(number: number, page: QueryCommandOutput): void {
    const query = this.queries[number]!;
    query.pageStart = query.next;
    query.next = positionAfter(page);
    query.handedOut = 0;
    query.items = (page.Items ?? []).map(toMap);
  }

  // Returns the next item, or undefined if a query is dry or all have ended.
  next(): AttributeMap | undefined {
    let first: QueryState | undefined;
    for (const query of this.queries) {
      if (!isWaiting(query)) {
        if (query.next.kind !== "end") return undefined;
      } else if (!first || this.isBefore(query, first)) {
        first = query;
      }
    }
    return first?.items[first.handedOut++];
  }

  // Returns the position of each query after the items that next() has handed out.
  positions(): QueryPosition[] {
    const { table, plan } = this.prepared.pattern;
    const names = keyAttributes(table, plan.index);
    return this.queries.map((query) => {
      if (!isWaiting(query)) return query.next;
      if (query.handedOut === 0) return query.pageStart;
      return { kind: "after", key: keyOfItem(names, query.items[query.handedOut - 1]!) };
    });
  }

  private isBefore(a: QueryState, b: QueryState): boolean {
    const [left, right] = [a.items[a.handedOut]!, b.items[b.handedOut]!];
    for (const name of this.order) {
      const order = orderBetween(left.get(name), right.get(name)) ?? 0;
      if (order !== 0) return this.prepared.forward ? order < 0 : order > 0;
    }
    return false;
  }
}

function isWaiting(query: QueryState): boolean {
  return query.handedOut < query.items.length;
}

// Returns the position from which a query continues after one of its pages.
export function positionAfter(page: QueryCommandOutput): QueryPosition {
  return page.LastEvaluatedKey ? { kind: "after", key: toMap(page.LastEvaluatedKey) } : { kind: "end" };
}
