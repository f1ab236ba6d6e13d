package partita.runtime;

/**
 * Criteria of a field whose values have an order.
 *
 * @param <V> the type of the values
 */
public class OrderedCriteria<V> extends FieldCriteria<V> {
  /** Makes the criteria of a column. */
  public OrderedCriteria(Column<V> column) {
    super(column);
  }

  /** The field is less than the value. */
  public final Criteria lt(V value) {
    return compare(ConditionKind.LESS, column().encodePresent(value));
  }

  /** The field is at most the value. */
  public final Criteria lte(V value) {
    return compare(ConditionKind.LESS_OR_EQUAL, column().encodePresent(value));
  }

  /** The field is greater than the value. */
  public final Criteria gt(V value) {
    return compare(ConditionKind.GREATER, column().encodePresent(value));
  }

  /** The field is at least the value. */
  public final Criteria gte(V value) {
    return compare(ConditionKind.GREATER_OR_EQUAL, column().encodePresent(value));
  }

  /** The field is from the low value to the high one. */
  public final Criteria between(V low, V high) {
    return compare(
        ConditionKind.BETWEEN, column().encodePresent(low), column().encodePresent(high));
  }
}
