// refused: cannot be applied to given types
import shop.Shop;

final class BucketsWithoutRange {
  static void call(Shop shop) {
    shop.ordersOfSomeDays().all();
  }
}
