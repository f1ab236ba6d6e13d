// refused: cannot be converted to CustomerTerms<Proof.Given,Proof.Given>
import shop.CustomerKey;
import shop.Shop;

final class RemoveWithoutUniqueOld {
  static void call(Shop shop) {
    shop.customer().remove(new CustomerKey("ada"), terms -> terms.version(1));
  }
}
