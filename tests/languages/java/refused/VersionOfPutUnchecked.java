// refused: cannot be converted to PutTerms<OrderFields,Proof.Given>
import shop.OrderDraft;
import shop.Shop;

final class VersionOfPutUnchecked {
  static void call(Shop shop, OrderDraft draft) {
    shop.order().put(draft, terms -> terms);
  }
}
