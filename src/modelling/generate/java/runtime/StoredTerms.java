package partita.runtime;

import java.util.function.Function;

/**
 * The terms of a write of a stored item of an entity with a version: a removal, a move, or an
 * upsert. Each function returns new terms.
 *
 * @param <F> the fields that criteria may name
 * @param <V> the proof of the version
 */
public final class StoredTerms<F, V> {
  private final WriteTerms terms;
  private final F fields;

  private StoredTerms(WriteTerms terms, F fields) {
    this.terms = terms;
    this.fields = fields;
  }

  /** Returns terms without a version. */
  public static <F> StoredTerms<F, Proof.Missing> of(F fields) {
    return new StoredTerms<>(WriteTerms.none(), fields);
  }

  /** Requires that the item has the version. */
  public StoredTerms<F, Proof.Given> version(long expected) {
    return new StoredTerms<>(terms.version(expected), fields);
  }

  /** Writes whatever version the item has. */
  public StoredTerms<F, Proof.Given> anyVersion() {
    return new StoredTerms<>(terms.anyVersion(), fields);
  }

  /** Reads the item first, and writes only if it has not changed since. */
  public StoredTerms<F, Proof.Given> readFirst() {
    return new StoredTerms<>(terms.readFirst(), fields);
  }

  /** Requires that the stored item meets the criteria. */
  public StoredTerms<F, V> where(Function<F, Criteria> criteria) {
    return new StoredTerms<>(terms.where(criteria.apply(fields)), fields);
  }

  /** Returns the terms of the write. */
  public WriteTerms terms() {
    return terms;
  }
}
