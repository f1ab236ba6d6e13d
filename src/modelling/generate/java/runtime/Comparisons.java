package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Decides a comparison for a known value, as the service does. */
final class Comparisons {
  private Comparisons() {}

  /** Returns true if a comparison holds for the value. Requires: there are enough operands. */
  static boolean hold(ConditionKind kind, List<AttributeValue> operands, AttributeValue value) {
    ConditionKind ofSize = kind.ofSize();
    if (ofSize != null) {
      int size = sizeOf(value);
      return size >= 0 && hold(ofSize, operands, Values.number(size));
    }
    AttributeValue first = operands.get(0);
    return switch (kind) {
      case EQUAL -> Equality.same(value, first);
      case NOT_EQUAL -> !Equality.same(value, first);
      case GREATER_OR_EQUAL -> atLeast(value, first);
      case LESS_OR_EQUAL -> atLeast(first, value);
      case GREATER -> atLeast(value, first) && !Equality.same(value, first);
      case LESS -> atLeast(first, value) && !Equality.same(value, first);
      case BETWEEN -> atLeast(value, first) && atLeast(operands.get(1), value);
      case IN -> operands.stream().anyMatch(one -> Equality.same(value, one));
      case BEGINS_WITH -> beginsWith(value, first);
      case CONTAINS -> contains(value, first);
      default -> false;
    };
  }

  private static boolean atLeast(AttributeValue a, AttributeValue b) {
    Integer order = Equality.order(a, b);
    return order != null && order >= 0;
  }

  private static boolean beginsWith(AttributeValue value, AttributeValue begin) {
    if (begin == null) {
      return false;
    }
    if (value.s() != null && begin.s() != null) {
      return value.s().startsWith(begin.s());
    }
    return value.b() != null
        && begin.b() != null
        && Texts.beginsWith(Values.bytesOf(value), Values.bytesOf(begin));
  }

  // A set has no default.
  private static boolean contains(AttributeValue value, AttributeValue part) {
    if (value.hasL()) {
      return value.l().stream().anyMatch(one -> Equality.same(one, part));
    }
    if (part == null) {
      return false;
    }
    if (value.s() != null) {
      return part.s() != null && value.s().contains(part.s());
    }
    return value.b() != null
        && part.b() != null
        && Texts.contains(Values.bytesOf(value), Values.bytesOf(part));
  }

  // -1 if the value has no size.
  private static int sizeOf(AttributeValue value) {
    return switch (value.type()) {
      case M -> value.m().size();
      case S -> value.s().length();
      case B -> Values.bytesOf(value).length;
      case L -> value.l().size();
      case SS, NS, BS -> Values.elementsOf(value).size();
      default -> -1;
    };
  }
}
