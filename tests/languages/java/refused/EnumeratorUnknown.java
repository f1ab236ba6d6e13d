// refused: cannot find symbol
import shop.OrderStatus;
import shop.Shop;

final class EnumeratorUnknown {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.LOST).all();
  }
}
