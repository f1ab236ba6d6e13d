// refused: incompatible types
import shop.OrderKey;
import shop.Shop;

final class WrongType {
  static void call(Shop shop) {
    shop.order().update(new OrderKey("ada", "o"), update -> update.cents("1").version(1));
  }
}
