package shop;

import java.util.function.Function;
import java.util.function.UnaryOperator;
import shop.runtime.ConditionTerms;
import shop.runtime.EntityWrites;
import shop.runtime.Proof.Complete;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.Proof.NotNeeded;
import shop.runtime.PutTerms;
import shop.runtime.Write;
import shop.runtime.WriteTerms;

/** The writes of CUSTOMER, for a transaction. */
public final class CustomerWrites extends EntityWrites<CustomerKey, CustomerDraft> {
  CustomerWrites() {
    super(CustomerColumns.TYPE);
  }

  /** Makes an item, which must not exist. */
  public Write create(
      CustomerDraft draft, UnaryOperator<ConditionTerms<CustomerFields>> conditions) {
    return create(draft, conditions.apply(ConditionTerms.of(CustomerFields.ALL)).terms());
  }

  /** Makes an item, or replaces the one that is stored. */
  public Write put(
      CustomerDraft draft,
      Function<PutTerms<CustomerFields, Missing>, PutTerms<CustomerFields, Given>> terms) {
    return put(draft, terms.apply(PutTerms.of(CustomerFields.ALL)).terms());
  }

  /** Changes fields of an item, which must exist. */
  public Write update(
      CustomerKey key,
      Function<
              CustomerUpdate<Missing, NotNeeded, Missing>,
              CustomerUpdate<Given, ? extends Complete, ?>>
          changes) {
    return update(key, changes.apply(CustomerUpdate.start()).terms());
  }

  /** Sets the draft's fields of an item, or creates it. */
  public Write upsert(
      CustomerDraft draft,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, Given>> terms) {
    return upsert(draft, terms.apply(CustomerTerms.start()).terms());
  }

  /** Gives an item another primary key, and replaces its fields. The item is read first. */
  public Write move(
      CustomerKey key,
      CustomerDraft draft,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, ?>> terms) {
    return move(key, draft, terms.apply(CustomerTerms.start()).terms());
  }

  /** Removes an item. It need not exist. */
  public Write remove(
      CustomerKey key,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, Given>> terms) {
    return remove(key, terms.apply(CustomerTerms.start()).terms());
  }

  /** Requires that the item exists. */
  public Write check(CustomerKey key) {
    return check(key, WriteTerms.none());
  }

  /** Requires that the item exists and meets the conditions. */
  public Write check(CustomerKey key, UnaryOperator<ConditionTerms<CustomerFields>> conditions) {
    return check(key, conditions.apply(ConditionTerms.of(CustomerFields.ALL)).terms());
  }
}
