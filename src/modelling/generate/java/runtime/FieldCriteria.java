package partita.runtime;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Criteria of a field whose values have no order, such as a boolean or an enumeration.
 *
 * @param <V> the type of the values
 */
public class FieldCriteria<V> {
  private final Column<V> column;

  /** Makes the criteria of a column. */
  public FieldCriteria(Column<V> column) {
    this.column = column;
  }

  /** The field has the value. */
  public final Criteria eq(V value) {
    return compare(ConditionKind.EQUAL, column.encode(value));
  }

  /** The field has another value, or no value. */
  public final Criteria ne(V value) {
    return compare(ConditionKind.NOT_EQUAL, column.encode(value));
  }

  /** The field has one of the values, of which there is at least one. */
  public final Criteria in(List<V> values) {
    if (values.isEmpty()) {
      throw new ModelException(column.name() + ": in() needs a value at least");
    }
    return compare(
        ConditionKind.IN,
        values.stream().map(column::encodePresent).toArray(AttributeValue[]::new));
  }

  /** The field has a value. */
  public final Criteria exists() {
    return compare(ConditionKind.EXISTS);
  }

  /** The field has no value. */
  public final Criteria notExists() {
    return compare(ConditionKind.NOT_EXISTS);
  }

  final Column<V> column() {
    return column;
  }

  final List<Step> path() {
    return List.of(Step.of(column.field().attribute()));
  }

  final Criteria compare(ConditionKind kind, AttributeValue... values) {
    return new Criteria(Condition.compare(kind, path(), values));
  }
}
