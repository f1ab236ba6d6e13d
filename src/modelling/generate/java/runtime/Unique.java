package partita.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Sentinel items, which keep the values of a field unique, or the joint values of several fields.
 *
 * <p>This layout is stored. A sentinel's partition key is {@code UNIQUE#<name>#<field>#<escaped
 * value>}, or for several fields {@code UNIQUE#<name>#<field>+<field>#<escaped value>#<escaped
 * value>}. If the table has a sort key, it is the same text. The name is the entity's name or the
 * one that its description gives. A field is the attribute that stores it, so that a field that is
 * renamed and keeps its attribute also keeps its sentinels. {@code owner_<attribute>} holds each
 * attribute of the owner's primary key. The type tag, if the table has one, is {@code UNIQUE}. A
 * sentinel is written in the transaction that writes its owner.
 */
final class Unique {
  private static final String TAG = "UNIQUE";
  private static final String PREFIX = "UNIQUE#";

  private Unique() {}

  /** Returns a text for messages, such as "field email" or "fields tenantId, email". */
  static String nameOf(EntityDescription entity, List<Integer> unique) {
    String names =
        unique.stream().map(field -> entity.field(field).name()).collect(Collectors.joining(", "));
    return (unique.size() == 1 ? "field " : "fields ") + names;
  }

  /**
   * Returns the primary key of the sentinel for the values, which are found under the fields'
   * attributes. Null if a value is absent, because then the values need not be unique.
   *
   * @throws ModelException that names the field, if the table's keys are not strings, or if a value
   *     cannot be in a key or makes the key too long
   */
  static Map<String, AttributeValue> keyOf(
      TableDescription table,
      EntityDescription entity,
      List<Integer> unique,
      Map<String, AttributeValue> values) {
    if (!entity.keyFacts().hasTextKeys()) {
      throw new ModelException(
          "%s: %s cannot be unique: the keys of table %s are not strings"
              .formatted(entity.name(), nameOf(entity, unique), table.name()));
    }
    StringBuilder text = new StringBuilder();
    StringJoiner fields = new StringJoiner("+");
    for (int position : unique) {
      FieldDescription field = entity.field(position);
      AttributeValue value = values.get(field.attribute());
      if (value == null) {
        return null;
      }
      fields.add(field.attribute());
      text.append('#').append(KeyTexts.of(KeyPart.field(position), field, value));
    }
    String key = PREFIX + entity.sentinels() + "#" + fields + text;
    int size = Texts.utf8Size(key);
    KeyRole role = table.sort() == null ? KeyRole.PARTITION : KeyRole.SORT;
    if (size > role.limit()) {
      throw new ModelException(
          "%s: the value of %s is too long to be kept unique: its key would have %d bytes"
              .formatted(entity.name(), nameOf(entity, unique), size));
    }
    Map<String, AttributeValue> sentinel = new LinkedHashMap<>(4);
    for (String attribute : table.keyAttributes()) {
      sentinel.put(attribute, AttributeValue.fromS(key));
    }
    return sentinel;
  }

  /** Returns the name of the sentinel's attribute that holds the owner's key attribute. */
  static String ownerAttribute(String keyAttribute) {
    return "owner_" + keyAttribute;
  }

  /** Returns the whole sentinel with this key. The owner is given by its primary key. */
  static Map<String, AttributeValue> itemOf(
      TableDescription table,
      Map<String, AttributeValue> sentinelKey,
      Map<String, AttributeValue> owner) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(sentinelKey);
    owner.forEach((name, value) -> item.put(ownerAttribute(name), value));
    if (table.typeAttribute() != null) {
      item.put(table.typeAttribute(), AttributeValue.fromS(TAG));
    }
    return item;
  }

  /** Returns the owner's primary key if the stored item is a sentinel, otherwise null. */
  static Map<String, AttributeValue> ownerOf(
      TableDescription table, Map<String, AttributeValue> item) {
    String key = Values.textOf(item.get(table.partition()));
    if (key == null || !key.startsWith(PREFIX)) {
      return null;
    }
    Map<String, AttributeValue> owner = new LinkedHashMap<>(4);
    for (String attribute : table.keyAttributes()) {
      AttributeValue value = item.get(ownerAttribute(attribute));
      if (value == null) {
        return null;
      }
      owner.put(attribute, value);
    }
    return owner;
  }
}
