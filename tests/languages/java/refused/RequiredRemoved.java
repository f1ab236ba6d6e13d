// refused: cannot find symbol
import shop.OrderKey;
import shop.Shop;

final class RequiredRemoved {
  static void call(Shop shop) {
    shop.order().update(new OrderKey("ada", "o"), update -> update.removeCents().version(1));
  }
}
