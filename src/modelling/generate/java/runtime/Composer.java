package partita.runtime;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Composes key attributes from field values, by the key templates.
 *
 * <p>Keys are injective: an escaped value holds a byte up to '$' only as part of "$HH" (upper-case
 * hex), and '#' joins fields. The byte order of keys is the tuple order of their fields, compared
 * as their key texts. Field values are attribute values, under their attribute names.
 */
final class Composer {
  private Composer() {}

  /**
   * Returns the text of the first parts, or null if a field is absent, because such an item has no
   * such key. Throws ModelException as KeyTexts.of() does.
   */
  static String text(
      List<KeyPart> parts,
      int count,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; ++i) {
      KeyPart part = parts.get(i);
      if (part instanceof Literal literal) {
        text.append(literal.text());
      } else if (part instanceof KeyField key) {
        FieldDescription field = entity.field(key.field());
        AttributeValue value = values.get(field.attribute());
        if (value == null) {
          return null;
        }
        text.append(KeyTexts.of(key, field, value));
      }
    }
    return text.toString();
  }

  /**
   * Returns the value of the item's key attribute, or null if a field is absent.
   *
   * @throws ModelException as KeyTexts.of() does, and for a key that is too long
   */
  static AttributeValue value(
      KeyAttribute key,
      KeyRole role,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    if (key.natural()) {
      return natural(key, role, entity, values);
    }
    return composed(key, key.parts(), role, entity, values);
  }

  /** Returns the same as value(), of a composed key with these parts in the place of its own. */
  static AttributeValue composed(
      KeyAttribute key,
      List<KeyPart> parts,
      KeyRole role,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    String text = text(parts, parts.size(), entity, values);
    if (text == null) {
      return null;
    }
    int size = Texts.utf8Size(text);
    if (size > role.limit()) {
      throw tooLong(key, role, longestField(parts, entity, values), size);
    }
    return key.type().of(text);
  }

  /**
   * Returns the attributes of the primary key.
   *
   * @throws ModelException as value() does, or for a missing field
   */
  static Map<String, AttributeValue> primaryKey(
      EntityDescription entity, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> key = new LinkedHashMap<>(4);
    for (KeyAttribute attribute : entity.primary().partition()) {
      addPrimary(attribute, KeyRole.PARTITION, entity, values, key);
    }
    for (KeyAttribute attribute : entity.primary().sort()) {
      addPrimary(attribute, KeyRole.SORT, entity, values, key);
    }
    return key;
  }

  /**
   * Returns all key attributes of an item.
   *
   * @throws ModelException as value() does, or for a missing field of the primary key
   */
  static ItemKeys all(
      TableDescription table, EntityDescription entity, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> present = new TreeMap<>(Texts::compare);
    present.putAll(primaryKey(entity, values));
    Set<String> absent = new TreeSet<>(Texts::compare);
    for (EntityKey key : entity.indexes()) {
      IndexDescription index = table.indexes().get(key.index());
      Map<String, AttributeValue> composed = ofIndex(index, entity, key, values);
      if (composed != null) {
        present.putAll(composed);
        continue;
      }
      for (KeyAttribute one : key.attributes()) {
        if (!one.natural()) {
          absent.add(one.attribute());
        }
      }
      if (index.shards() != null) {
        absent.add(index.shards().attribute());
      }
    }
    absent.removeAll(present.keySet());
    return new ItemKeys(present, List.copyOf(absent));
  }

  private static ModelException tooLong(KeyAttribute key, KeyRole role, String field, int size) {
    return new ModelException(
        "The %s key %s would have %d bytes, of which the field %s fills the most: the limit is %d"
            .formatted(role.word(), key.attribute(), size, field, role.limit()));
  }

  // The name of the field whose text is the longest.
  private static String longestField(
      List<KeyPart> parts, EntityDescription entity, Map<String, AttributeValue> values) {
    int longest = 0;
    String name = "";
    for (KeyPart part : parts) {
      if (part instanceof KeyField key) {
        FieldDescription field = entity.field(key.field());
        int size = Texts.utf8Size(KeyTexts.of(key, field, values.get(field.attribute())));
        if (size >= longest) {
          longest = size;
          name = field.name();
        }
      }
    }
    return name;
  }

  private static AttributeValue natural(
      KeyAttribute key,
      KeyRole role,
      EntityDescription entity,
      Map<String, AttributeValue> values) {
    KeyField part = (KeyField) key.parts().get(0);
    FieldDescription field = entity.field(part.field());
    AttributeValue value = values.get(field.attribute());
    if (value == null) {
      return null;
    }
    if (!key.type().isOf(value)) {
      throw refused(key, field, "its type must be " + key.type());
    }
    if (key.type() == ScalarType.N) {
      return value;
    }
    byte[] bytes = Values.keyBytes(value);
    if (bytes.length == 0) {
      throw refused(key, field, "it is empty");
    }
    if (bytes.length > role.limit()) {
      throw tooLong(key, role, field.name(), bytes.length);
    }
    if (!Texts.beginsWith(bytes, Texts.utf8(part.mustBegin()))) {
      throw refused(key, field, "it must begin with \"" + part.mustBegin() + "\"");
    }
    if (part.escape() == KeyEscape.REJECT && Escapes.needed(bytes)) {
      throw refused(key, field, "it holds a byte that its template rejects");
    }
    return value;
  }

  private static ModelException refused(KeyAttribute key, FieldDescription field, String why) {
    return new ModelException(
        "The field %s cannot be the key attribute %s: %s"
            .formatted(field.name(), key.attribute(), why));
  }

  private static void addPrimary(
      KeyAttribute key,
      KeyRole role,
      EntityDescription entity,
      Map<String, AttributeValue> values,
      Map<String, AttributeValue> to) {
    AttributeValue value = value(key, role, entity, values);
    if (value != null) {
      to.put(key.attribute(), value);
      return;
    }
    for (int field : key.fields()) {
      if (!values.containsKey(entity.field(field).attribute())) {
        throw new ModelException(
            "The field %s is missing: the primary key of %s needs it"
                .formatted(entity.field(field).name(), entity.name()));
      }
    }
  }

  // The attributes of the item in one index, or null if the index does not hold the item.
  private static Map<String, AttributeValue> ofIndex(
      IndexDescription index,
      EntityDescription entity,
      EntityKey key,
      Map<String, AttributeValue> values) {
    if (key.when() != null) {
      AttributeValue value = values.get(entity.field(key.when().field()).attribute());
      if (value == null || !key.when().isMetBy(value)) {
        return null;
      }
    }
    Shards shards = index.shards();
    Map<String, AttributeValue> composed = new LinkedHashMap<>();
    for (KeyRole role : KeyRole.values()) {
      for (KeyAttribute attribute : key.of(role)) {
        boolean isShard = shards != null && attribute.attribute().equals(shards.attribute());
        AttributeValue value =
            isShard
                ? ShardNumbers.valueOf(shards, attribute.type(), entity, values)
                : value(attribute, role, entity, values);
        if (value == null) {
          return null;
        }
        composed.put(attribute.attribute(), value);
      }
    }
    if (shards != null && !composed.containsKey(shards.attribute())) {
      AttributeValue value = ShardNumbers.valueOf(shards, ScalarType.N, entity, values);
      if (value == null) {
        return null;
      }
      composed.put(shards.attribute(), value);
    }
    return composed;
  }
}
