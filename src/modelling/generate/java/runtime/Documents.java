package partita.runtime;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Values of any type: the members of maps and lists. A value is a text, a number of any class, a
 * boolean, {@link SdkBytes}, null, a list, a map by texts, or a set that is not empty and whose
 * elements are all texts, all numbers or all bytes. Numbers are read as {@link BigDecimal}.
 */
public final class Documents {
  private Documents() {}

  /** Returns the attribute value. Throws ModelException for a value that cannot be stored. */
  public static AttributeValue encode(Object value) {
    if (value == null) {
      return Values.NULL;
    }
    if (value instanceof String text) {
      return AttributeValue.fromS(text);
    }
    if (value instanceof Boolean truth) {
      return AttributeValue.fromBool(truth);
    }
    if (value instanceof Number number) {
      return AttributeValue.fromN(numberText(number));
    }
    if (value instanceof SdkBytes bytes) {
      return AttributeValue.fromB(bytes);
    }
    if (value instanceof List<?> list) {
      return encodeList(list);
    }
    if (value instanceof Map<?, ?> map) {
      return encodeMap(map);
    }
    if (value instanceof Set<?> set) {
      return encodeSet(set);
    }
    throw new ModelException("a value of " + value.getClass().getName() + " cannot be stored");
  }

  /** Returns the value of a stored one. Lists, maps and sets cannot be changed. */
  public static Object decode(AttributeValue stored) {
    return switch (stored.type()) {
      case S -> stored.s();
      case N -> Numbers.plain(Numbers.parse(stored.n()));
      case BOOL -> stored.bool();
      case B -> stored.b();
      case M -> decodeMap(stored.m());
      case L -> decodeList(stored.l());
      case SS -> Codecs.TEXT_SET.decode(stored);
      case NS -> Codecs.NUMBER_SET.decode(stored);
      case BS -> Codecs.BINARY_SET.decode(stored);
      default -> null;
    };
  }

  static AttributeValue encodeList(List<?> list) {
    return AttributeValue.fromL(list.stream().map(Documents::encode).toList());
  }

  static AttributeValue encodeMap(Map<?, ?> map) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    map.forEach(
        (name, one) -> {
          if (!(name instanceof String text)) {
            throw new ModelException("a name in a map must be a text, and not " + name);
          }
          members.put(text, encode(one));
        });
    return AttributeValue.fromM(members);
  }

  static Map<String, Object> decodeMap(Map<String, AttributeValue> stored) {
    Map<String, Object> members = new LinkedHashMap<>();
    stored.forEach((name, one) -> members.put(name, decode(one)));
    return Collections.unmodifiableMap(members);
  }

  static List<Object> decodeList(List<AttributeValue> stored) {
    List<Object> all = new ArrayList<>(stored.size());
    stored.forEach(one -> all.add(decode(one)));
    return Collections.unmodifiableList(all);
  }

  static String numberText(Number number) {
    if (number instanceof Double || number instanceof Float) {
      return FloatTexts.ofDouble(number.doubleValue());
    }
    return Numbers.text(Numbers.parse(number.toString()));
  }

  private static AttributeValue encodeSet(Set<?> set) {
    if (set.isEmpty()) {
      throw new ModelException("an empty set cannot be stored in a document");
    }
    List<AttributeValue> all = set.stream().map(Documents::encode).toList();
    AttributeValue.Type type = all.get(0).type();
    if (all.stream().anyMatch(one -> one.type() != type)) {
      throw new ModelException("the elements of a set must have one type");
    }
    return switch (type) {
      case S -> AttributeValue.fromSs(all.stream().map(AttributeValue::s).toList());
      case N -> AttributeValue.fromNs(all.stream().map(AttributeValue::n).toList());
      case B -> AttributeValue.fromBs(all.stream().map(AttributeValue::b).toList());
      default -> throw new ModelException("a set has texts, numbers or bytes");
    };
  }
}
