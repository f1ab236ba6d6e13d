// Sums of costs, and requests that are sent side by side.
import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";

import type { Cost } from "./calls.js";

// Returns the cost of a call that has sent no request yet.
export function noCost(): Cost {
  return { requests: 0, evaluated: 0, returned: 0, stale: 0, capacityUnits: 0 };
}

// Adds the cost of a part of an operation.
export function addCost(to: Cost, part: Cost): void {
  to.requests += part.requests;
  to.evaluated += part.evaluated;
  to.returned += part.returned;
  to.stale += part.stale;
  to.capacityUnits += part.capacityUnits;
}

// Adds the capacity that an answer reports.
export function addCapacity(to: Cost, consumed: ConsumedCapacity | readonly ConsumedCapacity[] | undefined): void {
  for (const one of consumed === undefined ? [] : [consumed].flat()) to.capacityUnits += one.CapacityUnits ?? 0;
}

// Waits for all the answers, also after one has failed, so that no request is left under way. Returns them by position.
// Throws the first failure by position.
export async function allAnswers<Answer>(pending: readonly Promise<Answer>[]): Promise<Answer[]> {
  const settled = await Promise.allSettled(pending);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

// Returns the options with which a client sends a request of the call.
export function sending(signal: AbortSignal | undefined): { readonly abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}
