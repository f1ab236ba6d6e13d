package partita.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes a condition as the text of a condition or filter expression. */
final class Conditions {
  // The service accepts as many operands of one IN.
  private static final int MOST_IN_OPERANDS = 100;

  private Conditions() {}

  /**
   * Returns the expression's text, or null if the condition is always true, so that the request
   * needs no expression.
   *
   * @throws ModelException for an invalid path, a wrong number of operands, a range that ends
   *     before it begins, or a condition that can never be true
   */
  static String render(Condition condition, Placeholders placeholders) {
    return renderPresent(EmptyOperands.without(condition), placeholders);
  }

  private static String renderPresent(Condition condition, Placeholders placeholders) {
    return switch (condition.kind()) {
      case IN -> renderIn(condition, placeholders);
      case AND -> renderAnd(condition.children(), placeholders);
      case OR -> renderOr(condition, placeholders);
      case NOT -> renderNot(condition.children(), placeholders);
      default -> renderComparison(condition, placeholders);
    };
  }

  private static String renderComparison(Condition condition, Placeholders placeholders) {
    List<AttributeValue> values = condition.values();
    int operands = condition.kind().operands();
    if (values.size() != operands) {
      throw new ModelException(
          "The condition on %s needs %d operand(s) and has %d"
              .formatted(Spelling.path(condition.path()), operands, values.size()));
    }
    if (condition.kind() == ConditionKind.BETWEEN
        && Equality.orderOrZero(values.get(0), values.get(1)) > 0) {
      throw new ModelException(
          "The range of %s from %s to %s ends before it begins"
              .formatted(
                  Spelling.path(condition.path()),
                  Spelling.of(values.get(0)),
                  Spelling.of(values.get(1))));
    }
    List<String> places = new ArrayList<>(operands + 1);
    places.add(placeholders.path(condition.path()));
    for (AttributeValue value : values) {
      places.add(placeholders.value(value));
    }
    return condition.kind().form().formatted(places.toArray());
  }

  // Writes several INs if the list is longer than the operands that one IN may have.
  private static String renderIn(Condition condition, Placeholders placeholders) {
    List<AttributeValue> values = condition.values();
    if (values.isEmpty()) {
      throw new ModelException(
          "The condition on %s can never be true: it compares with an empty list"
              .formatted(Spelling.path(condition.path())));
    }
    String place = placeholders.path(condition.path());
    List<String> groups = new ArrayList<>();
    for (int begin = 0; begin < values.size(); begin += MOST_IN_OPERANDS) {
      List<AttributeValue> group =
          values.subList(begin, Math.min(values.size(), begin + MOST_IN_OPERANDS));
      String operands = group.stream().map(placeholders::value).collect(Collectors.joining(", "));
      groups.add(place + " IN (" + operands + ")");
    }
    return groups.size() == 1 ? groups.get(0) : "(" + String.join(" OR ", groups) + ")";
  }

  private static String renderAnd(List<Condition> children, Placeholders placeholders) {
    List<String> parts = new ArrayList<>(children.size());
    for (Condition child : children) {
      String part = renderPresent(child, placeholders);
      if (part != null) {
        parts.add(part);
      }
    }
    if (parts.size() > 1) {
      return "(" + String.join(" AND ", parts) + ")";
    }
    return parts.isEmpty() ? null : parts.get(0);
  }

  private static boolean isAlwaysTrue(Condition condition) {
    if (condition.kind() == ConditionKind.AND) {
      return condition.children().stream().allMatch(Conditions::isAlwaysTrue);
    }
    return condition.kind() == ConditionKind.OR
        && condition.children().stream().anyMatch(Conditions::isAlwaysTrue);
  }

  private static String renderOr(Condition condition, Placeholders placeholders) {
    List<Condition> children = condition.children();
    if (children.isEmpty()) {
      throw new ModelException("An OR of no conditions can never be true");
    }
    // This is checked first, because the service refuses a placeholder that no expression uses.
    if (isAlwaysTrue(condition)) {
      return null;
    }
    List<String> parts = new ArrayList<>(children.size());
    for (Condition child : children) {
      parts.add(renderPresent(child, placeholders));
    }
    return parts.size() == 1 ? parts.get(0) : "(" + String.join(" OR ", parts) + ")";
  }

  private static String renderNot(List<Condition> children, Placeholders placeholders) {
    if (children.size() != 1 || isAlwaysTrue(children.get(0))) {
      throw new ModelException("A NOT of no condition can never be true");
    }
    String part = renderPresent(children.get(0), placeholders);
    // AND and OR already have parentheses, and the service refuses a second pair.
    return part.startsWith("(") ? "NOT " + part : "NOT (" + part + ")";
  }
}
