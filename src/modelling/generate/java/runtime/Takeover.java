package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A sentinel whose owner has expired or does not exist. The service removes an expired owner at
 * some time and leaves its sentinel behind. A claim that finds such a sentinel reads the owner. It
 * is then sent again with the actions that end the owner's claim.
 *
 * @param sentinelKey the primary key of the sentinel
 * @param ownerKey the primary key of the owner
 * @param owner the owner as it was read, or null if it does not exist
 */
record Takeover(
    Map<String, AttributeValue> sentinelKey,
    Map<String, AttributeValue> ownerKey,
    Map<String, AttributeValue> owner) {
  /**
   * Returns the key of the owner to read, if a claim of an entity with time to live failed because
   * of the sentinel that was found. Null if the value counts as taken.
   */
  static Map<String, AttributeValue> ownerInTheWay(
      EntityDescription entity, WriteAction action, Map<String, AttributeValue> found) {
    if (entity.ttl() < 0 || action.part() != ActionPart.CLAIM || found == null) {
      return null;
    }
    return Unique.ownerOf(action.table(), found);
  }

  /**
   * Returns true if an action failed because its knowledge of a value's earlier owner is out of
   * date. The value may then be free, and a write that is planned without takeovers finds that out.
   */
  static boolean needsNewPlan(
      ActionPart part, boolean isTakenOver, Map<String, AttributeValue> found) {
    return part == ActionPart.EXPIRED || (part == ActionPart.CLAIM && isTakenOver && found == null);
  }

  /**
   * Returns true if the owner that was read has the claimed value. If not, the owner has given the
   * value up since, or the sentinel was left behind.
   */
  static boolean ownerHasValue(
      WriteAction claim,
      Map<String, AttributeValue> owner,
      Map<String, ComputedFunction> functions) {
    return owner != null && ItemSentinels.of(claim.table(), owner, functions).contains(claim.key());
  }

  /** Returns the error of a write that met another owner each time. */
  static WriteRefusedException ownersChange(Where where, int times) {
    return new WriteRefusedException(
        RefusalReason.CHANGED_MEANWHILE,
        ("%s: the owner of a unique value changed each of the %d times that it was read: the "
                + "value may be free")
            .formatted(where.text(), times),
        where.position(),
        null);
  }

  /**
   * Returns the takeover that the owner that was read allows. Null if the owner exists and has not
   * expired.
   */
  static Takeover of(
      Session session,
      WriteAction claim,
      Map<String, AttributeValue> ownerKey,
      Map<String, AttributeValue> owner) {
    if (owner == null) {
      return new Takeover(claim.key(), ownerKey, null);
    }
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(owner);
    EntityDescription entity = Identities.identify(claim.table(), attributes);
    boolean hasExpired = entity != null && Expiry.hasPassed(entity, attributes, session.now());
    return hasExpired ? new Takeover(claim.key(), ownerKey, owner) : null;
  }

  /**
   * Returns the actions with a claim that replaces the old owner's sentinel, and with the actions
   * that end the owner: its removal with its other sentinels, or a check that it does not exist.
   * They are at the end. The actions stay as they are if not one of them claims the value or if one
   * of them writes the owner itself.
   *
   * @throws ModelException if the owner's keys cannot be made
   */
  List<WriteAction> added(
      List<WriteAction> plan, EntityDescription entity, Map<String, ComputedFunction> functions) {
    int at = claimAt(plan, sentinelKey);
    if (at < 0) {
      return plan;
    }
    List<WriteAction> actions = new ArrayList<>(plan);
    WriteAction claim = actions.get(at);
    WriteAction onOwner =
        actions.stream()
            .filter(one -> one.table() == claim.table() && one.key().equals(ownerKey))
            .findFirst()
            .orElse(null);
    if (onOwner != null && onOwner.part() != ActionPart.EXPIRED) {
      return plan;
    }
    WriteExpression oldClaim = new WriteExpression();
    Values.byName(ownerKey)
        .forEach((name, value) -> oldClaim.equals(Unique.ownerAttribute(name), value, null));
    actions.set(at, claim.withConditionOf(oldClaim.expressions()));
    if (onOwner != null) {
      return actions;
    }
    for (WriteAction end : ends(claim.table(), entity, functions)) {
      // A value that this write claims gets a new owner. All other values of the old owner become
      // free.
      int claimed = claimAt(actions, end.key());
      if (claimed >= 0) {
        actions.set(claimed, actions.get(claimed).withConditionOf(end.expressions()));
      } else {
        actions.add(end.withPart(ActionPart.EXPIRED, claim.unique()));
      }
    }
    return actions;
  }

  static int claimAt(List<WriteAction> actions, Map<String, AttributeValue> sentinelKey) {
    for (int i = 0; i < actions.size(); ++i) {
      WriteAction action = actions.get(i);
      if (action.part() == ActionPart.CLAIM && action.key().equals(sentinelKey)) {
        return i;
      }
    }
    return -1;
  }

  // The removal of the owner with its sentinels, on the condition that the owner is still as it was
  // read, or the check that it is gone.
  private List<WriteAction> ends(
      TableDescription table, EntityDescription entity, Map<String, ComputedFunction> functions) {
    if (owner == null) {
      WriteExpression gone = new WriteExpression();
      gone.notExists(table.partition());
      return List.of(
          new WriteAction(
              ActionKind.CHECK,
              ActionPart.ITEM,
              false,
              null,
              table,
              ownerKey,
              null,
              gone.expressions()));
    }
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(owner);
    Identities.identify(table, attributes);
    String expiry = entity.field(entity.ttl()).attribute();
    WriteRequest request =
        WriteRequest.builder(WriteKind.REMOVE, table, entity, attributes)
            .anyVersion(true)
            .condition(Condition.compare(ConditionKind.EQUAL, expiry, attributes.get(expiry)))
            .build();
    return WritePlan.of(request, new StoredItem(attributes), "", functions).actions();
  }
}
