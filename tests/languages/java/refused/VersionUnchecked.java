// refused: cannot be converted to OrderUpdate<Proof.Given,? extends Proof.Complete
import shop.OrderKey;
import shop.Shop;

final class VersionUnchecked {
  static void call(Shop shop) {
    shop.order().update(new OrderKey("ada", "o"), update -> update.note("n"));
  }
}
