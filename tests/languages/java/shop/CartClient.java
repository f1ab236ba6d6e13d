package shop;

import java.util.Optional;
import java.util.function.UnaryOperator;
import shop.runtime.BatchedEntityClient;
import shop.runtime.ConditionTerms;
import shop.runtime.Session;

/** The operations on CART. */
public final class CartClient extends BatchedEntityClient<Cart, CartKey, CartDraft> {
  private final CartWrites writes = new CartWrites();

  CartClient(Session session) {
    super(session, CartColumns.TYPE);
  }

  /** Returns the writes of this entity, for a transaction. */
  public CartWrites writes() {
    return writes;
  }

  /** Makes an item and returns it as it is stored. Throws WriteRefusedException. */
  public Cart create(CartDraft draft) {
    return send(writes.create(draft));
  }

  /** Makes an item on conditions, and returns it as it is stored. */
  public Cart create(CartDraft draft, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return send(writes.create(draft, conditions));
  }

  /** Makes an item or replaces it, and returns it as it is stored. */
  public Cart put(CartDraft draft) {
    return send(writes.put(draft));
  }

  /** Makes an item or replaces it on conditions, and returns it as it is stored. */
  public Cart put(CartDraft draft, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return send(writes.put(draft, conditions));
  }

  /** Changes fields of an item and returns it. Throws WriteRefusedException. */
  public Cart update(CartKey key, UnaryOperator<CartUpdate> changes) {
    return send(writes.update(key, changes));
  }

  /** Sets the draft's fields of an item, or creates it, and returns it. */
  public Cart upsert(CartDraft draft) {
    return send(writes.upsert(draft));
  }

  /** Gives an item another primary key, and replaces its fields. */
  public Cart move(CartKey key, CartDraft draft) {
    return send(writes.move(key, draft));
  }

  /** Removes an item and returns it, if it existed. */
  public Optional<Cart> remove(CartKey key) {
    return sendRemoval(writes.remove(key));
  }

  /** Removes an item on conditions, and returns it if it existed. */
  public Optional<Cart> remove(CartKey key, UnaryOperator<ConditionTerms<CartFields>> conditions) {
    return sendRemoval(writes.remove(key, conditions));
  }
}
