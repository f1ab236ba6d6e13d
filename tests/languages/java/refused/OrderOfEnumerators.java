// refused: cannot find symbol
import shop.OrderStatus;
import shop.Shop;

final class OrderOfEnumerators {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.OPEN).where(one -> one.status().lt(OrderStatus.PAID)).all();
  }
}
