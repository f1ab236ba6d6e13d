// refused: illegal static interface method call
import java.time.Instant;
import shop.OrderStatus;
import shop.Shop;
import shop.runtime.Range;

final class RangeWithTwoBounds {
  static void call(Shop shop) {
    shop.ordersInAStatus(OrderStatus.OPEN, Range.atLeast(Instant.EPOCH).lessThan(Instant.MAX))
        .all();
  }
}
