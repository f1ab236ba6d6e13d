// Joins the plans of several writes to the actions of one transaction.
import type { WriteRequest } from "./calls.js";
import { equalMaps, itemIdentity } from "./equal_values.js";
import { ModelError, WriteRefused } from "./errors.js";
import type { Session } from "./session.js";
import { nameOf } from "./unique.js";
import { withConditionOf, withTakeover, type Takeover } from "./unique_takeover.js";
import type { WriteAction } from "./write_action.js";
import type { Where } from "./write_failure.js";

const mostActions = 100;

// The request to which an action belongs, and the action's position in the plan of that request.
export interface Origin {
  readonly request: number;
  readonly action: number;
}

// A takeover with the request that claims the value.
export interface ClaimedTakeover {
  readonly claimedBy: number;
  readonly takeover: Takeover;
}

// The actions of one transaction.
export interface Gathered {
  readonly actions: readonly WriteAction[];
  readonly origins: readonly Origin[]; // one for each action
}

// Returns the place of a request, for its errors.
export function whereOf(requests: readonly WriteRequest[], position: number): Where {
  return { text: `request ${position} (${requests[position]?.entity.name ?? ""})`, position };
}

// Returns the result of `run`. An error that `run` throws names the position of its request.
export async function atRequest<Result>(position: number, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = `request ${position}: ${error.message}`;
    if (error instanceof ModelError) throw new ModelError(message, { cause: error });
    if (error instanceof WriteRefused) throw new WriteRefused(error.reason, message, { position, cause: error });
    // An error of the SDK keeps its class and its details.
    error.message = message;
    throw error;
  }
}

// A unique value that one request releases and another claims, in either order, keeps its sentinel, which gets a new
// owner. Returns the action that does both, or undefined if the two actions clash.
function handOver(
  first: WriteAction,
  second: WriteAction,
): { readonly action: WriteAction; readonly isOfSecond: boolean } | undefined {
  const releasedFirst = first.part === "release" && second.part === "claim";
  if (!releasedFirst && !(first.part === "claim" && second.part === "release")) return undefined;
  const [release, claim] = releasedFirst ? [first, second] : [second, first];
  if (release.kind === "check") return undefined; // The sentinel is another item's and stays.
  return { action: { ...withConditionOf(claim, release), part: "repoint" }, isOfSecond: releasedFirst };
}

function clash(requests: readonly WriteRequest[], first: number, second: number, action: WriteAction): ModelError {
  const both = `${whereOf(requests, first).text} and ${whereOf(requests, second).text}`;
  const entity = requests[second]?.entity;
  if (action.unique && entity)
    return new ModelError(`${both} use the same value of the unique ${nameOf(entity, action.unique)}`);
  return new ModelError(`${both} are on the same item: a transaction has at most one action on each`);
}

function joinPlans(
  session: Session,
  requests: readonly WriteRequest[],
  plans: readonly (readonly WriteAction[])[],
): { readonly actions: WriteAction[]; readonly origins: Origin[] } {
  const actions: WriteAction[] = [];
  const origins: Origin[] = [];
  const seen = new Map<string, number>();
  for (const [request, plan] of plans.entries())
    for (const [position, action] of plan.entries()) {
      const origin = { request, action: position };
      const identity = itemIdentity(session.tableName(action.table), action.key);
      const at = seen.get(identity);
      const first = at === undefined ? undefined : actions[at];
      const firstOrigin = at === undefined ? undefined : origins[at];
      if (at === undefined || !first || !firstOrigin) {
        seen.set(identity, actions.length);
        actions.push(action);
        origins.push(origin);
        continue;
      }
      const merged = handOver(first, action);
      if (!merged) throw clash(requests, firstOrigin.request, request, action);
      actions[at] = merged.action;
      if (merged.isOfSecond) origins[at] = origin;
    }
  return { actions, origins };
}

// Returns the actions of all plans, with the takeovers. Throws ModelError if two requests clash or if there are too
// many actions.
export function gather(
  session: Session,
  requests: readonly WriteRequest[],
  plans: readonly (readonly WriteAction[])[],
  takeovers: readonly ClaimedTakeover[],
): Gathered {
  const joined = joinPlans(session, requests, plans);
  const { origins } = joined;
  let actions: readonly WriteAction[] = joined.actions;
  for (const { claimedBy, takeover } of takeovers) {
    const claim = actions.findIndex((one) => one.part === "claim" && equalMaps(one.key, takeover.sentinelKey));
    const origin = origins[claim] ?? { request: 0, action: 0 };
    const entity = requests[claimedBy]?.entity;
    if (entity) actions = withTakeover(actions, entity, takeover, session.options.computed);
    while (origins.length < actions.length) origins.push(origin);
  }
  if (actions.length > mostActions)
    throw new ModelError(
      `A transaction has at most ${mostActions} actions; these ${requests.length} requests need ${actions.length}`,
    );
  return { actions, origins };
}
