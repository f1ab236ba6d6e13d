package partita.runtime;

import java.util.Objects;

/**
 * A range of the field that orders the answer of a pattern: one bound, or both ends.
 *
 * @param <V> the type of the field
 */
public sealed interface Range<V> permits RangeOf {
  /** Returns the range of one value. */
  static <V> Range<V> equalTo(V value) {
    return new RangeOf<>(RangeKind.EQUAL, value, null);
  }

  /** Returns the range below the value. */
  static <V> Range<V> lessThan(V value) {
    return new RangeOf<>(RangeKind.LESS, value, null);
  }

  /** Returns the range up to the value. */
  static <V> Range<V> atMost(V value) {
    return new RangeOf<>(RangeKind.LESS_OR_EQUAL, value, null);
  }

  /** Returns the range above the value. */
  static <V> Range<V> greaterThan(V value) {
    return new RangeOf<>(RangeKind.GREATER, value, null);
  }

  /** Returns the range from the value on. */
  static <V> Range<V> atLeast(V value) {
    return new RangeOf<>(RangeKind.GREATER_OR_EQUAL, value, null);
  }

  /** Returns the range from the low value to the high one, both included. */
  static <V> Range<V> between(V low, V high) {
    return new RangeOf<>(RangeKind.BETWEEN, low, Objects.requireNonNull(high));
  }

  /** Returns the range of the texts that begin with the prefix. */
  static Range<String> beginningWith(String prefix) {
    return new RangeOf<>(RangeKind.BEGINS_WITH, prefix, null);
  }
}
