package partita.runtime;

import java.util.List;
import java.util.Locale;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** Members of JSON objects. */
final class Json {
  private Json() {}

  static JsonNode get(JsonNode node, String name) {
    JsonNode member = node.asObject().get(name);
    return member == null || member.isNull() ? null : member;
  }

  static String text(JsonNode node, String name) {
    JsonNode member = get(node, name);
    return member == null ? null : member.asString();
  }

  static Integer number(JsonNode node, String name) {
    JsonNode member = get(node, name);
    return member == null ? null : Integer.valueOf(member.asNumber());
  }

  static int number(JsonNode node, String name, int otherwise) {
    Integer number = number(node, name);
    return number == null ? otherwise : number;
  }

  static Boolean truth(JsonNode node, String name) {
    JsonNode member = get(node, name);
    return member == null ? null : member.asBoolean();
  }

  static boolean isTrue(JsonNode node, String name) {
    return Boolean.TRUE.equals(truth(node, name));
  }

  static List<JsonNode> list(JsonNode node, String name) {
    JsonNode member = get(node, name);
    return member == null ? List.of() : member.asArray();
  }

  static List<String> texts(JsonNode node, String name) {
    return list(node, name).stream().map(JsonNode::asString).toList();
  }

  static List<Integer> numbers(JsonNode node, String name) {
    return list(node, name).stream().map(one -> Integer.valueOf(one.asNumber())).toList();
  }

  /** Returns a name such as "setIfAbsent" as that of a constant, such as SET_IF_ABSENT. */
  static String constant(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }
}
