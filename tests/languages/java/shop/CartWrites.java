package shop;

import java.util.function.UnaryOperator;
import shop.runtime.ConditionTerms;
import shop.runtime.EntityWrites;
import shop.runtime.Write;
import shop.runtime.WriteTerms;

/** The writes of CART, for a transaction. */
public final class CartWrites extends EntityWrites<CartKey, CartDraft> {
  CartWrites() {
    super(CartColumns.TYPE);
  }

  /** Makes an item, which must not exist. */
  public Write create(CartDraft draft, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return create(draft, conditions.apply(ConditionTerms.of(CartFields.ALL)).terms());
  }

  /** Makes an item, or replaces the one that is stored. */
  public Write put(CartDraft draft) {
    return put(draft, WriteTerms.none());
  }

  /** Makes an item, or replaces the one that is stored, on conditions. */
  public Write put(CartDraft draft, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return put(draft, conditions.apply(ConditionTerms.of(CartFields.ALL)).terms());
  }

  /** Changes fields of an item, which must exist. */
  public Write update(CartKey key, UnaryOperator<CartUpdate> changes) {
    return update(key, changes.apply(CartUpdate.start()).terms());
  }

  /** Sets the draft's fields of an item, or creates it. */
  public Write upsert(CartDraft draft) {
    return upsert(draft, WriteTerms.none());
  }

  /** Gives an item another primary key, and replaces its fields. The item is read first. */
  public Write move(CartKey key, CartDraft draft) {
    return move(key, draft, WriteTerms.none());
  }

  /** Removes an item. It need not exist. */
  public Write remove(CartKey key) {
    return remove(key, WriteTerms.none());
  }

  /** Removes an item on conditions. */
  public Write remove(CartKey key, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return remove(key, conditions.apply(ConditionTerms.of(CartFields.ALL)).terms());
  }

  /** Requires that the item exists. */
  public Write check(CartKey key) {
    return check(key, WriteTerms.none());
  }

  /** Requires that the item exists and meets the conditions. */
  public Write check(CartKey key, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return check(key, conditions.apply(ConditionTerms.of(CartFields.ALL)).terms());
  }
}
