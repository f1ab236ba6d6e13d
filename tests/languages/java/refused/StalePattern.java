// refused: cannot be converted to OrderUpdate<Proof.Given,? extends Proof.Complete
import shop.OrderKey;
import shop.OrderStatus;
import shop.Shop;

final class StalePattern {
  static void call(Shop shop) {
    shop.payAnOrder(new OrderKey("ada", "o"), OrderStatus.PAID, update -> update.version(1));
  }
}
