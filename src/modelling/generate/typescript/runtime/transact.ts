// Carries out several writes, all or none.
import { toMap, type AttributeMap } from "./attributes.js";
import type { Cost, WriteRequest } from "./calls.js";
import { composePrimary } from "./compose.js";
import { equalMaps } from "./equal_values.js";
import { ModelError } from "./errors.js";
import type { StoredItem } from "./field_states.js";
import { ForeignSentinels } from "./foreign_sentinels.js";
import { identify } from "./identify.js";
import { checkKeptMembers, withKeptMembers } from "./kept_members.js";
import { needsRead } from "./needs_read.js";
import { mayHaveMetNull, metNull } from "./null_for_empty.js";
import { getItem, newCall, type WriteCall } from "./requests.js";
import { delayBefore, wait } from "./retry_delay.js";
import { isCancellation, validationError } from "./service_errors.js";
import type { CallOptions, Session } from "./session.js";
import { blamed, runTransaction } from "./transaction.js";
import { atRequest, gather, whereOf, type ClaimedTakeover, type Gathered, type Origin } from "./transaction_parts.js";
import {
  needsNewPlan,
  ownerHasValue,
  ownerInTheWay,
  ownersChange,
  sameTakeover,
  takeoverOf,
} from "./unique_takeover.js";
import type { WriteAction } from "./write_action.js";
import { changedSinceRead, failedCondition, inOwnWords, type Where } from "./write_failure.js";
import { planWrite, type WritePlan } from "./write_plan.js";
import { checkWrite } from "./write_rules.js";

// The next step of a transaction.
type Step = "read" | "send" | "done";

interface Member {
  request: WriteRequest; // with the kept fields
  stored: StoredItem;
  plan: WritePlan | undefined;
  readonly foreign: ForeignSentinels;
}

// A refused action, with the request that needs it.
interface Refused {
  readonly origin: Origin;
  readonly member: Member;
  readonly action: WriteAction; // of the request's plan
  readonly cause: unknown;
}

class Transaction {
  private readonly members: readonly Member[];
  private takeovers: readonly ClaimedTakeover[] = [];
  private rounds = 0;
  private claims = 1; // rounds that began without known owners

  constructor(
    private readonly call: WriteCall,
    requests: readonly WriteRequest[],
  ) {
    this.members = requests.map((request) => ({
      request,
      stored: {},
      plan: undefined,
      foreign: new ForeignSentinels(),
    }));
  }

  async run(): Promise<Cost> {
    let step: Step = "read";
    while (step !== "done") step = step === "read" ? await this.read() : await this.send();
    return this.call.cost;
  }

  // Reads the items for the requests, one after the other.
  private async read(): Promise<Step> {
    for (const [position, member] of this.members.entries()) {
      const { request } = member;
      if (!needsRead(request)) continue;
      const item = await atRequest(position, async () =>
        getItem(this.call, request.table, composePrimary(request.entity, request.values)),
      );
      if (item) {
        ++this.call.cost.evaluated;
        identify(request.table, item);
      }
      member.stored = item ? { attributes: item } : {};
    }
    return "send";
  }

  private async send(): Promise<Step> {
    const { session } = this.call;
    ++this.rounds;
    const plans: (readonly WriteAction[])[] = [];
    for (const [position, member] of this.members.entries()) {
      const stored = needsRead(member.request) ? member.stored : undefined;
      const plan = await atRequest(position, async () =>
        planWrite(member.request, stored, session.writeId(), session.options.computed),
      );
      const actions = member.foreign.spared(plan.actions);
      member.plan = { ...plan, actions };
      plans.push(actions);
    }
    const requests = this.members.map((member) => member.request);
    const gathered = gather(session, requests, plans, this.takeovers);
    try {
      await runTransaction(this.call, gathered.actions);
    } catch (error) {
      return this.failed(error, gathered);
    }
    return "done";
  }

  private async failed(error: unknown, gathered: Gathered): Promise<Step> {
    const blame = isCancellation(error) ? blamed(error) : undefined;
    const sent = blame && gathered.actions[blame.action];
    const origin = blame && gathered.origins[blame.action];
    const member = origin && this.members[origin.request];
    const action = member?.plan?.actions[origin?.action ?? 0];
    if (!blame || !sent || !origin || !member || !action) throw error;
    const { code, reason } = blame;
    if (code === "ConditionalCheckFailed")
      return this.failedConditionOf({ origin, member, action, cause: error }, sent, reason.Item && toMap(reason.Item));
    if (code !== "ValidationError") return atRequest(origin.request, () => Promise.reject(error));
    const message = reason.Message ?? "";
    if (this.readsFromNowOn(member, mayHaveMetNull(member.request, message))) return "read";
    const refused = inOwnWords(member.request, validationError(message, error), member.request.entity.name);
    return atRequest(origin.request, () => Promise.reject(refused));
  }

  // If a request met a NULL that means empty, it is planned again with the stored item. Returns false if the request
  // already reads its item or met no NULL.
  private readsFromNowOn(member: Member, hasMetNull: boolean): boolean {
    if (needsRead(member.request) || !hasMetNull) return false;
    member.request = { ...member.request, readFirst: true };
    return true;
  }

  private async failedConditionOf(refused: Refused, sent: WriteAction, item: AttributeMap | undefined): Promise<Step> {
    const { origin, member, action, cause } = refused;
    const { request, plan, stored } = member;
    const { session, options, cost } = this.call;
    const isOnMovedTo = request.kind === "move" && action.part === "item";
    const isRead = needsRead(request) && !action.unique && !isOnMovedTo;
    if (isRead && plan && changedSinceRead(plan, stored, item) && this.rounds < session.attempts) {
      await wait(delayBefore(session, this.rounds) ?? 0, options);
      return "read";
    }
    if (!action.unique && this.readsFromNowOn(member, metNull(request, item))) return "read";
    if (this.mayClaimAgain() && member.foreign.learn(action, item)) {
      ++this.claims;
      return "send";
    }
    const isTakenOver = this.takeovers.some(({ takeover }) => equalMaps(takeover.sentinelKey, action.key));
    if (needsNewPlan(sent.part, isTakenOver, item)) return this.claimAgain(origin);
    const ownerKey = ownerInTheWay(request.entity, action, item);
    if (!ownerKey) throw failedCondition(request, action, item, this.where(origin), cause);
    const owner = await atRequest(origin.request, () => getItem(this.call, request.table, ownerKey));
    if (owner) ++cost.evaluated;
    return this.judgeOwner(refused, ownerKey, owner);
  }

  // Sends all writes again if the owner of a value that a claim found taken has expired, or no longer has the value.
  private async judgeOwner(
    { origin, member, action: claim, cause }: Refused,
    ownerKey: AttributeMap,
    owner: AttributeMap | undefined,
  ): Promise<Step> {
    const { session } = this.call;
    const takeover = takeoverOf(session, claim, ownerKey, owner);
    if (!takeover && !ownerHasValue(claim, owner, session.options.computed) && this.mayClaimAgain())
      return this.claimAgain(origin);
    const old = this.takeovers.find((known) => equalMaps(known.takeover.sentinelKey, claim.key));
    // The owner cannot be ended, because another action of the transaction writes it.
    if (!takeover || (old && sameTakeover(old.takeover, takeover)))
      throw failedCondition(member.request, claim, undefined, this.where(origin), cause);
    if (old) return this.claimAgain(origin);
    this.takeovers = [...this.takeovers, { claimedBy: origin.request, takeover }];
    return "send";
  }

  private mayClaimAgain(): boolean {
    return this.claims < this.call.session.attempts;
  }

  // Sends all writes again after a delay, without the known takeovers, because the owners have changed since they were
  // read.
  private async claimAgain(origin: Origin): Promise<Step> {
    const { session, options } = this.call;
    if (!this.mayClaimAgain()) throw ownersChange(this.where(origin), this.claims);
    this.takeovers = [];
    await wait(delayBefore(session, this.claims++) ?? 0, options);
    return "send";
  }

  private where(origin: Origin): Where {
    return whereOf(
      this.members.map((member) => member.request),
      origin.request,
    );
  }
}

// Carries out all writes or none, over one or more tables. The request carries a token, so that a repetition has no
// effect. Throws as write() does. A refusal names the position of its request, counted from 0.
export async function transact(
  session: Session,
  requests: readonly WriteRequest[],
  options: CallOptions = {},
): Promise<Cost> {
  const call = newCall(session, options);
  if (requests.length === 0) return call.cost;
  for (const [position, request] of requests.entries())
    await atRequest(position, async () => {
      if (request.returnsOld) throw new ModelError("a transaction returns no items, old or new");
    });
  for (const [position, request] of requests.entries())
    await atRequest(position, async () => {
      checkWrite(request);
      checkKeptMembers(request);
    });
  // Copies that the library keeps belong here, as in write().
  const now = session.now();
  const whole: WriteRequest[] = [];
  for (const [position, request] of requests.entries())
    whole.push(await atRequest(position, async () => withKeptMembers(request, now, session.options.computed)));
  return new Transaction(call, whole).run();
}
