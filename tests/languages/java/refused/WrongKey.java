// refused: incompatible types
import java.util.UUID;
import shop.CartKey;
import shop.Shop;

final class WrongKey {
  static void call(Shop shop) {
    shop.order().get(new CartKey(new UUID(0, 0), "x"));
  }
}
