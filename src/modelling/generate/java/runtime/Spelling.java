package partita.runtime;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Texts of values for people, in messages. */
final class Spelling {
  private static final Pattern UNCLEAR = Pattern.compile("[.\\[\\]` ]");

  private Spelling() {}

  /** Returns a text such as "text" (in quotes), 5, true, <3 bytes>, [1, 2] and {a: 1}. */
  static String of(AttributeValue value) {
    if (value == null) {
      return "nothing";
    }
    return switch (value.type()) {
      case S -> "\"" + value.s() + "\"";
      case N -> value.n();
      case B -> "<" + Values.bytesOf(value).length + " bytes>";
      case BOOL -> value.bool().toString();
      case NUL -> "null";
      case M -> of(value.m());
      case L -> value.l().stream().map(Spelling::of).collect(Collectors.joining(", ", "[", "]"));
      case SS -> "{\"" + String.join("\", \"", value.ss()) + "\"}";
      case NS -> "{" + String.join(", ", value.ns()) + "}";
      case BS -> "<" + value.bs().size() + " binaries>";
      default -> "nothing";
    };
  }

  /** Returns a text such as {PK: "CUST#1", SK: "ORDER#7"}. */
  static String of(Map<String, AttributeValue> attributes) {
    return Values.byName(attributes).entrySet().stream()
        .map(entry -> entry.getKey() + ": " + of(entry.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  /** Returns a name, in backquotes (`a.b`) if a reader could take it for a path. */
  static String name(String name) {
    return UNCLEAR.matcher(name).find() ? "`" + name + "`" : name;
  }

  /** Returns a text such as address.lines[3].`a.b`. */
  static String path(List<Step> path) {
    StringBuilder text = new StringBuilder();
    for (Step step : path) {
      if (step.isElement()) {
        text.append('[').append(step.element()).append(']');
      } else {
        text.append(text.length() == 0 ? "" : ".").append(name(step.name()));
      }
    }
    return text.toString();
  }
}
