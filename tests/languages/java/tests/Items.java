package shop.tests;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import shop.CartDraft;
import shop.CustomerDraft;
import shop.CustomerKey;
import shop.OrderDraft;
import shop.OrderKey;
import shop.OrderStatus;

/** The items of the tests. */
final class Items {
  static final CustomerKey ADA = new CustomerKey("ada");
  static final Instant LATER = Instant.ofEpochSecond(4_102_444_800L);

  private Items() {}

  static String ulid(int n) {
    return "01ARZ3NDEKTSV4RRFFQ69G5F%02d".formatted(n);
  }

  static OrderKey orderKey(int n) {
    return new OrderKey("ada", ulid(n));
  }

  static Instant placed(int n) {
    return Instant.parse("2026-01-%02dT10:00:00Z".formatted(5 + n));
  }

  static CustomerDraft.Complete customer(String id, String email) {
    return CustomerDraft.builder()
        .customer(id)
        .email(email)
        .name("Ada")
        .joined(LocalDate.of(2026, 1, 5));
  }

  static OrderDraft.Complete order(int n) {
    return OrderDraft.builder()
        .customer("ada")
        .order(ulid(n))
        .placed(placed(n))
        .status(OrderStatus.OPEN)
        .cents(100L * n)
        .gift(false);
  }

  static CartDraft.Complete cart(UUID session, String sku, long count) {
    return CartDraft.builder().session(session).sku(sku).count(count).until(LATER);
  }
}
