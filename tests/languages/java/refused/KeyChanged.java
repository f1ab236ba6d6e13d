// refused: cannot find symbol
import shop.OrderKey;
import shop.Shop;

final class KeyChanged {
  static void call(Shop shop) {
    shop.order().update(new OrderKey("ada", "o"), update -> update.customer("bob").version(1));
  }
}
