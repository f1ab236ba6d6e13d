// refused: cannot be converted to MemberChange
import shop.CustomerKey;
import shop.Shop;
import shop.runtime.DocumentPath;

final class MemberWithoutAVerb {
  static void call(Shop shop) {
    shop.customer()
        .update(
            new CustomerKey("ada"),
            update -> update.changeAddress(DocumentPath.member("city")).version(1));
  }
}
