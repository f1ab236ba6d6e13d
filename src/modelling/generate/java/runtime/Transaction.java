package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Carries out several writes, all or not one. */
final class Transaction {
  private final WriteCall call;
  private final Session session;
  private final List<Member> members;
  private final Claims claims;
  private final List<Integer> claimedBy = new ArrayList<>(); // for each takeover
  private int rounds;

  private enum Step {
    READ,
    SEND,
    DONE
  }

  private static final class Member {
    private WriteRequest request; // with the kept fields
    private StoredItem stored = new StoredItem(null);
    private WritePlan plan;
    private final ForeignSentinels foreign = new ForeignSentinels();

    Member(WriteRequest request) {
      this.request = request;
    }
  }

  /** A refused action, with the request that needs it. The action is that of the request's plan. */
  private record Refused(
      GatheredActions.Origin origin, Member member, WriteAction action, SdkException cause) {}

  private Transaction(Session session, List<WriteRequest> requests) {
    this.call = new WriteCall(session);
    this.session = session;
    this.members = requests.stream().map(Member::new).toList();
    this.claims = new Claims(session);
  }

  /**
   * Carries out all writes or not one, over one or more tables. The request carries a token, so
   * that a repetition has no effect. Throws as SingleWrite.run() does. A refusal names the position
   * of its request, counted from 0.
   */
  static Cost run(Session session, List<WriteRequest> requests) {
    if (requests.isEmpty()) {
      return new CostMeter().toCost();
    }
    for (int i = 0; i < requests.size(); ++i) {
      if (requests.get(i).returnsOld()) {
        throw new ModelException("request " + i + ": a transaction returns no items, old or new");
      }
    }
    for (int i = 0; i < requests.size(); ++i) {
      WriteRequest request = requests.get(i);
      Requests.at(
          i,
          () -> {
            WriteRules.check(request);
            KeptMembers.check(request);
            return null;
          });
    }
    long now = session.now();
    List<WriteRequest> whole = new ArrayList<>(requests.size());
    for (int i = 0; i < requests.size(); ++i) {
      WriteRequest request = requests.get(i);
      whole.add(Requests.at(i, () -> KeptMembers.added(request, now, session.computed())));
    }
    return new Transaction(session, whole).run();
  }

  private Cost run() {
    Step step = Step.READ;
    while (step != Step.DONE) {
      step = step == Step.READ ? read() : send();
    }
    return call.cost().toCost();
  }

  // Reads the items for the requests, one after the other.
  private Step read() {
    for (int i = 0; i < members.size(); ++i) {
      Member member = members.get(i);
      WriteRequest request = member.request;
      if (!NeededReads.ofPlan(request)) {
        continue;
      }
      Map<String, AttributeValue> item =
          Requests.at(
              i,
              () ->
                  call.getItem(
                      request.table(), Composer.primaryKey(request.entity(), request.values())));
      if (item != null) {
        call.cost().addEvaluated(1);
        Identities.identify(request.table(), item);
      }
      member.stored = new StoredItem(item);
    }
    return Step.SEND;
  }

  private Step send() {
    ++rounds;
    List<List<WriteAction>> plans = new ArrayList<>(members.size());
    for (int i = 0; i < members.size(); ++i) {
      Member member = members.get(i);
      StoredItem stored = NeededReads.ofPlan(member.request) ? member.stored : null;
      WritePlan plan =
          Requests.at(
              i, () -> WritePlan.of(member.request, stored, session.newId(), session.computed()));
      member.plan = plan.withActions(member.foreign.spared(plan.actions()));
      plans.add(member.plan.actions());
    }
    GatheredActions gathered =
        GatheredActions.of(session, requests(), plans, claims.takeovers(), claimedBy);
    try {
      SentTransaction.run(call, gathered.actions());
    } catch (SdkException error) {
      return failed(error, gathered);
    }
    return Step.DONE;
  }

  private List<WriteRequest> requests() {
    return members.stream().map(member -> member.request).toList();
  }

  private Step failed(SdkException error, GatheredActions gathered) {
    Cancellation blame = Cancellation.blamed(error);
    if (blame == null || blame.action() >= gathered.actions().size()) {
      throw error;
    }
    WriteAction sent = gathered.actions().get(blame.action());
    GatheredActions.Origin origin = gathered.origins().get(blame.action());
    Member member = members.get(origin.request());
    WriteAction action = member.plan.actions().get(origin.action());
    if (blame.isConditionFailure()) {
      return failedConditionOf(new Refused(origin, member, action, error), sent, blame.item());
    }
    if (!blame.isValidation()) {
      throw Requests.named(origin.request(), error);
    }
    String message = blame.message();
    if (readsFromNowOn(member, NullForEmpty.mayBeMet(member.request, message))) {
      return Step.READ;
    }
    RuntimeException refused =
        WriteFailures.inOwnWords(
            member.request,
            ServiceErrors.validationError(message, error),
            member.request.entity().name());
    throw Requests.named(origin.request(), refused);
  }

  // If a request met a NULL that means empty, it is planned again with the stored item. Returns
  // false if the request already reads its item or met no NULL.
  private static boolean readsFromNowOn(Member member, boolean hasMetNull) {
    if (NeededReads.ofPlan(member.request) || !hasMetNull) {
      return false;
    }
    member.request = member.request.toBuilder().readFirst(true).build();
    return true;
  }

  private Step failedConditionOf(
      Refused refused, WriteAction sent, Map<String, AttributeValue> item) {
    Member member = refused.member();
    WriteAction action = refused.action();
    WriteRequest request = member.request;
    boolean isMoveTarget = request.kind() == WriteKind.MOVE && action.part() == ActionPart.ITEM;
    boolean isOwn = action.unique() == null;
    if (NeededReads.ofPlan(request)
        && isOwn
        && !isMoveTarget
        && WriteFailures.changedSinceRead(member.plan, member.stored, item)
        && rounds < session.attempts()) {
      Session.pause(session.delayBefore(rounds));
      return Step.READ;
    }
    if (isOwn && readsFromNowOn(member, NullForEmpty.isMetIn(request, item))) {
      return Step.READ;
    }
    if (claims.mayGoOn() && member.foreign.learn(action, item)) {
      claims.count();
      return Step.SEND;
    }
    boolean isTakenOver = claims.of(action.key()) != null;
    int position = refused.origin().request();
    if (Takeover.needsNewPlan(sent.part(), isTakenOver, item)) {
      return claimAgain(position);
    }
    Map<String, AttributeValue> ownerKey = Takeover.ownerInTheWay(request.entity(), action, item);
    if (ownerKey == null) {
      throw WriteFailures.ofCondition(request, action, item, where(position), refused.cause());
    }
    Map<String, AttributeValue> owner =
        Requests.at(position, () -> call.getItem(request.table(), ownerKey));
    if (owner != null) {
      call.cost().addEvaluated(1);
    }
    return judgeOwner(refused, ownerKey, owner);
  }

  // Sends all writes again if the owner of a value that a claim found taken has expired, or no
  // longer has the value.
  private Step judgeOwner(
      Refused refused, Map<String, AttributeValue> ownerKey, Map<String, AttributeValue> owner) {
    WriteAction claim = refused.action();
    int position = refused.origin().request();
    Takeover takeover = Takeover.of(session, claim, ownerKey, owner);
    if (takeover == null
        && claims.mayGoOn()
        && !Takeover.ownerHasValue(claim, owner, session.computed())) {
      return claimAgain(position);
    }
    Takeover old = claims.of(claim.key());
    // The owner cannot be ended, because another action of the transaction writes it.
    if (takeover == null || takeover.equals(old)) {
      throw WriteFailures.ofCondition(
          refused.member().request, claim, null, where(position), refused.cause());
    }
    if (old != null) {
      return claimAgain(position);
    }
    claims.takeovers().add(takeover);
    claimedBy.add(position);
    return Step.SEND;
  }

  private Step claimAgain(int position) {
    claims.beginAgain(where(position));
    claimedBy.clear();
    return Step.SEND;
  }

  private Where where(int position) {
    return Requests.whereOf(requests(), position);
  }
}
