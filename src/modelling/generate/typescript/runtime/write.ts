// Carries out one write: it reads if needed, plans, sends, judges the answer and tries again.
import { toMap, type AttributeMap } from "./attributes.js";
import type { Row, WriteAnswer, WriteRequest } from "./calls.js";
import { composePrimary } from "./compose.js";
import { equalMaps } from "./equal_values.js";
import { ModelError, OutcomeUnknown, WriteRefused } from "./errors.js";
import type { StoredItem } from "./field_states.js";
import { ForeignSentinels } from "./foreign_sentinels.js";
import { identify } from "./identify.js";
import { checkKeptMembers, withKeptMembers } from "./kept_members.js";
import { readsBeforeWrite } from "./needs_read.js";
import { mayHaveMetNull, metNull } from "./null_for_empty.js";
import { getItem, newCall, sendAction, type WriteCall } from "./requests.js";
import { delayBefore, wait } from "./retry_delay.js";
import {
  foundItem,
  isCancellation,
  isConditionFailure,
  maySucceedLater,
  messageOf,
  outcomeIsUnknown,
  validationError,
} from "./service_errors.js";
import type { CallOptions, Session } from "./session.js";
import { blamed, outcomeUnknown, runTransaction } from "./transaction.js";
import {
  needsNewPlan,
  ownerHasValue,
  ownerInTheWay,
  ownersChange,
  sameTakeover,
  takeoverOf,
  withTakeover,
  type Takeover,
} from "./unique_takeover.js";
import type { WriteAction } from "./write_action.js";
import { changedSinceRead, failedCondition, inOwnWords } from "./write_failure.js";
import { isEqual, isSurelyUnwritten, isWritten } from "./write_outcome.js";
import { planWrite, type WritePlan } from "./write_plan.js";
import { checkWrite } from "./write_rules.js";

// The next step of a write, or its answer.
type Step = "read" | "plan" | "send" | WriteAnswer;

const noPlan: WritePlan = { actions: [], writeId: "", repeatable: true, read: new Map() };

class SingleWrite {
  private stored: StoredItem = {};
  private hasRead = false;
  private takeovers: readonly Takeover[] = [];
  private readonly foreign = new ForeignSentinels();
  private claims = 1; // rounds that began without known owners
  private plans = 0;
  private plan: WritePlan = noPlan;
  private attempts = 0; // to send this plan
  private lostAnswer = false; // of an attempt to send this plan
  private readonly where: { readonly text: string };

  constructor(
    private readonly call: WriteCall,
    private readonly request: WriteRequest, // with the kept fields
  ) {
    this.where = { text: request.entity.name };
  }

  async run(): Promise<WriteAnswer> {
    let step: Step = readsBeforeWrite(this.request) ? "read" : "plan";
    while (typeof step === "string") step = await this.take(step);
    return step;
  }

  private async take(step: "read" | "plan" | "send"): Promise<Step> {
    if (step === "read") return this.read();
    return step === "plan" ? this.makePlan() : this.send();
  }

  private async read(): Promise<Step> {
    const { request, call } = this;
    const item = await getItem(call, request.table, composePrimary(request.entity, request.values));
    if (item) {
      ++call.cost.evaluated;
      identify(request.table, item);
    }
    this.stored = item ? { attributes: item } : {};
    this.hasRead = true;
    return "plan";
  }

  private makePlan(): Step {
    const { request, call } = this;
    const functions = call.session.options.computed;
    ++this.plans;
    this.attempts = 0;
    this.lostAnswer = false;
    const plan = planWrite(request, this.hasRead ? this.stored : undefined, call.session.writeId(), functions);
    let actions = plan.actions;
    for (const takeover of this.takeovers) actions = withTakeover(actions, request.entity, takeover, functions);
    this.plan = { ...plan, actions: this.foreign.spared(actions) };
    // A transaction returns no old item, so the item must be read first.
    return request.returnsOld && actions.length > 1 && !this.hasRead ? "read" : "send";
  }

  private async send(): Promise<Step> {
    const [first, ...others] = this.plan.actions;
    if (!first) throw new TypeError("a plan without actions");
    if (others.length > 0) return this.sendTransaction();
    ++this.attempts;
    let returned: AttributeMap | undefined;
    try {
      returned = await sendAction(this.call, first);
    } catch (error) {
      return this.failedAlone(error, first);
    }
    if (this.plan.row) return this.answer(this.plan.row, returned);
    if (this.request.kind === "remove") return this.answer(returned, returned);
    return this.request.returnsOld ? this.answer(undefined, returned) : this.answer(returned, undefined);
  }

  private async sendTransaction(): Promise<Step> {
    const { call, plan, request, stored } = this;
    try {
      await runTransaction(call, plan.actions);
    } catch (error) {
      return this.failedTransaction(error);
    }
    if (plan.row) return this.answer(plan.row, stored.attributes);
    if (request.kind === "remove") return this.answer(stored.attributes, stored.attributes);
    try {
      return this.answer(await this.readAgain(), stored.attributes);
    } catch (error) {
      if (!(error instanceof Error) || call.options.signal?.aborted) throw error;
      const old = request.returnsOld ? this.row(stored.attributes) : undefined;
      return { ...(old ? { old } : {}), unread: error, cost: call.cost };
    }
  }

  private readAgain(): Promise<AttributeMap | undefined> {
    const key = this.plan.actions[0]?.key ?? new Map();
    return getItem(this.call, this.request.table, key);
  }

  private async failedAlone(error: unknown, action: WriteAction): Promise<Step> {
    const { request, plan } = this;
    if (isConditionFailure(error)) {
      if (!this.lostAnswer) return this.failedConditionOf(action, foundItem(error), error);
      // The condition may be false because an earlier attempt was carried out.
      return this.judge(error, foundItem(error));
    }
    if (outcomeIsUnknown(error)) {
      this.lostAnswer = true;
      if (plan.writeId !== "") return this.findOut(error);
      if (!plan.repeatable) throw outcomeUnknown(error);
      return this.again(outcomeUnknown(error));
    }
    if (!this.hasRead && mayHaveMetNull(request, messageOf(error))) return "read";
    if (maySucceedLater(error)) return this.again(this.lostAnswer ? outcomeUnknown(error) : error);
    throw inOwnWords(request, error, request.entity.name);
  }

  private async failedConditionOf(action: WriteAction, item: AttributeMap | undefined, cause: unknown): Promise<Step> {
    const { request, call } = this;
    const isOwn = action.part === "item" || action.part === "oldItem";
    const isOfReadItem = isOwn && !(request.kind === "move" && action.part === "item");
    if (this.hasRead && isOfReadItem && changedSinceRead(this.plan, this.stored, item)) return this.planAgain(cause);
    if (!this.hasRead && isOfReadItem && metNull(request, item)) return "read";
    if (this.mayClaimAgain() && this.foreign.learn(action, item)) {
      ++this.claims;
      return "plan";
    }
    const isTakenOver = this.takeovers.some((takeover) => equalMaps(takeover.sentinelKey, action.key));
    if (needsNewPlan(action.part, isTakenOver, item)) return this.claimAgain();
    const ownerKey = ownerInTheWay(request.entity, action, item);
    if (!ownerKey) throw failedCondition(request, action, item, this.where, cause);
    const owner = await getItem(call, request.table, ownerKey);
    if (owner) ++call.cost.evaluated;
    return this.judgeOwner(action, ownerKey, owner, cause);
  }

  // Plans again if the owner of the value that `claim` found taken has expired, or no longer has the value.
  private async judgeOwner(
    claim: WriteAction,
    ownerKey: AttributeMap,
    owner: AttributeMap | undefined,
    cause: unknown,
  ): Promise<Step> {
    const { session } = this.call;
    const takeover = takeoverOf(session, claim, ownerKey, owner);
    if (!takeover && !ownerHasValue(claim, owner, session.options.computed) && this.mayClaimAgain())
      return this.claimAgain();
    const old = this.takeovers.find((known) => equalMaps(known.sentinelKey, claim.key));
    // The owner cannot be ended, because another action of the same transaction writes it.
    if (!takeover || (old && sameTakeover(old, takeover)))
      throw failedCondition(this.request, claim, undefined, this.where, cause);
    if (old) return this.claimAgain();
    this.takeovers = [...this.takeovers, takeover];
    return "plan";
  }

  private mayClaimAgain(): boolean {
    return this.claims < this.call.session.attempts;
  }

  // Plans again after a delay without the known takeovers, because the owners have changed since they were read.
  private async claimAgain(): Promise<Step> {
    const { session, options } = this.call;
    if (!this.mayClaimAgain()) throw ownersChange(this.where, this.claims);
    this.takeovers = [];
    await wait(delayBefore(session, this.claims++) ?? 0, options);
    return "plan";
  }

  private async failedTransaction(error: unknown): Promise<Step> {
    const { request, plan } = this;
    const blame = isCancellation(error) ? blamed(error) : undefined;
    const action = blame && plan.actions[blame.action];
    if (!action) throw error;
    const { code, reason } = blame;
    if (code === "ConditionalCheckFailed")
      return this.failedConditionOf(action, reason.Item && toMap(reason.Item), error);
    if (code !== "ValidationError") throw error;
    const message = reason.Message ?? "";
    if (!this.hasRead && mayHaveMetNull(request, message)) return "read";
    throw inOwnWords(request, validationError(message, error), request.entity.name);
  }

  private async planAgain(cause: unknown): Promise<Step> {
    const { session, options } = this.call;
    if (this.plans >= session.attempts)
      throw new WriteRefused(
        "ChangedMeanwhile",
        `${this.where.text}: another writer changed the item each of the ${this.plans} times that the write ` +
          "read it first",
        { cause },
      );
    await wait(delayBefore(session, this.plans) ?? 0, options);
    return "read";
  }

  // Reads the item after an attempt whose outcome is not known, and judges by it.
  private async findOut(error: unknown): Promise<Step> {
    let item: AttributeMap | undefined;
    try {
      item = await this.readAgain();
    } catch {
      throw outcomeUnknown(error);
    }
    return this.judge(error, item);
  }

  private async judge(error: unknown, item: AttributeMap | undefined): Promise<Step> {
    const { request, plan } = this;
    const action = plan.actions[0];
    if (!action) throw new TypeError("a plan without actions");
    if (isWritten(plan, item)) return this.answer(item, undefined);
    const isRefused = isConditionFailure(error);
    const conflict = failedCondition(request, action, item, this.where, error);
    const isLost = conflict.reason === "VersionConflict" || conflict.reason === "ItemExists";
    if (isRefused && isEqual(plan, item))
      throw outcomeUnknown(
        new Error(
          `${request.entity.name}: the item is equal to the one to write, but this write or another one may have ` +
            "written it: a version of the entity tells them apart",
          { cause: error },
        ),
      );
    if (isRefused || isLost) {
      // An earlier attempt may have been carried out, and other programs may have written after it.
      throw isSurelyUnwritten(request, plan, item) ? conflict : outcomeUnknown(conflict);
    }
    const isConditional = request.expectedVersion !== undefined || action.kind === "put";
    if (!plan.repeatable && !isConditional) throw outcomeUnknown(error);
    return this.again(outcomeUnknown(error));
  }

  // Sends the plan again after a delay. Throws `error` if the attempts are used up.
  private async again(error: unknown): Promise<Step> {
    const { session, options } = this.call;
    const delay = delayBefore(session, this.attempts);
    if (delay === undefined) throw error;
    await wait(delay, options);
    return "send";
  }

  private row(attributes: AttributeMap | undefined): Row | undefined {
    if (!attributes) return undefined;
    const all: AttributeMap = new Map(attributes);
    identify(this.request.table, all);
    return { entity: this.request.entity, attributes: all };
  }

  private answer(attributes: AttributeMap | undefined, oldAttributes: AttributeMap | undefined): WriteAnswer {
    const row = this.row(attributes);
    const answer = { ...(row ? { row } : {}), cost: this.call.cost };
    if (!this.request.returnsOld) return answer;
    // A repeated request may return the item that the first attempt wrote.
    if (this.lostAnswer && this.plan.actions.length === 1)
      return {
        ...answer,
        unread: new OutcomeUnknown("The write is done; the old item is not known, because the first answer was lost"),
      };
    const old = this.row(oldAttributes);
    return old ? { ...answer, old } : answer;
  }
}

// Carries out one write. It is one request, unless a unique field, `readFirst` or a move needs more. Returns the item
// after the write, or before it of "remove". Throws ModelError before the first request, WriteRefused, OutcomeUnknown,
// and the errors of the SDK.
export async function write(session: Session, request: WriteRequest, options: CallOptions = {}): Promise<WriteAnswer> {
  if (request.kind === "check")
    throw new ModelError(`${request.entity.name}: a check is possible only in a transaction`);
  checkWrite(request);
  checkKeptMembers(request);
  // Copies that the library keeps belong here: their sources are read, and each copy gives the request a change or the
  // plan an action. If a source or a holder has changed since, that begins anew.
  const whole = withKeptMembers(request, session.now(), session.options.computed);
  return new SingleWrite(newCall(session, options), whole).run();
}
