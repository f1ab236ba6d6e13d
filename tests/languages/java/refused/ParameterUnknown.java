// refused: String cannot be converted to Range<Instant>
import shop.OrderStatus;
import shop.Shop;

final class ParameterUnknown {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.OPEN, "ada").all();
  }
}
