// refused: cannot be applied to given types
import shop.OrderDraft;
import shop.Shop;

final class PartOfATransactionMissing {
  static void call(Shop shop, OrderDraft draft) {
    shop.placeAnOrder(draft);
  }
}
