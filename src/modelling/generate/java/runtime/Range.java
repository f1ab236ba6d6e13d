package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A range of the field that orders the answer of a pattern: one bound, or both ends.
 *
 * @param <V> the type of the field
 */
public final class Range<V> {
  private final RangeKind kind;
  private final V low;
  private final V high;

  private Range(RangeKind kind, V low, V high) {
    this.kind = kind;
    this.low = low;
    this.high = high;
  }

  /** Returns the range of one value. */
  public static <V> Range<V> equalTo(V value) {
    return new Range<>(RangeKind.EQUAL, value, null);
  }

  /** Returns the range below the value. */
  public static <V> Range<V> lessThan(V value) {
    return new Range<>(RangeKind.LESS, value, null);
  }

  /** Returns the range up to the value. */
  public static <V> Range<V> atMost(V value) {
    return new Range<>(RangeKind.LESS_OR_EQUAL, value, null);
  }

  /** Returns the range above the value. */
  public static <V> Range<V> greaterThan(V value) {
    return new Range<>(RangeKind.GREATER, value, null);
  }

  /** Returns the range from the value on. */
  public static <V> Range<V> atLeast(V value) {
    return new Range<>(RangeKind.GREATER_OR_EQUAL, value, null);
  }

  /** Returns the range from the low value to the high one, both included. */
  public static <V> Range<V> between(V low, V high) {
    return new Range<>(RangeKind.BETWEEN, low, high);
  }

  /** Returns the range of the texts that begin with the prefix. */
  public static Range<String> beginningWith(String prefix) {
    return new Range<>(RangeKind.BEGINS_WITH, prefix, null);
  }

  SortRange in(Column<V> column) {
    AttributeValue first =
        kind == RangeKind.BEGINS_WITH
            ? AttributeValue.fromS(low.toString())
            : column.encodePresent(low);
    return new SortRange(kind, first, high == null ? null : column.encodePresent(high));
  }
}
