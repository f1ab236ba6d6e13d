package partita.runtime;

import java.math.BigDecimal;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Equality and order of attribute values as the service defines them. Numbers at the top level are
 * compared by value, but numbers inside of documents and sets by their texts. A null means an
 * absent value.
 */
final class Equality {
  private Equality() {}

  /** Returns true if two values have the same type and the same texts and bytes. */
  static boolean identical(AttributeValue a, AttributeValue b) {
    return a.equals(b);
  }

  /** Returns true if the service takes two values for equal. */
  static boolean same(AttributeValue a, AttributeValue b) {
    if (a == null || b == null) {
      return a == b;
    }
    return identical(a, b)
        || (a.n() != null && b.n() != null && Integer.valueOf(0).equals(order(a, b)));
  }

  /**
   * Returns the service's order of two values: a number below, at or above zero. Null if the types
   * differ or the type has no order; then no comparison holds.
   */
  static Integer order(AttributeValue a, AttributeValue b) {
    if (a == null || b == null) {
      return null;
    }
    if (a.s() != null && b.s() != null) {
      return Texts.compare(a.s(), b.s());
    }
    if (a.b() != null && b.b() != null) {
      return Texts.compare(Values.bytesOf(a), Values.bytesOf(b));
    }
    BigDecimal left = Numbers.read(a.n());
    BigDecimal right = Numbers.read(b.n());
    return left == null || right == null ? null : Integer.valueOf(left.compareTo(right));
  }

  /** Returns the order of two values, or 0 if they have no order. */
  static int orderOrZero(AttributeValue a, AttributeValue b) {
    Integer order = order(a, b);
    return order == null ? 0 : order;
  }
}
