package partita.runtime;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The actions of one write, and its outcome as far as the request determines it. Plans need no
 * database. A plan made from a read item is conditional on the attributes that it used. If one of
 * them has changed since, the write must be planned again.
 *
 * @param actions the actions, of which the first is on the request's item
 * @param writeId the id that the write stores, which is empty without a version
 * @param repeatable true if a second execution has no further effect
 * @param row the item after the write, with the fields that only keys hold, of create, put and
 *     move, otherwise null
 * @param read the attributes of the read item that the plan used; a null marks an absent attribute
 */
record WritePlan(
    List<WriteAction> actions,
    String writeId,
    boolean repeatable,
    Map<String, AttributeValue> row,
    Map<String, AttributeValue> read) {
  /**
   * Returns the plan of a write. {@code stored} is the result of a consistent read, or null if no
   * item was read. If it has an item, the write is on the primary key that this item has, also if
   * the fields give another one. {@code writeId} is a text that no other write uses.
   *
   * @throws ModelException if the request lacks a value, contradicts itself or breaks a rule, or if
   *     a value cannot be in a key
   * @throws WriteRefusedException if the read item does not exist but the request needs it
   */
  static WritePlan of(
      WriteRequest request,
      StoredItem stored,
      String writeId,
      Map<String, ComputedFunction> functions) {
    WriteRules.check(request);
    Map<String, AttributeValue> key = keyOf(request, stored);
    if (stored != null && !stored.exists() && needsItem(request)) {
      throw new WriteRefusedException(
          RefusalReason.ITEM_MISSING,
          request.entity().name() + ": there is no such item",
          -1,
          null);
    }
    Planning plan = new Planning(request, stored, writeId, functions, key);
    switch (request.kind()) {
      case CREATE, PUT -> PutPlan.make(plan);
      case UPDATE, UPSERT -> UpdatePlan.make(plan);
      case REMOVE -> planRemove(plan);
      case CHECK -> planCheck(plan);
      case MOVE -> MovePlan.make(plan);
    }
    boolean storesId =
        request.entity().hasVersion()
            && request.kind() != WriteKind.REMOVE
            && request.kind() != WriteKind.CHECK;
    return new WritePlan(
        plan.actions, storesId ? writeId : "", plan.repeatable, plan.row, plan.read);
  }

  WritePlan withActions(List<WriteAction> other) {
    return new WritePlan(other, writeId, repeatable, row, read);
  }

  WriteAction first() {
    return actions.get(0);
  }

  private static boolean needsItem(WriteRequest request) {
    return switch (request.kind()) {
      case UPDATE, MOVE -> true;
      case REMOVE -> request.mustExist() || request.expectedVersion() != null;
      default -> request.expectedVersion() != null;
    };
  }

  // The fields of an item that another program wrote need not give its key.
  private static Map<String, AttributeValue> keyOf(WriteRequest request, StoredItem stored) {
    boolean stays = request.kind() == WriteKind.UPDATE || request.kind() == WriteKind.REMOVE;
    if (stays && stored != null && stored.exists()) {
      Map<String, AttributeValue> key =
          Identities.primaryKeyOf(request.table(), stored.attributes());
      if (!key.isEmpty()) {
        return key;
      }
    }
    return Composer.primaryKey(request.entity(), request.values());
  }

  private static void planRemove(Planning plan) {
    boolean mayBeThere = plan.stored == null || plan.stored.exists();
    plan.planSentinels(new UniquePlan.Existence(mayBeThere, false, false), plan.key);
    WriteExpression expression = new WriteExpression();
    if (plan.request.mustExist()) {
      expression.exists(plan.table.partition());
    }
    if (!mayBeThere) {
      expression.notExists(plan.table.partition());
    }
    plan.addConditions(expression);
    plan.addReadConditions(expression);
    plan.addAction(ActionKind.DELETE, ActionPart.ITEM, plan.key, expression, null);
    plan.addSentinels();
  }

  private static void planCheck(Planning plan) {
    WriteExpression expression = new WriteExpression();
    plan.addConditions(expression);
    if (!expression.hasCondition() || plan.request.mustExist()) {
      expression.exists(plan.table.partition());
    }
    plan.addAction(ActionKind.CHECK, ActionPart.ITEM, plan.key, expression, null);
  }
}
