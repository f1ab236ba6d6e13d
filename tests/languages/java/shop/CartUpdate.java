package shop;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import shop.runtime.Criteria;
import shop.runtime.WriteTerms;
import software.amazon.awssdk.core.SdkBytes;

/** The changes of a cart. Each function returns a new update. */
public final class CartUpdate {
  private final WriteTerms terms;

  private CartUpdate(WriteTerms terms) {
    this.terms = terms;
  }

  static CartUpdate start() {
    return new CartUpdate(WriteTerms.none());
  }

  WriteTerms terms() {
    return terms;
  }

  /** Sets customer. */
  public CartUpdate customer(String value) {
    return new CartUpdate(terms.set(CartColumns.CUSTOMER, value));
  }

  /** Sets customer if the item lacks it. */
  public CartUpdate customerIfAbsent(String value) {
    return new CartUpdate(terms.setIfAbsent(CartColumns.CUSTOMER, value));
  }

  /** Removes customer. */
  public CartUpdate removeCustomer() {
    return new CartUpdate(terms.remove(CartColumns.CUSTOMER));
  }

  /** Gives the stored customer, on which the write is conditional. */
  public CartUpdate givenCustomer(Optional<String> stored) {
    return new CartUpdate(terms.givenIfPresent(CartColumns.CUSTOMER, stored));
  }

  /** Sets count. */
  public CartUpdate count(long value) {
    return new CartUpdate(terms.set(CartColumns.COUNT, value));
  }

  /** Sets count if the item lacks it. */
  public CartUpdate countIfAbsent(long value) {
    return new CartUpdate(terms.setIfAbsent(CartColumns.COUNT, value));
  }

  /** Adds to count. */
  public CartUpdate incrementCount(long by) {
    return new CartUpdate(terms.increment(CartColumns.COUNT, by));
  }

  /** Gives the stored count, on which the write is conditional. */
  public CartUpdate givenCount(long stored) {
    return new CartUpdate(terms.given(CartColumns.COUNT, stored));
  }

  /** Sets photo. */
  public CartUpdate photo(SdkBytes value) {
    return new CartUpdate(terms.set(CartColumns.PHOTO, value));
  }

  /** Sets photo if the item lacks it. */
  public CartUpdate photoIfAbsent(SdkBytes value) {
    return new CartUpdate(terms.setIfAbsent(CartColumns.PHOTO, value));
  }

  /** Removes photo. */
  public CartUpdate removePhoto() {
    return new CartUpdate(terms.remove(CartColumns.PHOTO));
  }

  /** Gives the stored photo, on which the write is conditional. */
  public CartUpdate givenPhoto(Optional<SdkBytes> stored) {
    return new CartUpdate(terms.givenIfPresent(CartColumns.PHOTO, stored));
  }

  /** Sets seen. */
  public CartUpdate seen(BigInteger value) {
    return new CartUpdate(terms.set(CartColumns.SEEN, value));
  }

  /** Sets seen if the item lacks it. */
  public CartUpdate seenIfAbsent(BigInteger value) {
    return new CartUpdate(terms.setIfAbsent(CartColumns.SEEN, value));
  }

  /** Removes seen. */
  public CartUpdate removeSeen() {
    return new CartUpdate(terms.remove(CartColumns.SEEN));
  }

  /** Adds to seen. */
  public CartUpdate incrementSeen(long by) {
    return new CartUpdate(terms.increment(CartColumns.SEEN, by));
  }

  /** Gives the stored seen, on which the write is conditional. */
  public CartUpdate givenSeen(Optional<BigInteger> stored) {
    return new CartUpdate(terms.givenIfPresent(CartColumns.SEEN, stored));
  }

  /** Sets until. */
  public CartUpdate until(Instant value) {
    return new CartUpdate(terms.set(CartColumns.UNTIL, value));
  }

  /** Sets until if the item lacks it. */
  public CartUpdate untilIfAbsent(Instant value) {
    return new CartUpdate(terms.setIfAbsent(CartColumns.UNTIL, value));
  }

  /** Adds to until. */
  public CartUpdate incrementUntil(Duration by) {
    return new CartUpdate(terms.increment(CartColumns.UNTIL, by.toSeconds()));
  }

  /** Gives the stored until, on which the write is conditional. */
  public CartUpdate givenUntil(Instant stored) {
    return new CartUpdate(terms.given(CartColumns.UNTIL, stored));
  }

  /** Reads the item first, and writes only if it has not changed since. */
  public CartUpdate readFirst() {
    return new CartUpdate(terms.readFirst());
  }

  /** Requires that the stored item meets the criteria. */
  public CartUpdate where(Function<CartFields, Criteria> criteria) {
    return new CartUpdate(terms.where(criteria.apply(CartFields.ALL)));
  }
}
