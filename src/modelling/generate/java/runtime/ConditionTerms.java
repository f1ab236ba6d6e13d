package partita.runtime;

import java.util.function.Function;

/**
 * The conditions of a write of an entity without a version, and of a creation or check. Each
 * function returns new terms.
 *
 * @param <F> the fields that criteria may name
 */
public final class ConditionTerms<F> {
  private final WriteTerms terms;
  private final F fields;

  private ConditionTerms(WriteTerms terms, F fields) {
    this.terms = terms;
    this.fields = fields;
  }

  /** Returns terms without a condition. */
  public static <F> ConditionTerms<F> of(F fields) {
    return new ConditionTerms<>(WriteTerms.none(), fields);
  }

  /** Requires that the stored item meets the criteria. */
  public ConditionTerms<F> where(Function<F, Criteria> criteria) {
    return new ConditionTerms<>(terms.where(criteria.apply(fields)), fields);
  }

  /** Returns the terms of the write. */
  public WriteTerms terms() {
    return terms;
  }
}
