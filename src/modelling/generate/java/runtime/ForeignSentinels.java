package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The sentinels of other items that one write has met. A write of an item may have a unique value
 * without owning its sentinel, because another item owns it. Such duplicates exist if a field was
 * made unique in a table that had them. The write must leave that sentinel as it is.
 *
 * <p>A write is planned as if the item owned the sentinel. If the sentinel turns out to be another
 * item's, the write is sent again with a check in place of the action: the sentinel still is
 * another item's. So no sentinel stays behind if the item gets it in the meantime.
 */
final class ForeignSentinels {
  private final List<Map<String, AttributeValue>> keys = new ArrayList<>();

  /**
   * Learns from an action of a plan whose condition was refused because of the sentinel that was
   * found, which may be null. Returns true if the write may succeed once spared() has changed its
   * plan.
   */
  boolean learn(WriteAction action, Map<String, AttributeValue> found) {
    if (!action.part().endsOwnership()) {
      return false;
    }
    // A known sentinel that fails its check is the item's own by now, or is gone.
    if (keys.remove(action.key())) {
      return true;
    }
    if (found == null || Unique.ownerOf(action.table(), found) == null) {
      return false;
    }
    keys.add(action.key());
    return true;
  }

  /**
   * Returns the plan without the actions that would release these sentinels or give them another
   * owner. The plan has all actions of the write of one item.
   */
  List<WriteAction> spared(List<WriteAction> plan) {
    if (keys.isEmpty()) {
      return plan;
    }
    // The key that the item has before the write.
    WriteAction owner =
        plan.stream()
            .filter(action -> action.part() == ActionPart.OLD_ITEM)
            .findFirst()
            .orElse(plan.get(0));
    return plan.stream()
        .map(
            action ->
                action.part().endsOwnership() && keys.contains(action.key())
                    ? checkForeign(action, owner.key())
                    : action)
        .toList();
  }

  private static WriteAction checkForeign(WriteAction action, Map<String, AttributeValue> owner) {
    List<Condition> children = new ArrayList<>();
    Values.byName(owner)
        .forEach(
            (name, value) ->
                children.add(
                    Condition.compare(
                        ConditionKind.NOT_EQUAL, Unique.ownerAttribute(name), value)));
    WriteExpression expression = new WriteExpression();
    expression.exists(action.table().partition());
    expression.holds(Condition.or(children));
    return new WriteAction(
        ActionKind.CHECK,
        action.part(),
        false,
        action.unique(),
        action.table(),
        action.key(),
        null,
        expression.expressions());
  }
}
