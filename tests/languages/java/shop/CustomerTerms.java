package shop;

import java.util.function.Function;
import shop.runtime.Criteria;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.WriteTerms;

/**
 * The terms of a removal, move or upsert of a customer. Each function returns new terms.
 *
 * @param <V> the proof of the version
 * @param <P> the proof of the old email, which is unique
 */
public final class CustomerTerms<V, P> {
  private final WriteTerms terms;

  private CustomerTerms(WriteTerms terms) {
    this.terms = terms;
  }

  static CustomerTerms<Missing, Missing> start() {
    return new CustomerTerms<>(WriteTerms.none());
  }

  WriteTerms terms() {
    return terms;
  }

  /** Gives the stored email, on which the write is conditional. */
  public CustomerTerms<V, Given> givenEmail(String stored) {
    return new CustomerTerms<>(terms.given(CustomerColumns.EMAIL, stored));
  }

  /** Requires that the item has the version. */
  public CustomerTerms<Given, P> version(long expected) {
    return new CustomerTerms<>(terms.version(expected));
  }

  /** Writes whatever version the item has. */
  public CustomerTerms<Given, P> anyVersion() {
    return new CustomerTerms<>(terms.anyVersion());
  }

  /** Reads the item first, and writes only if it has not changed since. */
  public CustomerTerms<Given, Given> readFirst() {
    return new CustomerTerms<>(terms.readFirst());
  }

  /** Requires that the stored item meets the criteria. */
  public CustomerTerms<V, P> where(Function<CustomerFields, Criteria> criteria) {
    return new CustomerTerms<>(terms.where(criteria.apply(CustomerFields.ALL)));
  }
}
