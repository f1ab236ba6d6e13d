package shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An item ORDER of the table shop. */
public record Order(
    String customer,
    String order,
    Instant placed,
    OrderStatus status,
    long cents,
    Optional<Double> weight,
    Optional<BigDecimal> vat,
    boolean gift,
    Optional<String> note,
    Optional<List<Object>> lines,
    long version) {
  /** Returns the primary key. */
  public OrderKey key() {
    return new OrderKey(customer, order);
  }
}
