package partita.runtime;

import java.util.List;

/** Criteria of a member of a document. Values are those that {@link Documents} describes. */
public final class MemberCriteria {
  private final List<Step> path;

  MemberCriteria(List<Step> path) {
    this.path = List.copyOf(path);
  }

  /** The member has the value. */
  public Criteria eq(Object value) {
    return compare(ConditionKind.EQUAL, value);
  }

  /** The member has another value, or no value. */
  public Criteria ne(Object value) {
    return compare(ConditionKind.NOT_EQUAL, value);
  }

  /** The member is less than the value. */
  public Criteria lt(Object value) {
    return compare(ConditionKind.LESS, value);
  }

  /** The member is at most the value. */
  public Criteria lte(Object value) {
    return compare(ConditionKind.LESS_OR_EQUAL, value);
  }

  /** The member is greater than the value. */
  public Criteria gt(Object value) {
    return compare(ConditionKind.GREATER, value);
  }

  /** The member is at least the value. */
  public Criteria gte(Object value) {
    return compare(ConditionKind.GREATER_OR_EQUAL, value);
  }

  /** The member begins with a text or bytes. */
  public Criteria beginsWith(Object prefix) {
    return compare(ConditionKind.BEGINS_WITH, prefix);
  }

  /** The member contains an element or a part. */
  public Criteria contains(Object element) {
    return compare(ConditionKind.CONTAINS, element);
  }

  /** The member exists. */
  public Criteria exists() {
    return new Criteria(Condition.compare(ConditionKind.EXISTS, path));
  }

  /** The member does not exist. */
  public Criteria notExists() {
    return new Criteria(Condition.compare(ConditionKind.NOT_EXISTS, path));
  }

  /** Returns criteria of the member's size. */
  public SizeCriteria size() {
    return new SizeCriteria(path, List.of());
  }

  private Criteria compare(ConditionKind kind, Object value) {
    return new Criteria(Condition.compare(kind, path, Documents.encode(value)));
  }
}
