// refused: illegal static interface method call
import shop.CustomerKey;
import shop.Shop;
import shop.runtime.DocumentPath;
import shop.runtime.MemberChange;

final class MemberWithTwoVerbs {
  static void call(Shop shop) {
    shop.customer()
        .update(
            new CustomerKey("ada"),
            update ->
                update
                    .changeAddress(
                        MemberChange.increment(DocumentPath.member("n"), 1)
                            .set(DocumentPath.member("n"), 7))
                    .version(1));
  }
}
