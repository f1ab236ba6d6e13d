package partita.runtime;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/** Converts requests and answers of the SDK from and to JSON, as it goes over the wire. */
final class SdkJson {
  private SdkJson() {}

  /** Returns the value as maps, lists, texts, numbers and booleans. Bytes are in base64. */
  static Object plain(Object value) {
    if (value instanceof SdkPojo pojo) {
      Map<String, Object> members = new TreeMap<>();
      for (SdkField<?> field : pojo.sdkFields()) {
        Object member = field.getValueOrDefault(pojo);
        if (member != null
            && !(member instanceof SdkAutoConstructList)
            && !(member instanceof SdkAutoConstructMap)) {
          members.put(field.locationName(), plain(member));
        }
      }
      return members;
    }
    if (value instanceof SdkBytes bytes) {
      return Base64.getEncoder().encodeToString(bytes.asByteArray());
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> members = new TreeMap<>();
      map.forEach((name, one) -> members.put((String) name, plain(one)));
      return members;
    }
    if (value instanceof Collection<?> list) {
      return list.stream().map(SdkJson::plain).toList();
    }
    return value;
  }

  static Object plain(JsonNode node) {
    if (node.isObject()) {
      Map<String, Object> members = new TreeMap<>();
      node.asObject().forEach((name, one) -> members.put(name, plain(one)));
      return members;
    }
    if (node.isArray()) {
      List<Object> all = new ArrayList<>();
      node.asArray().forEach(one -> all.add(plain(one)));
      return all;
    }
    if (node.isNull()) {
      return null;
    }
    if (node.isBoolean()) {
      return node.asBoolean();
    }
    return node.isNumber() ? new BigDecimal(node.asNumber()) : node.asString();
  }

  /**
   * Returns equal texts for equal values: members sorted, sets sorted, numbers as texts, and ids of
   * writes all alike.
   */
  static String canonical(Object value) {
    return canonical(value, "");
  }

  private static String canonical(Object value, String name) {
    if (value instanceof Map<?, ?> map) {
      StringJoiner out = new StringJoiner(",", "{", "}");
      map.forEach((key, one) -> out.add(key + ":" + canonical(one, (String) key)));
      return out.toString();
    }
    if (value instanceof List<?> list) {
      Stream<String> all = list.stream().map(one -> canonical(one, ""));
      boolean isSet = name.equals("SS") || name.equals("NS") || name.equals("BS");
      return (isSet ? all.sorted() : all).collect(Collectors.joining(",", "[", "]"));
    }
    if (value instanceof String text) {
      return text.startsWith("fefefefe-") ? "<id>" : "\"" + text + "\"";
    }
    if (value instanceof Number number) {
      return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }

  /** Fills a builder of the SDK and returns its product. */
  @SuppressWarnings("unchecked")
  static <T> T build(SdkPojo builder, JsonNode node) {
    for (SdkField<?> field : builder.sdkFields()) {
      JsonNode member = node.asObject().get(field.locationName());
      if (member != null && !member.isNull()) {
        field.set(builder, valueOf(field, member));
      }
    }
    return (T) ((SdkBuilder<?, ?>) builder).build();
  }

  static AttributeValue attribute(JsonNode node) {
    return node == null || node.isNull() ? null : build((SdkPojo) AttributeValue.builder(), node);
  }

  private static Object valueOf(SdkField<?> field, JsonNode node) {
    MarshallingType<?> type = field.marshallingType();
    if (type == MarshallingType.SDK_POJO) {
      return build(field.constructor().get(), node);
    }
    if (type == MarshallingType.LIST) {
      SdkField<?> of = field.getTrait(ListTrait.class).memberFieldInfo();
      List<Object> all = new ArrayList<>();
      node.asArray().forEach(one -> all.add(valueOf(of, one)));
      return all;
    }
    if (type == MarshallingType.MAP) {
      SdkField<?> of = field.getTrait(MapTrait.class).valueFieldInfo();
      Map<String, Object> all = new LinkedHashMap<>();
      node.asObject().forEach((name, one) -> all.put(name, valueOf(of, one)));
      return all;
    }
    if (type == MarshallingType.SDK_BYTES) {
      return SdkBytes.fromByteArray(Base64.getDecoder().decode(node.asString()));
    }
    if (type == MarshallingType.BOOLEAN) {
      return node.asBoolean();
    }
    if (type == MarshallingType.INTEGER) {
      return Integer.valueOf(node.asNumber());
    }
    if (type == MarshallingType.DOUBLE) {
      return Double.valueOf(node.asNumber());
    }
    if (type == MarshallingType.LONG) {
      return Long.valueOf(node.asNumber());
    }
    if (type == MarshallingType.FLOAT) {
      return Float.valueOf(node.asNumber());
    }
    return node.asString();
  }
}
