package shop;

import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import shop.runtime.Criteria;
import shop.runtime.MemberChange;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.Proof.NotNeeded;
import shop.runtime.WriteTerms;

/**
 * The changes of a customer. Each function returns a new update.
 *
 * @param <V> the proof of the version
 * @param <P1> the proof of email
 * @param <A1> the proof of email after a change that needs it
 */
public final class CustomerUpdate<V, P1, A1> {
  private final WriteTerms terms;

  private CustomerUpdate(WriteTerms terms) {
    this.terms = terms;
  }

  static CustomerUpdate<Missing, NotNeeded, Missing> start() {
    return new CustomerUpdate<>(WriteTerms.none());
  }

  WriteTerms terms() {
    return terms;
  }

  /** Sets email. */
  public CustomerUpdate<V, A1, A1> email(String value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.EMAIL, value));
  }

  /** Sets email if the item lacks it. */
  public CustomerUpdate<V, A1, A1> emailIfAbsent(String value) {
    return new CustomerUpdate<>(terms.setIfAbsent(CustomerColumns.EMAIL, value));
  }

  /** Gives the stored email, on which the write is conditional. */
  public CustomerUpdate<V, Given, Given> givenEmail(String stored) {
    return new CustomerUpdate<>(terms.given(CustomerColumns.EMAIL, stored));
  }

  /** Sets name. */
  public CustomerUpdate<V, P1, A1> name(String value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.NAME, value));
  }

  /** Sets name if the item lacks it. */
  public CustomerUpdate<V, P1, A1> nameIfAbsent(String value) {
    return new CustomerUpdate<>(terms.setIfAbsent(CustomerColumns.NAME, value));
  }

  /** Gives the stored name, on which the write is conditional. */
  public CustomerUpdate<V, P1, A1> givenName(String stored) {
    return new CustomerUpdate<>(terms.given(CustomerColumns.NAME, stored));
  }

  /** Sets phone. */
  public CustomerUpdate<V, P1, A1> phone(String value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.PHONE, value));
  }

  /** Sets phone if the item lacks it. */
  public CustomerUpdate<V, P1, A1> phoneIfAbsent(String value) {
    return new CustomerUpdate<>(terms.setIfAbsent(CustomerColumns.PHONE, value));
  }

  /** Removes phone. */
  public CustomerUpdate<V, P1, A1> removePhone() {
    return new CustomerUpdate<>(terms.remove(CustomerColumns.PHONE));
  }

  /** Gives the stored phone, on which the write is conditional. */
  public CustomerUpdate<V, P1, A1> givenPhone(Optional<String> stored) {
    return new CustomerUpdate<>(terms.givenIfPresent(CustomerColumns.PHONE, stored));
  }

  /** Sets tags. */
  public CustomerUpdate<V, P1, A1> tags(Set<String> value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.TAGS, value));
  }

  /** Adds elements to tags. */
  public CustomerUpdate<V, P1, A1> addToTags(Set<String> elements) {
    return new CustomerUpdate<>(terms.addToSet(CustomerColumns.TAGS, elements));
  }

  /** Removes elements from tags. */
  public CustomerUpdate<V, P1, A1> removeFromTags(Set<String> elements) {
    return new CustomerUpdate<>(terms.removeFromSet(CustomerColumns.TAGS, elements));
  }

  /** Gives the stored tags, on which the write is conditional. */
  public CustomerUpdate<V, P1, A1> givenTags(Set<String> stored) {
    return new CustomerUpdate<>(terms.given(CustomerColumns.TAGS, stored));
  }

  /** Sets address. */
  public CustomerUpdate<V, P1, A1> address(Map<String, Object> value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.ADDRESS, value));
  }

  /** Sets address if the item lacks it. */
  public CustomerUpdate<V, P1, A1> addressIfAbsent(Map<String, Object> value) {
    return new CustomerUpdate<>(terms.setIfAbsent(CustomerColumns.ADDRESS, value));
  }

  /** Removes address. */
  public CustomerUpdate<V, P1, A1> removeAddress() {
    return new CustomerUpdate<>(terms.remove(CustomerColumns.ADDRESS));
  }

  /** Changes a member of address. */
  public CustomerUpdate<V, P1, A1> changeAddress(MemberChange change) {
    return new CustomerUpdate<>(terms.member(CustomerColumns.ADDRESS, change));
  }

  /** Gives the stored address, on which the write is conditional. */
  public CustomerUpdate<V, P1, A1> givenAddress(Optional<Map<String, Object>> stored) {
    return new CustomerUpdate<>(terms.givenIfPresent(CustomerColumns.ADDRESS, stored));
  }

  /** Sets joined. */
  public CustomerUpdate<V, P1, A1> joined(LocalDate value) {
    return new CustomerUpdate<>(terms.set(CustomerColumns.JOINED, value));
  }

  /** Sets joined if the item lacks it. */
  public CustomerUpdate<V, P1, A1> joinedIfAbsent(LocalDate value) {
    return new CustomerUpdate<>(terms.setIfAbsent(CustomerColumns.JOINED, value));
  }

  /** Gives the stored joined, on which the write is conditional. */
  public CustomerUpdate<V, P1, A1> givenJoined(LocalDate stored) {
    return new CustomerUpdate<>(terms.given(CustomerColumns.JOINED, stored));
  }

  /** Requires that the item has the version. */
  public CustomerUpdate<Given, P1, A1> version(long expected) {
    return new CustomerUpdate<>(terms.version(expected));
  }

  /** Writes whatever version the item has. */
  public CustomerUpdate<Given, P1, A1> anyVersion() {
    return new CustomerUpdate<>(terms.anyVersion());
  }

  /** Reads the item first, and writes only if it has not changed since. */
  public CustomerUpdate<Given, Given, Given> readFirst() {
    return new CustomerUpdate<>(terms.readFirst());
  }

  /** Requires that the stored item meets the criteria. */
  public CustomerUpdate<V, P1, A1> where(Function<CustomerFields, Criteria> criteria) {
    return new CustomerUpdate<>(terms.where(criteria.apply(CustomerFields.ALL)));
  }
}
