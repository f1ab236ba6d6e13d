package partita.runtime;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Placeholders are the #names and :values that the expressions of one request share. */
final class Placeholders {
  private final Map<String, String> ofNames = new HashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  /** Returns the placeholder of an attribute's name. A name always gets the same placeholder. */
  String name(String attribute) {
    String known = ofNames.get(attribute);
    if (known != null) {
      return known;
    }
    String placeholder = "#" + ofNames.size();
    ofNames.put(attribute, placeholder);
    names.put(placeholder, attribute);
    return placeholder;
  }

  /** Returns a new placeholder of the value. */
  String value(AttributeValue value) {
    String placeholder = ":" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  /**
   * Returns a path with a placeholder for each name in it, such as "#0.#1[3].#2".
   *
   * @throws ModelException for a path that does not begin with an attribute, an empty name, or a
   *     negative element
   */
  String path(List<Step> path) {
    StringBuilder text = new StringBuilder();
    for (Step step : path) {
      if (step.isElement()) {
        checkElement(step, path, text);
        text.append('[').append(step.element()).append(']');
        continue;
      }
      if (step.name().isEmpty()) {
        throw new ModelException(
            ("The path \"%s\" has an empty name: attributes and entries of maps have at least "
                    + "one character")
                .formatted(Spelling.path(path)));
      }
      text.append(text.length() == 0 ? "" : ".").append(name(step.name()));
    }
    if (text.length() == 0) {
      throw new ModelException("A path needs at least one step, the name of an attribute");
    }
    return text.toString();
  }

  private static void checkElement(Step step, List<Step> path, StringBuilder before) {
    if (before.length() == 0) {
      throw new ModelException("A path begins with an attribute, not with an element of a list");
    }
    if (step.element() < 0) {
      throw new ModelException("The path " + Spelling.path(path) + " has a negative element");
    }
  }

  /** Returns the names for the request, or null without any: the service refuses an empty map. */
  Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  /** Returns the values for the request, or null without any: the service refuses an empty map. */
  Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }
}
