// refused: cannot be converted to OrderUpdate<Proof.Given,? extends Proof.Complete
import shop.OrderKey;
import shop.OrderStatus;
import shop.Shop;

final class StaleIndexKey {
  static void call(Shop shop) {
    shop.order()
        .update(new OrderKey("ada", "o"), update -> update.status(OrderStatus.PAID).version(1));
  }
}
