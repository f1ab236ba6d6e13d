// refused: cannot be converted to CustomerUpdate<Proof.Given,? extends Proof.Complete
import shop.CustomerKey;
import shop.Shop;

final class UniqueWithoutOld {
  static void call(Shop shop) {
    shop.changeTheEmail(new CustomerKey("ada"), "a@example.org", update -> update.version(1));
  }
}
