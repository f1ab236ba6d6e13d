// refused: cannot find symbol
import java.util.UUID;
import shop.CartKey;
import shop.Shop;

final class VersionOfUnversioned {
  static void call(Shop shop) {
    shop.cart().remove(new CartKey(new UUID(0, 0), "x"), terms -> terms.version(1));
  }
}
