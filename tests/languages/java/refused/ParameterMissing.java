// refused: no suitable method found for ordersInAStatus
import shop.Shop;

final class ParameterMissing {
  static void call(Shop shop) {
    shop.ordersInAStatus().all();
  }
}
