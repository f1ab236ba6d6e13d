package partita.runtime;

import java.util.function.Function;

/**
 * The terms of a put of an entity with a version, which names the version that it replaces. Each
 * function returns new terms.
 *
 * @param <F> the fields that criteria may name
 * @param <V> the proof of the version
 */
public final class PutTerms<F, V> {
  private final WriteTerms terms;
  private final F fields;

  private PutTerms(WriteTerms terms, F fields) {
    this.terms = terms;
    this.fields = fields;
  }

  /** Returns terms without a version. */
  public static <F> PutTerms<F, Proof.Missing> of(F fields) {
    return new PutTerms<>(WriteTerms.none(), fields);
  }

  /** Replaces the item if it has the version. */
  public PutTerms<F, Proof.Given> version(long expected) {
    return new PutTerms<>(terms.version(expected), fields);
  }

  /** Replaces the item of any version, or makes it. */
  public PutTerms<F, Proof.Given> anyVersion() {
    return new PutTerms<>(terms.anyVersion(), fields);
  }

  /** Requires that the stored item meets the criteria. */
  public PutTerms<F, V> where(Function<F, Criteria> criteria) {
    return new PutTerms<>(terms.where(criteria.apply(fields)), fields);
  }

  /** Returns the terms of the write. */
  public WriteTerms terms() {
    return terms;
  }
}
