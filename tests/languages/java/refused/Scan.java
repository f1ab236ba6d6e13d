// refused: cannot find symbol
import shop.Shop;

final class Scan {
  static void call(Shop shop) {
    shop.allOrdersEver();
  }
}
