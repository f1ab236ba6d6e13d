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
import shop.runtime.StoredTerms;
import shop.runtime.Write;
import shop.runtime.WriteTerms;

/** The writes of ORDER, for a transaction. */
public final class OrderWrites extends EntityWrites<OrderKey, OrderDraft> {
  OrderWrites() {
    super(OrderColumns.TYPE);
  }

  /** Makes an item, which must not exist. */
  public Write create(OrderDraft draft, UnaryOperator<ConditionTerms<OrderFields>> conditions) {
    return create(draft, conditions.apply(ConditionTerms.of(OrderFields.ALL)).terms());
  }

  /** Makes an item, or replaces the one that is stored. */
  public Write put(
      OrderDraft draft,
      Function<PutTerms<OrderFields, Missing>, PutTerms<OrderFields, Given>> terms) {
    return put(draft, terms.apply(PutTerms.of(OrderFields.ALL)).terms());
  }

  /** Changes fields of an item, which must exist. */
  public Write update(
      OrderKey key,
      Function<
              OrderUpdate<Missing, NotNeeded, Missing, NotNeeded, Missing>,
              OrderUpdate<Given, ? extends Complete, ?, ? extends Complete, ?>>
          changes) {
    return update(key, changes.apply(OrderUpdate.start()).terms());
  }

  /** Sets the draft's fields of an item, or creates it. */
  public Write upsert(
      OrderDraft draft,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return upsert(draft, terms.apply(StoredTerms.of(OrderFields.ALL)).terms());
  }

  /** Gives an item another primary key, and replaces its fields. The item is read first. */
  public Write move(
      OrderKey key,
      OrderDraft draft,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return move(key, draft, terms.apply(StoredTerms.of(OrderFields.ALL)).terms());
  }

  /** Removes an item. It need not exist. */
  public Write remove(
      OrderKey key,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return remove(key, terms.apply(StoredTerms.of(OrderFields.ALL)).terms());
  }

  /** Requires that the item exists. */
  public Write check(OrderKey key) {
    return check(key, WriteTerms.none());
  }

  /** Requires that the item exists and meets the conditions. */
  public Write check(OrderKey key, UnaryOperator<ConditionTerms<OrderFields>> conditions) {
    return check(key, conditions.apply(ConditionTerms.of(OrderFields.ALL)).terms());
  }
}
