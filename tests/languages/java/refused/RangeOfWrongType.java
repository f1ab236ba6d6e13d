// refused: incompatible types
import shop.OrderStatus;
import shop.Shop;
import shop.runtime.Range;

final class RangeOfWrongType {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.OPEN, Range.atLeast("2026-01-05")).all();
  }
}
