package shop;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import shop.runtime.ConditionTerms;
import shop.runtime.EntityClient;
import shop.runtime.Proof.Complete;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.Proof.NotNeeded;
import shop.runtime.PutTerms;
import shop.runtime.Session;
import shop.runtime.StoredTerms;

/** The operations on ORDER. */
public final class OrderClient extends EntityClient<Order, OrderKey, OrderDraft> {
  private final OrderWrites writes = new OrderWrites();

  OrderClient(Session session) {
    super(session, OrderColumns.TYPE);
  }

  /** Returns the writes of this entity, for a transaction. */
  public OrderWrites writes() {
    return writes;
  }

  /** Makes an item and returns it as it is stored. Throws WriteRefusedException. */
  public Order create(OrderDraft draft) {
    return send(writes.create(draft));
  }

  /** Makes an item on conditions, and returns it as it is stored. */
  public Order create(OrderDraft draft, UnaryOperator<ConditionTerms<OrderFields>> conditions) {
    return send(writes.create(draft, conditions));
  }

  /** Makes an item or replaces it, and returns it as it is stored. */
  public Order put(
      OrderDraft draft,
      Function<PutTerms<OrderFields, Missing>, PutTerms<OrderFields, Given>> terms) {
    return send(writes.put(draft, terms));
  }

  /** Changes fields of an item and returns it. Throws WriteRefusedException. */
  public Order update(
      OrderKey key,
      Function<
              OrderUpdate<Missing, NotNeeded, Missing, NotNeeded, Missing>,
              OrderUpdate<Given, ? extends Complete, ?, ? extends Complete, ?>>
          changes) {
    return send(writes.update(key, changes));
  }

  /** Sets the draft's fields of an item, or creates it, and returns it. */
  public Order upsert(
      OrderDraft draft,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return send(writes.upsert(draft, terms));
  }

  /** Gives an item another primary key, and replaces its fields. */
  public Order move(
      OrderKey key,
      OrderDraft draft,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return send(writes.move(key, draft, terms));
  }

  /** Removes an item and returns it, if it existed. Throws WriteRefusedException. */
  public Optional<Order> remove(
      OrderKey key,
      Function<StoredTerms<OrderFields, Missing>, StoredTerms<OrderFields, Given>> terms) {
    return sendRemoval(writes.remove(key, terms));
  }
}
