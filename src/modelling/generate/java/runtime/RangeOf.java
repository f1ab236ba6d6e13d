package partita.runtime;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The bounds of a range. The functions that make one are those of an interface, because a static
 * function of a class could be called on a range, and a second bound would replace the first one.
 *
 * @param <V> the type of the field
 * @param kind the kind of the range
 * @param low the only bound, except of "between"
 * @param high the other end of "between", otherwise null
 */
record RangeOf<V>(RangeKind kind, V low, V high) implements Range<V> {
  /** Returns the range as attribute values. Throws ModelException for a value without a form. */
  static <V> SortRange in(Range<V> range, Column<V> column) {
    RangeOf<V> of = (RangeOf<V>) range;
    AttributeValue first =
        of.kind == RangeKind.BEGINS_WITH
            ? AttributeValue.fromS(of.low.toString())
            : column.encodePresent(of.low);
    return new SortRange(of.kind, first, of.high == null ? null : column.encodePresent(of.high));
  }
}
