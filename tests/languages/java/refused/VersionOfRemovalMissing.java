// refused: cannot be applied to given types
import shop.OrderKey;
import shop.Shop;

final class VersionOfRemovalMissing {
  static void call(Shop shop) {
    shop.order().remove(new OrderKey("ada", "o"));
  }
}
