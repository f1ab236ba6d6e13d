package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A comparison of a key attribute.
 *
 * @param attribute the attribute
 * @param kind the kind of the comparison
 * @param low the only operand, except of "between"
 * @param high the other operand of "between", otherwise null
 */
record KeyComparison(String attribute, RangeKind kind, AttributeValue low, AttributeValue high) {
  static KeyComparison equal(String attribute, AttributeValue value) {
    return new KeyComparison(attribute, RangeKind.EQUAL, value, null);
  }

  /** Returns the text of the comparison, for which the placeholders get the values. */
  String render(Placeholders placeholders) {
    String name = placeholders.name(attribute);
    String first = placeholders.value(low);
    return switch (kind) {
      case BETWEEN ->
          name + " BETWEEN " + first + " AND " + placeholders.value(high == null ? low : high);
      case BEGINS_WITH -> "begins_with(" + name + ", " + first + ")";
      default -> name + " " + kind.sign() + " " + first;
    };
  }
}
