// refused: cannot find symbol
import java.util.List;
import shop.Shop;

final class BatchOfVersioned {
  static void call(Shop shop) {
    shop.order().putMany(List.of());
  }
}
