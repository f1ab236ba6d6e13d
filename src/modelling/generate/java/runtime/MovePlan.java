package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plans of moves, which put the item at its new key and delete it at the old one. */
final class MovePlan {
  private MovePlan() {}

  /** Plans a "move". */
  static void make(Planning plan) {
    Map<String, AttributeValue> movedTo = plan.request.movedTo();
    Map<String, AttributeValue> values = new LinkedHashMap<>(movedTo);
    List<String> unknown = carryUnknown(plan, values);
    Map<String, AttributeValue> item = PutPlan.wholeItem(plan, values, nextVersion(plan));
    Map<String, AttributeValue> newKey = Composer.primaryKey(plan.entity, movedTo);
    if (newKey.equals(plan.key)) {
      throw new ModelException(
          plan.entity.name() + ": a move does not change the primary key: use replace or update");
    }
    plan.planSentinels(new UniquePlan.Existence(true, true, false), newKey);
    WriteExpression there = isAsRead(plan, unknown);
    WriteExpression free = new WriteExpression();
    free.notExists(plan.table.partition());
    plan.addAction(ActionKind.PUT, ActionPart.ITEM, newKey, free, item);
    plan.addAction(ActionKind.DELETE, ActionPart.OLD_ITEM, plan.key, there, null);
    plan.addSentinels();
  }

  // True if the model knows the attribute.
  private static boolean isOurs(Planning plan, String name) {
    return plan.table.ownAttributes().contains(name) || plan.entity.positionOf(name) >= 0;
  }

  // Carries the attributes that the model does not know over to the new item.
  private static List<String> carryUnknown(Planning plan, Map<String, AttributeValue> values) {
    List<String> names = new ArrayList<>();
    if (plan.stored == null || !plan.stored.exists()) {
      return names;
    }
    Values.byName(plan.stored.attributes())
        .forEach(
            (name, value) -> {
              if (!isOurs(plan, name)) {
                values.putIfAbsent(name, value);
                plan.dependOn(name);
                names.add(name);
              }
            });
    return names;
  }

  private static WriteExpression conditionOfOld(Planning plan) {
    WriteExpression there = new WriteExpression();
    there.exists(plan.table.partition());
    plan.addConditions(there);
    plan.addReadConditions(there);
    return there;
  }

  // The condition that the item is as it was read. If the item has more attributes than a condition
  // of the service may name, the condition on the version replaces those on the unknown attributes,
  // because every write increments the version.
  private static WriteExpression isAsRead(Planning plan, List<String> unknown) {
    WriteExpression there = conditionOfOld(plan);
    if (unknown.isEmpty() || there.conditionFits()) {
      return there;
    }
    EntityDescription entity = plan.entity;
    boolean hasVersion =
        entity.hasVersion() && plan.storedValue(Planning.versionAttribute(entity)) != null;
    if (!hasVersion) {
      throw new ModelException(
          ("%s: a move is conditional on each attribute of the item that no field names, and "
                  + "these %d are more than a condition holds: name them in the model, or give the "
                  + "entity a version and the item a value of it")
              .formatted(entity.name(), unknown.size()));
    }
    unknown.forEach(plan.read::remove);
    return conditionOfOld(plan);
  }

  private static long nextVersion(Planning plan) {
    if (!plan.entity.hasVersion()) {
      return 0;
    }
    Long expected = plan.request.expectedVersion();
    return expected == null ? plan.versionAfterRead() : plan.versionAfter(expected);
  }
}
