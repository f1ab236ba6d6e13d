package partita.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells the entity of a stored item, and reads the fields that only the item's keys hold. */
final class Identities {
  private Identities() {}

  /**
   * Returns the entity of a stored item, by its type tag, or by the shape of its primary key if it
   * has no tag. Null if it belongs to no entity. {@code added} must be empty, and gets the fields
   * that only the keys hold.
   */
  static EntityDescription of(
      TableDescription table, Map<String, AttributeValue> item, Map<String, AttributeValue> added) {
    AttributeValue tag = table.typeAttribute() == null ? null : item.get(table.typeAttribute());
    for (EntityDescription entity : table.entities()) {
      if (tag != null && !isTagOf(entity, tag.s())) {
        continue;
      }
      // A tag decides the entity, even if the key does not have the shape that the fields give.
      if (tag == null || lacksKeyField(entity, item)) {
        KnownValues known = new KnownValues(item, added);
        boolean agrees = KeyReader.read(entity, known, entity.primary().attributes());
        if (!agrees && tag == null) {
          continue;
        }
      }
      addKeyOnly(entity, item, added);
      return entity;
    }
    return null;
  }

  /** Returns the same as of(), and adds the fields that only keys hold to the item. */
  static EntityDescription identify(TableDescription table, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> added = new LinkedHashMap<>();
    EntityDescription entity = of(table, item, added);
    item.putAll(added);
    return entity;
  }

  /**
   * Adds the fields that the index does not project but its key holds. Requires: the item is one of
   * the entity that was read through the index.
   */
  static void addFieldsOfKey(
      TableDescription table,
      EntityDescription entity,
      int index,
      Map<String, AttributeValue> item,
      Map<String, AttributeValue> added) {
    if (index < 0 || table.indexes().get(index).projectsAll()) {
      return;
    }
    for (EntityKey key : entity.indexes()) {
      if (key.index() == index) {
        readIndexKey(entity, key, new KnownValues(item, added));
      }
    }
  }

  /** Returns the attributes of the item's primary key, as far as the item has them. */
  static Map<String, AttributeValue> primaryKeyOf(
      TableDescription table, Map<String, AttributeValue> item) {
    return keyOf(table.keyAttributes(), item);
  }

  /** Returns those of the attributes that the item has. */
  static Map<String, AttributeValue> keyOf(List<String> names, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>(4);
    for (String name : names) {
      AttributeValue value = item.get(name);
      if (value != null) {
        key.put(name, value);
      }
    }
    return key;
  }

  private static boolean isTagOf(EntityDescription entity, String tag) {
    return tag != null && (tag.equals(entity.name()) || entity.aliases().contains(tag));
  }

  private static void addKeyOnly(
      EntityDescription entity,
      Map<String, AttributeValue> item,
      Map<String, AttributeValue> added) {
    if (!entity.keyFacts().hasKeyOnly()) {
      return;
    }
    for (FieldDescription field : entity.fields()) {
      if (field.keyOnly() && !added.containsKey(field.attribute())) {
        for (EntityKey key : entity.indexes()) {
          readIndexKey(entity, key, new KnownValues(item, added));
        }
        return;
      }
    }
  }

  private static void readIndexKey(EntityDescription entity, EntityKey key, KnownValues item) {
    KeyReader.read(entity, item, key.partition());
    KeyReader.read(entity, item, key.sort());
  }

  // True if the primary key may hold a field that the item lacks.
  private static boolean lacksKeyField(EntityDescription entity, Map<String, AttributeValue> item) {
    for (int position : entity.keyFacts().identifying()) {
      FieldDescription field = entity.field(position);
      if (field.keyOnly() || !item.containsKey(field.attribute())) {
        return true;
      }
    }
    return false;
  }
}
