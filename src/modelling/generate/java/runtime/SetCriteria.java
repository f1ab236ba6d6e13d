package partita.runtime;

import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Criteria of a set.
 *
 * @param <T> the type of the elements
 */
public final class SetCriteria<T> extends FieldCriteria<Set<T>> {
  /** Makes the criteria of a column. */
  public SetCriteria(Column<Set<T>> column) {
    super(column);
  }

  /** The set has the element. */
  public Criteria contains(T element) {
    return compare(ConditionKind.CONTAINS, Documents.encode(element));
  }

  /** Returns criteria of the number of elements. An absent set has 0. */
  public SizeCriteria size() {
    AttributeValue empty =
        switch (column().field().document()) {
          case NUMBER_SET -> AttributeValue.fromNs(List.of());
          case BINARY_SET -> AttributeValue.fromBs(List.of());
          default -> AttributeValue.fromSs(List.of());
        };
    return new SizeCriteria(path(), List.of(new AbsentValue(1, empty, false)));
  }
}
