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

/** The operations on CUSTOMER. */
public final class CustomerClient extends EntityClient<Customer, CustomerKey, CustomerDraft> {
  private final CustomerWrites writes = new CustomerWrites();

  CustomerClient(Session session) {
    super(session, CustomerColumns.TYPE);
  }

  /** Returns the writes of this entity, for a transaction. */
  public CustomerWrites writes() {
    return writes;
  }

  /** Makes an item and returns it as it is stored. Throws WriteRefusedException. */
  public Customer create(CustomerDraft draft) {
    return send(writes.create(draft));
  }

  /** Makes an item on conditions, and returns it as it is stored. */
  public Customer create(
      CustomerDraft draft, UnaryOperator<ConditionTerms<CustomerFields>> conditions) {
    return send(writes.create(draft, conditions));
  }

  /** Makes an item or replaces it, and returns it as it is stored. */
  public Customer put(
      CustomerDraft draft,
      Function<PutTerms<CustomerFields, Missing>, PutTerms<CustomerFields, Given>> terms) {
    return send(writes.put(draft, terms));
  }

  /** Changes fields of an item and returns it. Throws WriteRefusedException. */
  public Customer update(
      CustomerKey key,
      Function<
              CustomerUpdate<Missing, NotNeeded, Missing>,
              CustomerUpdate<Given, ? extends Complete, ?>>
          changes) {
    return send(writes.update(key, changes));
  }

  /** Sets the draft's fields of an item, or creates it, and returns it. */
  public Customer upsert(
      CustomerDraft draft,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, Given>> terms) {
    return send(writes.upsert(draft, terms));
  }

  /** Gives an item another primary key, and replaces its fields. */
  public Customer move(
      CustomerKey key,
      CustomerDraft draft,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, ?>> terms) {
    return send(writes.move(key, draft, terms));
  }

  /** Removes an item and returns it, if it existed. Throws WriteRefusedException. */
  public Optional<Customer> remove(
      CustomerKey key,
      Function<CustomerTerms<Missing, Missing>, CustomerTerms<Given, Given>> terms) {
    return sendRemoval(writes.remove(key, terms));
  }
}
