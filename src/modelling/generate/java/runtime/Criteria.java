package partita.runtime;

import java.util.List;

/** A condition of a write or a filter of a read, as an expression over the fields of an entity. */
public final class Criteria {
  private final Condition condition;

  Criteria(Condition condition) {
    this.condition = condition;
  }

  /** Returns criteria that hold if both do. */
  public Criteria and(Criteria other) {
    return new Criteria(Condition.and(List.of(condition, other.condition)));
  }

  /** Returns criteria that hold if one of both does. */
  public Criteria or(Criteria other) {
    return new Criteria(Condition.or(List.of(condition, other.condition)));
  }

  /** Returns criteria that hold if these do not. */
  public Criteria not() {
    return new Criteria(Condition.not(condition));
  }

  Condition condition() {
    return condition;
  }
}
