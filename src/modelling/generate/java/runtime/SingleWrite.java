package partita.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Carries out one write: it reads if needed, plans, sends, judges the answer and tries again. */
final class SingleWrite {
  private final WriteCall call;
  private final Session session;
  private final WriteRequest request; // with the kept fields
  private final Where where;
  private final Claims claims;
  private final ForeignSentinels foreign = new ForeignSentinels();
  private StoredItem stored = new StoredItem(null);
  private boolean hasRead;
  private int plans;
  private WritePlan plan;
  private int attempts; // to send this plan
  private boolean lostAnswer; // of an attempt to send this plan
  private WriteAnswer answer;

  private enum Step {
    READ,
    PLAN,
    SEND,
    DONE
  }

  private SingleWrite(Session session, WriteRequest request) {
    this.call = new WriteCall(session);
    this.session = session;
    this.request = request;
    this.where = new Where(request.entity().name(), -1);
    this.claims = new Claims(session);
  }

  /**
   * Carries out one write. It is one request, unless a unique field, a read before it or a move
   * needs more. Returns the item after the write, or before it of "remove".
   *
   * @throws ModelException before the first request
   * @throws WriteRefusedException if the service did not carry it out
   * @throws OutcomeUnknownException if the answer was lost
   */
  static WriteAnswer run(Session session, WriteRequest request) {
    if (request.kind() == WriteKind.CHECK) {
      throw new ModelException(
          request.entity().name() + ": a check is possible only in a transaction");
    }
    WriteRules.check(request);
    KeptMembers.check(request);
    WriteRequest whole = KeptMembers.added(request, session.now(), session.computed());
    return new SingleWrite(session, whole).run();
  }

  private WriteAnswer run() {
    Step step = NeededReads.ofWrite(request) ? Step.READ : Step.PLAN;
    while (step != Step.DONE) {
      step =
          switch (step) {
            case READ -> read();
            case PLAN -> makePlan();
            default -> send();
          };
    }
    return answer;
  }

  private Step read() {
    Map<String, AttributeValue> key = Composer.primaryKey(request.entity(), request.values());
    Map<String, AttributeValue> item = call.getItem(request.table(), key);
    if (item != null) {
      call.cost().addEvaluated(1);
      Identities.identify(request.table(), item);
    }
    stored = new StoredItem(item);
    hasRead = true;
    return Step.PLAN;
  }

  private Step makePlan() {
    ++plans;
    attempts = 0;
    lostAnswer = false;
    plan = WritePlan.of(request, hasRead ? stored : null, session.newId(), session.computed());
    List<WriteAction> actions = plan.actions();
    for (Takeover takeover : claims.takeovers()) {
      actions = takeover.added(actions, request.entity(), session.computed());
    }
    plan = plan.withActions(foreign.spared(actions));
    // A transaction returns no old item, so the item must be read first.
    return request.returnsOld() && actions.size() > 1 && !hasRead ? Step.READ : Step.SEND;
  }

  private Step send() {
    if (plan.actions().size() > 1) {
      return sendTransaction();
    }
    ++attempts;
    WriteAction action = plan.first();
    Map<String, AttributeValue> returned;
    try {
      returned = call.send(action);
    } catch (ConditionalCheckFailedException error) {
      // The condition may be false because an earlier attempt was carried out.
      return lostAnswer
          ? judge(error, ServiceErrors.foundItem(error))
          : failedConditionOf(action, ServiceErrors.foundItem(error), error);
    } catch (SdkException error) {
      return failedAlone(error);
    }
    if (plan.row() != null) {
      return done(plan.row(), returned);
    }
    if (request.kind() == WriteKind.REMOVE) {
      return done(returned, returned);
    }
    return request.returnsOld() ? done(null, returned) : done(returned, null);
  }

  private Step sendTransaction() {
    try {
      SentTransaction.run(call, plan.actions());
    } catch (SdkException error) {
      return failedTransaction(error);
    }
    if (plan.row() != null) {
      return done(plan.row(), stored.attributes());
    }
    if (request.kind() == WriteKind.REMOVE) {
      return done(stored.attributes(), stored.attributes());
    }
    Map<String, AttributeValue> item;
    try {
      item = readAgain();
    } catch (AbortedException error) {
      throw error;
    } catch (SdkException error) {
      Row old = request.returnsOld() ? row(stored.attributes()) : null;
      answer = new WriteAnswer(null, old, error, call.cost().toCost());
      return Step.DONE;
    }
    return done(item, stored.attributes());
  }

  private Map<String, AttributeValue> readAgain() {
    return call.getItem(request.table(), plan.first().key());
  }

  private Step failedAlone(SdkException error) {
    if (ServiceErrors.outcomeIsUnknown(error)) {
      lostAnswer = true;
      if (!plan.writeId().isEmpty()) {
        return findOut(error);
      }
      if (!plan.repeatable()) {
        throw SentTransaction.outcomeUnknown(error);
      }
      return again(SentTransaction.outcomeUnknown(error));
    }
    if (!hasRead && NullForEmpty.mayBeMet(request, ServiceErrors.messageOf(error))) {
      return Step.READ;
    }
    if (ServiceErrors.maySucceedLater(error)) {
      return again(lostAnswer ? SentTransaction.outcomeUnknown(error) : error);
    }
    throw WriteFailures.inOwnWords(request, error, request.entity().name());
  }

  private Step failedConditionOf(
      WriteAction action, Map<String, AttributeValue> item, SdkException cause) {
    boolean isOwn = action.part() == ActionPart.ITEM || action.part() == ActionPart.OLD_ITEM;
    boolean isMoveTarget = request.kind() == WriteKind.MOVE && action.part() == ActionPart.ITEM;
    boolean isOfReadItem = isOwn && !isMoveTarget;
    if (hasRead && isOfReadItem && WriteFailures.changedSinceRead(plan, stored, item)) {
      return planAgain(cause);
    }
    if (!hasRead && isOfReadItem && NullForEmpty.isMetIn(request, item)) {
      return Step.READ;
    }
    if (claims.mayGoOn() && foreign.learn(action, item)) {
      claims.count();
      return Step.PLAN;
    }
    boolean isTakenOver = claims.of(action.key()) != null;
    if (Takeover.needsNewPlan(action.part(), isTakenOver, item)) {
      claims.beginAgain(where);
      return Step.PLAN;
    }
    Map<String, AttributeValue> ownerKey = Takeover.ownerInTheWay(request.entity(), action, item);
    if (ownerKey == null) {
      throw WriteFailures.ofCondition(request, action, item, where, cause);
    }
    Map<String, AttributeValue> owner = call.getItem(request.table(), ownerKey);
    if (owner != null) {
      call.cost().addEvaluated(1);
    }
    return judgeOwner(action, ownerKey, owner, cause);
  }

  // Plans again if the owner of the value that the claim found taken has expired, or no longer has
  // the value.
  private Step judgeOwner(
      WriteAction claim,
      Map<String, AttributeValue> ownerKey,
      Map<String, AttributeValue> owner,
      SdkException cause) {
    Takeover takeover = Takeover.of(session, claim, ownerKey, owner);
    if (takeover == null
        && claims.mayGoOn()
        && !Takeover.ownerHasValue(claim, owner, session.computed())) {
      claims.beginAgain(where);
      return Step.PLAN;
    }
    Takeover old = claims.of(claim.key());
    // The owner cannot be ended, because another action of the same transaction writes it.
    if (takeover == null || takeover.equals(old)) {
      throw WriteFailures.ofCondition(request, claim, null, where, cause);
    }
    if (old != null) {
      claims.beginAgain(where);
    } else {
      claims.takeovers().add(takeover);
    }
    return Step.PLAN;
  }

  private Step failedTransaction(SdkException error) {
    Cancellation blame = Cancellation.blamed(error);
    if (blame == null) {
      throw error;
    }
    if (blame.isConditionFailure()) {
      return failedConditionOf(plan.actions().get(blame.action()), blame.item(), error);
    }
    if (!blame.isValidation()) {
      throw error;
    }
    if (!hasRead && NullForEmpty.mayBeMet(request, blame.message())) {
      return Step.READ;
    }
    throw WriteFailures.inOwnWords(
        request, ServiceErrors.validationError(blame.message(), error), request.entity().name());
  }

  private Step planAgain(SdkException cause) {
    if (plans >= session.attempts()) {
      throw new WriteRefusedException(
          RefusalReason.CHANGED_MEANWHILE,
          "%s: another writer changed the item each of the %d times that the write read it first"
              .formatted(where.text(), plans),
          -1,
          cause);
    }
    Session.pause(session.delayBefore(plans));
    return Step.READ;
  }

  // Reads the item after an attempt whose outcome is not known, and judges by it.
  private Step findOut(SdkException error) {
    Map<String, AttributeValue> item;
    try {
      item = readAgain();
    } catch (SdkException other) {
      throw SentTransaction.outcomeUnknown(error);
    }
    return judge(error, item);
  }

  private Step judge(SdkException error, Map<String, AttributeValue> item) {
    if (WriteOutcomes.isWritten(plan, item)) {
      return done(item, null);
    }
    boolean isRefused = error instanceof ConditionalCheckFailedException;
    WriteRefusedException conflict =
        WriteFailures.ofCondition(request, plan.first(), item, where, error);
    boolean isLost =
        conflict.reason() == RefusalReason.VERSION_CONFLICT
            || conflict.reason() == RefusalReason.ITEM_EXISTS;
    if (isRefused && WriteOutcomes.isEqual(plan, item)) {
      throw new OutcomeUnknownException(
          ("The outcome of the write is not known: %s: the item is equal to the one to write, but"
                  + " this write or another one may have written it: a version of the entity tells"
                  + " them apart")
              .formatted(request.entity().name()),
          error);
    }
    if (isRefused || isLost) {
      // An earlier attempt may have been carried out, and other programs may have written after it.
      throw WriteOutcomes.isSurelyUnwritten(request, plan, item)
          ? conflict
          : SentTransaction.outcomeUnknown(conflict);
    }
    boolean isConditional =
        request.expectedVersion() != null || plan.first().kind() == ActionKind.PUT;
    if (!plan.repeatable() && !isConditional) {
      throw SentTransaction.outcomeUnknown(error);
    }
    return again(SentTransaction.outcomeUnknown(error));
  }

  // Sends the plan again after a delay. Throws the error if the attempts are used up.
  private Step again(RuntimeException error) {
    long delay = session.delayBefore(attempts);
    if (delay < 0) {
      throw error;
    }
    Session.pause(delay);
    return Step.SEND;
  }

  private Row row(Map<String, AttributeValue> attributes) {
    if (attributes == null) {
      return null;
    }
    Map<String, AttributeValue> all = new LinkedHashMap<>(attributes);
    Identities.identify(request.table(), all);
    return new Row(request.entity(), all);
  }

  private Step done(
      Map<String, AttributeValue> attributes, Map<String, AttributeValue> oldAttributes) {
    Row row = row(attributes);
    Row old = null;
    RuntimeException unread = null;
    // A repeated request may return the item that the first attempt wrote.
    if (request.returnsOld() && lostAnswer && plan.actions().size() == 1) {
      unread =
          new OutcomeUnknownException(
              "The write is done; the old item is not known, because the first answer was lost",
              null);
    } else if (request.returnsOld()) {
      old = row(oldAttributes);
    }
    answer = new WriteAnswer(row, old, unread, call.cost().toCost());
    return Step.DONE;
  }
}
