package partita.runtime;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Attribute values and maps of them. */
final class Values {
  static final AttributeValue NULL = AttributeValue.fromNul(true);

  private Values() {}

  static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  /** Returns true for the value NULL. An absent value is not NULL. */
  static boolean isNull(AttributeValue value) {
    return value != null && value.nul() != null;
  }

  /** Returns the text if the value is one, otherwise null. */
  static String textOf(AttributeValue value) {
    return value == null ? null : value.s();
  }

  /** Returns the text of the number if the value is one, otherwise null. */
  static String numberOf(AttributeValue value) {
    return value == null ? null : value.n();
  }

  /** Returns the bytes of a value of type B. The caller must not change them. */
  static byte[] bytesOf(AttributeValue value) {
    return value.b().asByteArrayUnsafe();
  }

  /** Returns true if the value is a set. */
  static boolean isSet(AttributeValue value) {
    return value != null && (value.hasSs() || value.hasNs() || value.hasBs());
  }

  /** Returns the elements of a set, or null if the value is not a set. */
  static List<?> elementsOf(AttributeValue value) {
    if (value == null) {
      return null;
    }
    if (value.hasSs()) {
      return value.ss();
    }
    if (value.hasNs()) {
      return value.ns();
    }
    return value.hasBs() ? value.bs() : null;
  }

  /** Returns the name of the value's type, such as "S" or "NULL". */
  static String typeName(AttributeValue value) {
    return value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().name();
  }

  /** Returns the bytes of a key attribute's value, which is a text, a number or binary. */
  static byte[] keyBytes(AttributeValue value) {
    if (value.b() != null) {
      return bytesOf(value);
    }
    String text = value.s() != null ? value.s() : value.n();
    if (text == null) {
      throw new IllegalStateException("a key of type " + typeName(value));
    }
    return Texts.utf8(text);
  }

  /** Returns the entries in the byte order of their names. */
  static <V> Map<String, V> byName(Map<String, V> map) {
    if (map.size() < 2) {
      return map;
    }
    Map<String, V> sorted = new TreeMap<>(Texts::compare);
    sorted.putAll(map);
    return sorted;
  }

  /** Returns the item if it has attributes, otherwise null, because the service found no item. */
  static Map<String, AttributeValue> whole(Map<String, AttributeValue> item) {
    return item == null || item.isEmpty() ? null : item;
  }
}
