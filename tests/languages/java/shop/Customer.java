package shop;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A customer of the shop. */
public record Customer(
    String customer,
    String email,
    String name,
    Optional<String> phone,
    Set<String> tags,
    Optional<Map<String, Object>> address,
    LocalDate joined,
    long version,
    Instant created,
    Instant changed) {
  /** Returns the primary key. */
  public CustomerKey key() {
    return new CustomerKey(customer);
  }
}
