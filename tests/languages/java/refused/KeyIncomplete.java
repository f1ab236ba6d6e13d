// refused: cannot be applied to given types
import shop.OrderKey;
import shop.Shop;

final class KeyIncomplete {
  static void call(Shop shop) {
    shop.order().get(new OrderKey("ada"));
  }
}
