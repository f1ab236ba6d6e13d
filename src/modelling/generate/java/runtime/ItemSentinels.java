package partita.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sentinels that a stored item needs. */
final class ItemSentinels {
  private ItemSentinels() {}

  /**
   * Returns the primary keys of the sentinels that the item's unique fields need. A value that can
   * have no sentinel is left out.
   */
  static List<Map<String, AttributeValue>> of(
      TableDescription table,
      Map<String, AttributeValue> stored,
      Map<String, ComputedFunction> functions) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(stored);
    EntityDescription entity = Identities.identify(table, item);
    if (entity == null) {
      return List.of();
    }
    Defaults.addTo(entity, item);
    for (FieldDescription field : entity.fields()) {
      if (Defaults.countsAsAbsent(field, item.get(field.attribute()))) {
        item.remove(field.attribute());
      }
    }
    // Keys are composed from the computed values, each from the item as it is stored.
    Map<String, AttributeValue> computed = new LinkedHashMap<>();
    for (Computed one : entity.computed()) {
      try {
        computed.putAll(KeptMembers.computedValues(entity.withComputed(one), item, functions));
      } catch (ModelException error) {
        continue; // A value that cannot be computed has no sentinel.
      }
    }
    KeptMembers.putOrRemove(computed, item);
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    for (List<Integer> unique : entity.unique()) {
      try {
        Map<String, AttributeValue> key = Unique.keyOf(table, entity, unique, item);
        if (key != null) {
          keys.add(key);
        }
      } catch (ModelException error) {
        continue; // A value that cannot be in a key has no sentinel.
      }
    }
    return keys;
  }
}
