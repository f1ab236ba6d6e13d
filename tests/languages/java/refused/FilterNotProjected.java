// refused: cannot find symbol
import shop.Shop;

final class FilterNotProjected {
  static void call(Shop shop) {
    shop.openOrdersOfACustomer("ada").where(one -> one.gift().eq(true)).all();
  }
}
