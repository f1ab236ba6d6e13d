package partita.runtime;

import java.util.List;

/** Criteria of the size of a text in UTF-16 units, of bytes, or of the number of elements. */
public final class SizeCriteria {
  private final List<Step> path;
  private final List<AbsentValue> absent;

  SizeCriteria(List<Step> path, List<AbsentValue> absent) {
    this.path = path;
    this.absent = absent;
  }

  /** The size is the number. */
  public Criteria eq(int size) {
    return compare(ConditionKind.SIZE_EQUAL, size);
  }

  /** The size is another number. */
  public Criteria ne(int size) {
    return compare(ConditionKind.SIZE_NOT_EQUAL, size);
  }

  /** The size is less than the number. */
  public Criteria lt(int size) {
    return compare(ConditionKind.SIZE_LESS, size);
  }

  /** The size is at most the number. */
  public Criteria lte(int size) {
    return compare(ConditionKind.SIZE_LESS_OR_EQUAL, size);
  }

  /** The size is greater than the number. */
  public Criteria gt(int size) {
    return compare(ConditionKind.SIZE_GREATER, size);
  }

  /** The size is at least the number. */
  public Criteria gte(int size) {
    return compare(ConditionKind.SIZE_GREATER_OR_EQUAL, size);
  }

  private Criteria compare(ConditionKind kind, int size) {
    return new Criteria(new Condition(kind, path, List.of(Values.number(size)), List.of(), absent));
  }
}
