// refused: cannot find symbol
import shop.OrderKey;
import shop.Shop;

final class TextIncremented {
  static void call(Shop shop) {
    shop.order().update(new OrderKey("ada", "o"), update -> update.incrementNote(1).version(1));
  }
}
