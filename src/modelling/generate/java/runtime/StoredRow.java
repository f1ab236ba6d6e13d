package partita.runtime;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item with the fields that only its keys hold.
 *
 * @param entity its entity, or null if it belongs to no entity of the table
 * @param item the attributes as stored
 * @param added the fields that only keys hold
 */
record StoredRow(
    EntityDescription entity, Map<String, AttributeValue> item, Map<String, AttributeValue> added) {
  /** Returns the row of an item that was read through an index, or from the table if it is -1. */
  static StoredRow of(TableDescription table, int index, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> added = new LinkedHashMap<>(4);
    EntityDescription entity = Identities.of(table, item, added);
    if (entity != null) {
      Identities.addFieldsOfKey(table, entity, index, item, added);
    }
    return new StoredRow(entity, item, added);
  }

  Map<String, AttributeValue> attributes() {
    if (added.isEmpty()) {
      return item;
    }
    Map<String, AttributeValue> all = new LinkedHashMap<>(item);
    all.putAll(added);
    return all;
  }

  Row toRow() {
    return new Row(entity, attributes());
  }

  /** Returns the report of a row that cannot be used. */
  UnreadableRow toUnreadable(TableDescription table, String message) {
    Map<String, AttributeValue> key = Identities.primaryKeyOf(table, attributes());
    return new UnreadableRow(key, entity == null ? null : entity.name(), message);
  }

  /** Returns true if the row's time to live has passed. Rows of no entity never expire. */
  boolean hasExpired(Session session) {
    return entity != null
        && entity.ttl() >= 0
        && Expiry.hasPassed(entity, attributes(), session.now());
  }

  /** Returns the reason why the pattern cannot use an item of an entity that it does not name. */
  String misfit(AskedPattern pattern) {
    String name = pattern.name();
    // The pattern of a get has the name of its entity.
    boolean isGet =
        pattern.plan().operation() == PlanDescription.Operation.GET_ITEM
            && pattern.entities().size() == 1
            && name.equals(pattern.first().name());
    boolean isSearch = pattern.plan().operation() == PlanDescription.Operation.SEARCH;
    String reader =
        isGet
            ? "The get of the entity " + name
            : (isSearch ? "The search \"" : "The access pattern \"") + name + "\"";
    String key = Spelling.of(Identities.primaryKeyOf(pattern.table(), item));
    if (entity != null) {
      String advice =
          isGet
              ? "Give the keys of one of them another shape"
              : "Name the entity in the pattern, or give its keys another shape";
      return "%s read an item of the entity %s, which it does not name: %s. %s"
          .formatted(reader, entity.name(), key, advice);
    }
    String attribute = pattern.table().typeAttribute();
    AttributeValue tag = attribute == null ? null : item.get(attribute);
    String renamed =
        tag == null
            ? ""
            : (". Its type tag is %s: if a newer program has given an entity this tag, add "
                    + "the tag to the aliases of that entity in the model")
                .formatted(Spelling.of(tag));
    return ("%s read an item that belongs to no entity of the table %s: %s. Declare an entity "
            + "for it or remove it; partita model verify lists all such items%s")
        .formatted(reader, pattern.table().name(), key, renamed);
  }
}
