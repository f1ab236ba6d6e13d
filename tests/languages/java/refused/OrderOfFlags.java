// refused: cannot find symbol
import shop.OrderStatus;
import shop.Shop;

final class OrderOfFlags {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.OPEN).where(one -> one.gift().gt(true)).all();
  }
}
