// refused: cannot find symbol
import shop.Shop;

final class RowNotProjected {
  static void call(Shop shop) {
    shop.openOrdersOfACustomer("ada").first().map(one -> one.gift());
  }
}
