package shop;

import java.util.Optional;

/** A change of an item: before is empty for a new item, and after for a removed one. */
public sealed interface ShopChange {
  /** A change of an item CUSTOMER. */
  record OfCustomer(Optional<Customer> before, Optional<Customer> after) implements ShopChange {}

  /** A change of an item ORDER. */
  record OfOrder(Optional<Order> before, Optional<Order> after) implements ShopChange {}

  /** A change of an item CART. */
  record OfCart(Optional<Cart> before, Optional<Cart> after) implements ShopChange {}
}
