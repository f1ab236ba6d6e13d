// refused: cannot be converted to OrderUpdate<Proof.Given,? extends Proof.Complete
import java.time.Instant;
import shop.OrderKey;
import shop.Shop;

final class KeyPartSetIfAbsent {
  static void call(Shop shop) {
    shop.order()
        .update(
            new OrderKey("ada", "o"), update -> update.placedIfAbsent(Instant.EPOCH).version(1));
  }
}
