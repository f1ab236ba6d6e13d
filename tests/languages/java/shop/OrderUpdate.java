package shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import shop.runtime.Criteria;
import shop.runtime.MemberChange;
import shop.runtime.Proof.Given;
import shop.runtime.Proof.Missing;
import shop.runtime.Proof.NotNeeded;
import shop.runtime.WriteTerms;

/**
 * The changes of an order. Each function returns a new update.
 *
 * @param <V> the proof of the version
 * @param <P1> the proof of placed
 * @param <A1> the proof of placed after a change that needs it
 * @param <P2> the proof of status
 * @param <A2> the proof of status after a change that needs it
 */
public final class OrderUpdate<V, P1, A1, P2, A2> {
  private final WriteTerms terms;

  private OrderUpdate(WriteTerms terms) {
    this.terms = terms;
  }

  static OrderUpdate<Missing, NotNeeded, Missing, NotNeeded, Missing> start() {
    return new OrderUpdate<>(WriteTerms.none());
  }

  WriteTerms terms() {
    return terms;
  }

  /** Sets placed. */
  public OrderUpdate<V, Given, Given, A2, A2> placed(Instant value) {
    return new OrderUpdate<>(terms.set(OrderColumns.PLACED, value));
  }

  /** Sets placed if the item lacks it. */
  public OrderUpdate<V, A1, A1, A2, A2> placedIfAbsent(Instant value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.PLACED, value));
  }

  /** Gives the stored placed, on which the write is conditional. */
  public OrderUpdate<V, Given, Given, P2, A2> givenPlaced(Instant stored) {
    return new OrderUpdate<>(terms.given(OrderColumns.PLACED, stored));
  }

  /** Sets status. */
  public OrderUpdate<V, A1, A1, Given, Given> status(OrderStatus value) {
    return new OrderUpdate<>(terms.set(OrderColumns.STATUS, value));
  }

  /** Sets status if the item lacks it. */
  public OrderUpdate<V, A1, A1, A2, A2> statusIfAbsent(OrderStatus value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.STATUS, value));
  }

  /** Gives the stored status, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, Given, Given> givenStatus(OrderStatus stored) {
    return new OrderUpdate<>(terms.given(OrderColumns.STATUS, stored));
  }

  /** Sets cents. */
  public OrderUpdate<V, P1, A1, P2, A2> cents(long value) {
    return new OrderUpdate<>(terms.set(OrderColumns.CENTS, value));
  }

  /** Sets cents if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> centsIfAbsent(long value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.CENTS, value));
  }

  /** Adds to cents. */
  public OrderUpdate<V, P1, A1, P2, A2> incrementCents(long by) {
    return new OrderUpdate<>(terms.increment(OrderColumns.CENTS, by));
  }

  /** Gives the stored cents, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenCents(long stored) {
    return new OrderUpdate<>(terms.given(OrderColumns.CENTS, stored));
  }

  /** Sets weight. */
  public OrderUpdate<V, P1, A1, P2, A2> weight(double value) {
    return new OrderUpdate<>(terms.set(OrderColumns.WEIGHT, value));
  }

  /** Sets weight if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> weightIfAbsent(double value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.WEIGHT, value));
  }

  /** Removes weight. */
  public OrderUpdate<V, P1, A1, P2, A2> removeWeight() {
    return new OrderUpdate<>(terms.remove(OrderColumns.WEIGHT));
  }

  /** Adds to weight. */
  public OrderUpdate<V, P1, A1, P2, A2> incrementWeight(double by) {
    return new OrderUpdate<>(terms.increment(OrderColumns.WEIGHT, by));
  }

  /** Gives the stored weight, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenWeight(Optional<Double> stored) {
    return new OrderUpdate<>(terms.givenIfPresent(OrderColumns.WEIGHT, stored));
  }

  /** Sets vat. */
  public OrderUpdate<V, P1, A1, P2, A2> vat(BigDecimal value) {
    return new OrderUpdate<>(terms.set(OrderColumns.VAT, value));
  }

  /** Sets vat if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> vatIfAbsent(BigDecimal value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.VAT, value));
  }

  /** Removes vat. */
  public OrderUpdate<V, P1, A1, P2, A2> removeVat() {
    return new OrderUpdate<>(terms.remove(OrderColumns.VAT));
  }

  /** Adds to vat. */
  public OrderUpdate<V, P1, A1, P2, A2> incrementVat(BigDecimal by) {
    return new OrderUpdate<>(terms.increment(OrderColumns.VAT, by));
  }

  /** Gives the stored vat, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenVat(Optional<BigDecimal> stored) {
    return new OrderUpdate<>(terms.givenIfPresent(OrderColumns.VAT, stored));
  }

  /** Sets gift. */
  public OrderUpdate<V, P1, A1, P2, A2> gift(boolean value) {
    return new OrderUpdate<>(terms.set(OrderColumns.GIFT, value));
  }

  /** Sets gift if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> giftIfAbsent(boolean value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.GIFT, value));
  }

  /** Gives the stored gift, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenGift(boolean stored) {
    return new OrderUpdate<>(terms.given(OrderColumns.GIFT, stored));
  }

  /** Sets note. */
  public OrderUpdate<V, P1, A1, P2, A2> note(String value) {
    return new OrderUpdate<>(terms.set(OrderColumns.NOTE, value));
  }

  /** Sets note if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> noteIfAbsent(String value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.NOTE, value));
  }

  /** Removes note. */
  public OrderUpdate<V, P1, A1, P2, A2> removeNote() {
    return new OrderUpdate<>(terms.remove(OrderColumns.NOTE));
  }

  /** Gives the stored note, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenNote(Optional<String> stored) {
    return new OrderUpdate<>(terms.givenIfPresent(OrderColumns.NOTE, stored));
  }

  /** Sets lines. */
  public OrderUpdate<V, P1, A1, P2, A2> lines(List<Object> value) {
    return new OrderUpdate<>(terms.set(OrderColumns.LINES, value));
  }

  /** Sets lines if the item lacks it. */
  public OrderUpdate<V, P1, A1, P2, A2> linesIfAbsent(List<Object> value) {
    return new OrderUpdate<>(terms.setIfAbsent(OrderColumns.LINES, value));
  }

  /** Removes lines. */
  public OrderUpdate<V, P1, A1, P2, A2> removeLines() {
    return new OrderUpdate<>(terms.remove(OrderColumns.LINES));
  }

  /** Adds elements behind those of lines. */
  public OrderUpdate<V, P1, A1, P2, A2> appendToLines(List<?> elements) {
    return new OrderUpdate<>(terms.append(OrderColumns.LINES, elements));
  }

  /** Adds elements in front of those of lines. */
  public OrderUpdate<V, P1, A1, P2, A2> prependToLines(List<?> elements) {
    return new OrderUpdate<>(terms.prepend(OrderColumns.LINES, elements));
  }

  /** Changes a member of lines. */
  public OrderUpdate<V, P1, A1, P2, A2> changeLines(MemberChange change) {
    return new OrderUpdate<>(terms.member(OrderColumns.LINES, change));
  }

  /** Gives the stored lines, on which the write is conditional. */
  public OrderUpdate<V, P1, A1, P2, A2> givenLines(Optional<List<Object>> stored) {
    return new OrderUpdate<>(terms.givenIfPresent(OrderColumns.LINES, stored));
  }

  /** Requires that the item has the version. */
  public OrderUpdate<Given, P1, A1, P2, A2> version(long expected) {
    return new OrderUpdate<>(terms.version(expected));
  }

  /** Writes whatever version the item has. */
  public OrderUpdate<Given, P1, A1, P2, A2> anyVersion() {
    return new OrderUpdate<>(terms.anyVersion());
  }

  /** Reads the item first, and writes only if it has not changed since. */
  public OrderUpdate<Given, Given, Given, Given, Given> readFirst() {
    return new OrderUpdate<>(terms.readFirst());
  }

  /** Requires that the stored item meets the criteria. */
  public OrderUpdate<V, P1, A1, P2, A2> where(Function<OrderFields, Criteria> criteria) {
    return new OrderUpdate<>(terms.where(criteria.apply(OrderFields.ALL)));
  }
}
