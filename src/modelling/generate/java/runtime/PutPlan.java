package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Plans of writes that store a whole item. */
final class PutPlan {
  private PutPlan() {}

  /** Plans a "create" or "put". */
  static void make(Planning plan) {
    boolean onlyNew = putsOnlyNew(plan);
    Map<String, AttributeValue> item =
        wholeItem(plan, plan.request.values(), nextVersion(plan, onlyNew));
    boolean surelyBefore = plan.stored != null || plan.request.expectedVersion() != null;
    plan.planSentinels(new UniquePlan.Existence(!onlyNew, true, surelyBefore), plan.key);
    WriteExpression expression = new WriteExpression();
    if (onlyNew) {
      expression.notExists(plan.table.partition());
    } else if (plan.stored != null) {
      expression.exists(plan.table.partition());
    }
    plan.addConditions(expression);
    plan.addReadConditions(expression);
    plan.addAction(ActionKind.PUT, ActionPart.ITEM, plan.key, expression, item);
    plan.addSentinels();
  }

  /**
   * Returns the whole item made from its fields, with its keys. The plan's row also gets the fields
   * that only keys hold. A version of 0 means that the entity has no version.
   *
   * @throws ModelException if a field is missing or cannot be in a key
   */
  static Map<String, AttributeValue> wholeItem(
      Planning plan, Map<String, AttributeValue> fields, long version) {
    EntityDescription entity = plan.entity;
    TableDescription table = plan.table;
    Map<String, AttributeValue> item = new LinkedHashMap<>(fields);
    if (version > 0) {
      item.put(Planning.versionAttribute(entity), Values.number(version));
    }
    WriteRules.checkRequired(entity, item);
    plan.checkNaturalKeys(item);
    ItemKeys keys = Composer.all(table, entity, item);
    keys.absent().forEach(item::remove);
    item.putAll(keys.present());
    if (table.typeAttribute() != null) {
      item.put(table.typeAttribute(), AttributeValue.fromS(entity.name()));
    }
    if (version > 0) {
      item.put(Planning.WRITE_ID, AttributeValue.fromS(plan.writeId));
    }
    plan.row = item;
    if (!entity.keyFacts().hasKeyOnly()) {
      return item;
    }
    Map<String, AttributeValue> storedItem = new LinkedHashMap<>(item);
    for (FieldDescription field : entity.fields()) {
      if (field.keyOnly() && !keys.present().containsKey(field.attribute())) {
        storedItem.remove(field.attribute());
      }
    }
    return storedItem;
  }

  // True if the write requires that the item does not exist. A versioned item is replaced only if
  // the request gives its version or accepts any version.
  private static boolean putsOnlyNew(Planning plan) {
    WriteRequest request = plan.request;
    if (request.kind() == WriteKind.CREATE || (plan.stored != null && !plan.stored.exists())) {
      return true;
    }
    return plan.entity.hasVersion() && request.expectedVersion() == null && !request.anyVersion();
  }

  private static long nextVersion(Planning plan, boolean onlyNew) {
    if (!plan.entity.hasVersion()) {
      return 0;
    }
    long version = 1;
    if (plan.request.expectedVersion() != null) {
      version = plan.versionAfter(plan.request.expectedVersion());
    } else if (!onlyNew) {
      version = plan.versionAfterRead();
    }
    plan.states.setAfter(plan.entity.version(), FieldState.of(Values.number(version)));
    return version;
  }
}
